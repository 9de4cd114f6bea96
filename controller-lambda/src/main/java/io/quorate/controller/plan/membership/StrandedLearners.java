package io.quorate.controller.plan.membership;

import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.FleetBreakerPolicy;
import io.quorate.controller.plan.group.ForeignLearners;
import io.quorate.state.MemberEntry;
import java.util.Optional;

/**
 * The learner that is to be removed: one that never started and that nobody is about to start, or
 * one of somebody's own that is in the way ({@link ForeignLearners}). etcd takes one learner, so
 * that whoever joins waits for it. Not while the fleet breaker is on: the node that is about to
 * start it may be the one whose row nobody can read; nor while nobody leads, whom the removal
 * needs.
 */
public final class StrandedLearners {
  private StrandedLearners() {}

  /** The first one; empty while none is to be removed. */
  public static Optional<MemberEntry> due(ClusterState clusterState) {
    return clusterState.members().list().stream()
        .flatMap(known -> known.learners().stream())
        .filter(
            learner ->
                ForeignLearners.is(clusterState, learner)
                    ? ForeignLearners.inTheWay(clusterState)
                    : !learner.started() && unowned(clusterState, learner))
        .filter(learner -> FleetBreakerPolicy.why(clusterState.view().fleet()).isEmpty())
        .filter(learner -> clusterState.quorum().leader().isPresent())
        .findFirst();
  }

  private static boolean unowned(ClusterState clusterState, MemberEntry learner) {
    return clusterState.nodes().stream()
        .noneMatch(
            node ->
                clusterState.members().holds(node, learner.id())
                    && !node.heartbeat().data().unusable());
  }
}
