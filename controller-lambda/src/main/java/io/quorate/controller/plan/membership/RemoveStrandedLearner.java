package io.quorate.controller.plan.membership;

import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.Rule;
import io.quorate.state.MemberEntry;
import java.util.Optional;

/** Removes a learner that blocks every further add; see {@link StrandedLearners}. */
public final class RemoveStrandedLearner implements Rule {
  @Override
  public String code() {
    return "REMOVE_STRANDED_LEARNER";
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    return StrandedLearners.due(clusterState).flatMap(learner -> remove(clusterState, learner));
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
