package io.quorate.etcdmodel;

import io.quorate.model.MemberId;
import java.util.Optional;

/** What one member knows of its connections with another. */
final class Link {
  final MemberId id;
  final String url;
  Optional<Long> activeSince = Optional.empty();
  long dial;
  long lastHeard;

  Link(MemberId id, String url) {
    this.id = id;
    this.url = url;
  }
}
