package io.quorate.controller.view;

import io.quorate.release.TargetRelease;
import java.util.Optional;

/**
 * What is known of the stored etcd release that the spec was resolved to.
 *
 * @param target the release; empty where there is none, or its record cannot be read
 * @param unreadable why its record cannot be read
 */
public record ReleaseView(Optional<TargetRelease> target, Optional<String> unreadable) {
  /** The spec was resolved to no stored release. */
  public static final ReleaseView NONE = new ReleaseView(Optional.empty(), Optional.empty());

  /** The spec was resolved to this one. */
  public static ReleaseView of(TargetRelease target) {
    return new ReleaseView(Optional.of(target), Optional.empty());
  }

  /** There is a record that nobody can read. */
  public static ReleaseView unreadable(String why) {
    return new ReleaseView(Optional.empty(), Optional.of(why));
  }
}
