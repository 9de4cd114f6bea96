package io.quorate.etcdmodel;

import io.quorate.model.MemberId;
import java.util.Optional;

/** What one member knows of its connections with another. */
final class Link {
  final MemberId id;

  /** Where it is listed, and dialled. */
  String url;

  /** Where it dials from, once it has: etcd's stream to it, which a wrong listed URL leaves. */
  Optional<String> dialsFrom = Optional.empty();

  Optional<Long> activeSince = Optional.empty();
  long dial;
  long lastHeard;

  Link(MemberId id, String url) {
    this.id = id;
    this.url = url;
  }
}
