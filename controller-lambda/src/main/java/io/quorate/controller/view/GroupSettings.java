package io.quorate.controller.view;

import io.quorate.model.InstanceId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How a group is set up, as far as that is known.
 *
 * @param maximum the most instances that it may have
 * @param hooks its lifecycle hooks, as of a minute ago or less; empty where they were not learnt
 * @param suspended its suspended processes, as Auto Scaling spells them
 * @param failedLaunch its newest launch, where the group has too few instances and that one failed
 * @param place the region and account that the group is in, as {@code us-east-1/123456789012}
 * @param launchesFrom from what it launches; empty where it is not one template's version
 * @param launchedFrom from what each instance was launched, where Auto Scaling tells
 */
public record GroupSettings(
    Optional<Integer> maximum,
    Optional<List<GroupHook>> hooks,
    List<String> suspended,
    Optional<FailedLaunch> failedLaunch,
    Optional<String> place,
    Optional<LaunchSource> launchesFrom,
    Map<InstanceId, LaunchSource> launchedFrom) {
  /** Nothing is known. */
  public static final GroupSettings UNKNOWN = new GroupSettings(Optional.empty(), Optional.empty());

  public GroupSettings {
    hooks = hooks.map(List::copyOf);
    suspended = List.copyOf(suspended);
    launchedFrom = Map.copyOf(launchedFrom);
  }

  /** A group of which it is not known from what it launches. */
  public GroupSettings(
      Optional<Integer> maximum,
      Optional<List<GroupHook>> hooks,
      List<String> suspended,
      Optional<FailedLaunch> failedLaunch,
      Optional<String> place) {
    this(maximum, hooks, suspended, failedLaunch, place, Optional.empty(), Map.of());
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

  /**
   * The same of a group that launches from this, and of instances that were launched from these.
   */
  public GroupSettings launching(LaunchSource from, Map<InstanceId, LaunchSource> made) {
    return new GroupSettings(
        maximum, hooks, suspended, failedLaunch, place, Optional.of(from), made);
  }
}
