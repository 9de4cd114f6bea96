package io.quorate.controller.plan.recovery;

import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.fencing.FenceProof;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.InstanceId;
import io.quorate.recovery.Recovery;
import io.quorate.state.DataHolding;
import io.quorate.state.Heartbeat;
import io.quorate.state.Status;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Which nodes may restore a snapshot and start the next generation: they are present, fit the spec,
 * know how, carry out no instruction, and prove that they hold nothing, or that what they hold is
 * fenced. The node that made the snapshot of its own fenced directory comes first, for it has the
 * file; then a node that left, and a fenced one last. Of equal ones a node comes first that clients
 * know: the name tells it, or it held a member when a quorum last served. Clients that ask nobody
 * but the members that they saw then find the seeder.
 */
public final class Candidates {
  private Candidates() {}

  /**
   * The node to try next.
   *
   * @param failed who failed last; it is asked again only when there is no other
   * @param maker the node that made what is tried of its own directory, if one did
   */
  public static Optional<InstanceId> next(
      ClusterState clusterState, Optional<InstanceId> failed, Optional<InstanceId> maker) {
    List<InstanceId> all =
        clusterState.nodes().stream()
            .filter(node -> fits(clusterState, node))
            .map(ObservedNode::heartbeat)
            .sorted(
                Comparator.comparing((Heartbeat row) -> !maker.equals(Optional.of(row.instance())))
                    .thenComparing(row -> !left(row))
                    .thenComparing(row -> fenced(clusterState, row))
                    .thenComparing(row -> !known(clusterState, row))
                    .thenComparing(Heartbeat::instance))
            .map(Heartbeat::instance)
            .toList();
    return all.stream()
        .filter(instance -> !failed.equals(Optional.of(instance)))
        .findFirst()
        .or(() -> all.stream().findFirst());
  }

  /** Whether nobody but this node can be asked. */
  static boolean none(ClusterState clusterState, InstanceId beside) {
    return clusterState.nodes().stream()
        .filter(node -> !node.heartbeat().instance().equals(beside))
        .noneMatch(node -> fits(clusterState, node));
  }

  /** Whether a node may go on with what it was told. */
  static boolean stillFits(ClusterState clusterState, InstanceId instance) {
    return clusterState.node(instance).filter(node -> fits(clusterState, node)).isPresent();
  }

  private static boolean fits(ClusterState clusterState, ObservedNode node) {
    Heartbeat row = node.heartbeat();
    return clusterState.health().present(node)
        && clusterState.health().ready(node)
        && row.currentStep().isEmpty()
        && row.report().kinds().contains(Recovery.ABILITY)
        && (row.report().holds().filter(h -> h.state() == DataHolding.State.NONE).isPresent()
            || fenced(clusterState, row));
  }

  /** Its old directory is archived; the new one is made beside it. */
  private static boolean fenced(ClusterState clusterState, Heartbeat row) {
    return FenceProof.of(clusterState, row, Optional.of(row.boot().diskId())).isPresent();
  }

  private static boolean known(ClusterState clusterState, Heartbeat row) {
    Status status = clusterState.status();
    return status.dns().filter(dns -> dns.written().containsKey(row.instance())).isPresent()
        || status.proven().filter(list -> list.holders().containsValue(row.instance())).isPresent();
  }

  private static boolean left(Heartbeat row) {
    return row.report()
        .holds()
        .flatMap(DataHolding::cause)
        .filter(cause -> cause == DataHolding.Cause.LEFT)
        .isPresent();
  }
}
