package io.quorate.controller.plan.instances;

import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.OpenOperation;
import io.quorate.controller.view.ObservedNode;
import java.time.Duration;
import java.util.Optional;

/** The evidence against a silent node without a member, besides its silence. */
public final class HungNonMemberEvidence {
  private HungNonMemberEvidence() {}

  /** Whether no listed member is its own, and its data is none or can never serve again. */
  public static boolean newcomer(ClusterState clusterState, ObservedNode node) {
    return clusterState.members().listed(node.heartbeat().instance()).isEmpty()
        && switch (node.heartbeat().data()) {
          case NONE, LOST, ROLLED_BACK, DAMAGED, REMOVED -> true;
          case INTACT, FOREIGN, SUPERSEDED -> false;
        };
  }

  /** The first piece of evidence that a silent newcomer's termination lacks. */
  public static Optional<String> missing(ClusterState clusterState, ObservedNode node) {
    return TerminationEvidence.impossible(clusterState, node).or(() -> tooSoon(clusterState, node));
  }

  private static Optional<String> tooSoon(ClusterState clusterState, ObservedNode node) {
    Duration bound = OpenOperation.allowed(clusterState);
    return node.heartbeatProgress().still().compareTo(bound) < 0
        ? Optional.of("it has not been silent for " + bound.toSeconds() + " s")
        : Optional.empty();
  }
}
