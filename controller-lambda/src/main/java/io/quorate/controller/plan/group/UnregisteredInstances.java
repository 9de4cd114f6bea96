package io.quorate.controller.plan.group;

import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.view.FleetView;
import io.quorate.controller.view.GroupView;
import io.quorate.model.InstanceId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which instances have never written a row. */
public final class UnregisteredInstances {
  /** In service, or held by the launch hook until its agent reports. */
  private static final Set<String> LAUNCHED = Set.of("InService", "Pending:Wait");

  private UnregisteredInstances() {}

  /** The instances that were launched and have no row, in order, joined for a message. */
  public static Optional<String> missing(ClusterState clusterState) {
    if (rowsUnread(clusterState)
        || !(clusterState.view().group() instanceof GroupView.Observed group)) {
      return Optional.empty();
    }
    List<String> missing =
        group.lifecycles().entrySet().stream()
            .filter(entry -> LAUNCHED.contains(entry.getValue()))
            .map(Map.Entry::getKey)
            .filter(
                instance ->
                    clusterState.node(instance).isEmpty() && clusterState.health().living(instance))
            .map(InstanceId::value)
            .toList();
    return missing.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", missing));
  }

  /** An instance whose row cannot be read counts as registered; NODE_ROW_UNREADABLE reports it. */
  public static boolean rowsUnread(ClusterState clusterState) {
    return clusterState.view().fleet() instanceof FleetView.RowsUnread;
  }
}
