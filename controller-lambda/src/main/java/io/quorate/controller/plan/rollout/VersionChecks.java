package io.quorate.controller.plan.rollout;

import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.ReleaseTarget;
import io.quorate.controller.view.ObservedNode;
import io.quorate.state.Heartbeat;
import java.util.List;
import java.util.Optional;

/** The condition about an installed etcd that the spec's version does not accept. */
public final class VersionChecks {
  private VersionChecks() {}

  public static Optional<String> mismatch(ClusterState clusterState) {
    if (ReleaseTarget.of(clusterState).isPresent()) {
      return Optional.empty(); // Each node gets it; UPGRADE_BLOCKED tells where not.
    }
    List<String> nodes =
        clusterState.nodes().stream()
            .filter(
                node ->
                    !clusterState.health().gone(node.heartbeat().instance())
                        && !clusterState.health().fits(node))
            .map(VersionChecks::node)
            .toList();
    return nodes.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "the spec wants etcd "
                + clusterState.view().spec().etcd().version()
                + "; "
                + String.join(", ", nodes)
                + ": such a node founds and joins nothing. Install a release that the spec accepts"
                + " and start the agent again, or apply an etcd.version that accepts what is"
                + " installed");
  }

  private static String node(ObservedNode node) {
    Heartbeat row = node.heartbeat();
    return row.instance()
        + " has "
        + row.runs().installed().map(Object::toString).orElse("none")
        + (row.runs().refused().isPresent()
            ? " and does not start it"
            : " and goes on with it, for it ran this member's data last");
  }
}
