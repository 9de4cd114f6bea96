package io.quorate.controller.plan.voters;

import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.view.ObservedNode;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Voters that serve, and are closed to clients: their generation began without the access control
 * that the spec asks for, and their agents have not seen it on yet. While there is one nobody
 * joins: a member that joins is open from its start.
 */
public final class ClosedVoters {
  private ClosedVoters() {}

  /** These voters. */
  public static List<ObservedNode> of(ClusterState clusterState) {
    return clusterState.quorum().healthyVoters().stream()
        .filter(node -> node.heartbeat().report().closed())
        .toList();
  }

  /** Who they are, for people; empty where there is none. */
  public static Optional<String> names(ClusterState clusterState) {
    List<ObservedNode> closed = of(clusterState);
    return closed.isEmpty()
        ? Optional.empty()
        : Optional.of(
            closed.stream()
                .map(node -> node.heartbeat().instance().value())
                .sorted()
                .collect(Collectors.joining(", ")));
  }
}
