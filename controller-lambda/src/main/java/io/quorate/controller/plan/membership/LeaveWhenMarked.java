package io.quorate.controller.plan.membership;

import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.Rule;
import io.quorate.controller.plan.group.HeldLeave;
import io.quorate.controller.plan.group.RecordedTerminations;
import io.quorate.controller.plan.instances.PerformTermination;
import io.quorate.model.InstanceId;
import io.quorate.state.Termination;
import java.util.Optional;

/**
 * Tells a voter to leave whose recorded termination waits for a quorum without it, and which speaks
 * again. A termination is never taken back, and of two voters each is needed while both are listed:
 * without this rule it would wait for ever. Once it has left, the other is a quorum by itself, and
 * {@link PerformTermination} goes on. See {@link MarkedVoters} for what has to hold.
 */
public final class LeaveWhenMarked implements Rule {
  @Override
  public String code() {
    return "LEAVE_WHEN_MARKED";
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    return clusterState.status().terminations().stream()
        .filter(intent -> RecordedTerminations.heldBack(clusterState, intent))
        .map(Termination::instance)
        .flatMap(instance -> leave(clusterState, instance).stream())
        .findFirst();
  }

  private static Optional<Plan> leave(ClusterState clusterState, InstanceId instance) {
    return MarkedVoters.mayLeave(clusterState, instance)
        .map(leaver -> plan(clusterState, instance, leaver));
  }

  private static Plan plan(
      ClusterState clusterState, InstanceId instance, HeldLeave.Leaver leaver) {
    Reason reason =
        Reason.of(
                "MARKED_MEMBER",
                "the termination of "
                    + instance
                    + " is recorded, and the other voters are no quorum while it is listed: it"
                    + " speaks, and leaves first")
            .and("member", leaver.voter().id())
            .and("instance", instance);
    return LeavePolicy.forGood(clusterState, leaver.node(), leaver.voter().id(), reason);
  }
}
