package io.quorate.controller.view;

import java.util.List;
import java.util.Optional;

/**
 * How a group is set up, as far as that is known.
 *
 * @param maximum the most instances that it may have
 * @param hooks its lifecycle hooks, as of a minute ago or less; empty where they were not learnt
 * @param suspended its suspended processes, as Auto Scaling spells them
 * @param failedLaunch its newest launch, where the group has too few instances and that one failed
 * @param place the region and account that the group is in, as {@code us-east-1/123456789012}
 */
public record GroupSettings(
    Optional<Integer> maximum,
    Optional<List<GroupHook>> hooks,
    List<String> suspended,
    Optional<FailedLaunch> failedLaunch,
    Optional<String> place) {
  /** Nothing is known. */
  public static final GroupSettings UNKNOWN = new GroupSettings(Optional.empty(), Optional.empty());

  public GroupSettings {
    hooks = hooks.map(List::copyOf);
    suspended = List.copyOf(suspended);
  }

  /** A group of which it is not known where it is. */
  public GroupSettings(
      Optional<Integer> maximum,
      Optional<List<GroupHook>> hooks,
      List<String> suspended,
      Optional<FailedLaunch> failedLaunch) {
    this(maximum, hooks, suspended, failedLaunch, Optional.empty());
  }

  /** A group that launches its instances, with no process suspended. */
  public GroupSettings(Optional<Integer> maximum, Optional<List<GroupHook>> hooks) {
    this(maximum, hooks, List.of(), Optional.empty());
  }
}
