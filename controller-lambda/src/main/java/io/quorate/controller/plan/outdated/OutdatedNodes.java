package io.quorate.controller.plan.outdated;

import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.LaunchSource;
import io.quorate.model.InstanceId;
import java.util.List;
import java.util.Optional;

/**
 * Instances that were launched from another template, or another version of it, than the group
 * launches from now. Where the group names no number, or lets an instance type have a template of
 * its own, nothing is known of that.
 */
public final class OutdatedNodes {
  private OutdatedNodes() {}

  /** From what the group launches, where instances can be compared with it. */
  public static Optional<LaunchSource> wanted(GroupView.Observed group) {
    return group.settings().launchesFrom().filter(LaunchSource::numbered);
  }

  /** The outdated instances that the group keeps, in order. */
  public static List<InstanceId> of(GroupView.Observed group) {
    return group.lifecycles().keySet().stream()
        .filter(group::keeps)
        .filter(instance -> outdated(group, instance))
        .toList();
  }

  /** Whether an instance is known to be outdated. */
  public static boolean outdated(GroupView.Observed group, InstanceId instance) {
    return wanted(group)
        .filter(
            wanted ->
                Optional.ofNullable(group.settings().launchedFrom().get(instance))
                    .filter(made -> !made.equals(wanted))
                    .isPresent())
        .isPresent();
  }
}
