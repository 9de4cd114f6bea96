package io.quorate.controller.plan.rules;

import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.commands.RemoveMemberPolicy;
import io.quorate.controller.plan.state.ClusterState;
import io.quorate.controller.plan.state.FleetBreakerPolicy;
import io.quorate.controller.plan.state.ForeignLearners;
import io.quorate.state.MemberEntry;
import java.util.Optional;

/**
 * Removes a learner that never started and that nobody is about to start: an add that landed after
 * its instruction was closed. It would block every further add. So would a learner that somebody
 * added by hand: that one stays until a member is missing, started or not. Not while the fleet
 * breaker is on: the node that is about to start it may be the one whose row nobody can read.
 */
public final class RemoveStrandedLearner implements Rule {
  @Override
  public String code() {
    return "REMOVE_STRANDED_LEARNER";
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    return clusterState.members().list().stream()
        .flatMap(known -> known.learners().stream())
        .filter(
            learner ->
                ForeignLearners.is(clusterState, learner)
                    ? ForeignLearners.inTheWay(clusterState)
                    : !learner.started() && unowned(clusterState, learner))
        .filter(learner -> FleetBreakerPolicy.why(clusterState.view().fleet()).isEmpty())
        .findFirst()
        .flatMap(learner -> remove(clusterState, learner));
  }

  private static boolean unowned(ClusterState clusterState, MemberEntry learner) {
    return clusterState.nodes().stream()
        .noneMatch(
            node ->
                clusterState.members().holds(node, learner.id())
                    && !node.heartbeat().data().unusable());
  }

  private static Optional<Plan> remove(ClusterState clusterState, MemberEntry learner) {
    Reason reason =
        Reason.of(
                "LEARNER_STRANDED",
                "learner " + learner.id() + " at " + learner.peerUrls() + " belongs to no node")
            .and("member", learner.id());
    return clusterState
        .quorum()
        .leader()
        .map(
            executor ->
                learner.started()
                    ? RemoveMemberPolicy.learner(clusterState, executor, learner.id(), reason)
                    : RemoveMemberPolicy.unstarted(clusterState, executor, learner.id(), reason));
  }
}
