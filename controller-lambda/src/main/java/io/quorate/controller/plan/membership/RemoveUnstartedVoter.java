package io.quorate.controller.plan.membership;

import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.Rule;
import io.quorate.state.MemberEntry;
import java.util.Optional;

/**
 * Removes a voter that somebody added by hand, once it is proved that it never started ({@link
 * UnstartedVoters}) and while those that remain are a quorum of themselves (I2). Its executor looks
 * again, in a linearizable list, that it still has no name. Not while the fleet breaker is on, or
 * while a row cannot be read: it may be the row of the node that is about to start it.
 */
public final class RemoveUnstartedVoter implements Rule {
  @Override
  public String code() {
    return "REMOVE_UNSTARTED_VOTER";
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    return UnstartedVoters.of(clusterState).stream()
        .filter(voter -> UnstartedVoters.hindrance(clusterState, voter).isEmpty())
        .findFirst()
        .flatMap(voter -> remove(clusterState, voter));
  }

  private static Optional<Plan> remove(ClusterState clusterState, MemberEntry voter) {
    Reason reason =
        Reason.of(
                "VOTER_NEVER_STARTED",
                "voter "
                    + voter.id()
                    + " at "
                    + voter.peerUrls()
                    + " never started within timings.joinDeadline, and belongs to no node")
            .and("member", voter.id());
    return clusterState
        .quorum()
        .leader()
        .map(executor -> RemoveMemberPolicy.unstarted(clusterState, executor, voter.id(), reason));
  }
}
