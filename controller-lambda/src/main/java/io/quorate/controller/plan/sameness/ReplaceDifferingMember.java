package io.quorate.controller.plan.sameness;

import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.Rule;
import io.quorate.controller.plan.group.HeldLeave;
import io.quorate.controller.plan.membership.LeavePolicy;
import io.quorate.controller.plan.voters.DifferingVoters;
import io.quorate.controller.plan.voters.DifferingVoters.Verdict;
import io.quorate.model.InstanceId;
import io.quorate.state.MaintenanceLane;
import io.quorate.state.Status;
import java.util.Optional;

/**
 * Tells a voter to leave whose data differ from those of a majority ({@link DifferingVoters}); its
 * directory is archived on its node, which joins anew. {@link DifferingMemberCure} tells what has
 * to hold. On an instance on which that happened before it leaves for good: its disk is suspect.
 */
public final class ReplaceDifferingMember implements Rule {
  @Override
  public String code() {
    return "REPLACE_DIFFERING_MEMBER";
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    return DifferingVoters.of(clusterState)
        .flatMap(
            verdict ->
                DifferingMemberCure.next(clusterState, verdict)
                    .filter(
                        leaver ->
                            DifferingMemberCure.hindrance(clusterState, verdict, leaver).isEmpty())
                    .map(leaver -> leave(clusterState, verdict, leaver)));
  }

  private static Plan leave(ClusterState clusterState, Verdict verdict, HeldLeave.Leaver leaver) {
    InstanceId instance = leaver.node().heartbeat().instance();
    boolean again = clusterState.status().tasks().comparison().cured().containsKey(instance);
    Reason reason =
        Reason.of(
                "DATA_DIFFERS",
                "the data of member "
                    + leaver.voter().id()
                    + " on "
                    + instance
                    + " differ from those of a majority at revision "
                    + verdict.round().revision()
                    + " ("
                    + verdict.round().words()
                    + "): it leaves, and "
                    + (again ? "its instance is replaced" : "joins anew"))
            .and("member", leaver.voter().id())
            .and("instance", instance)
            .and("revision", verdict.round().revision());
    Plan told =
        again
            ? LeavePolicy.forGood(clusterState, leaver.node(), leaver.voter().id(), reason)
            : LeavePolicy.start(clusterState, leaver.node(), leaver.voter().id(), reason);
    return new Plan(
        told.decision(), curing(clusterState, told.status(), instance), told.heartbeatEvidence());
  }

  private static Status curing(ClusterState clusterState, Status status, InstanceId instance) {
    MaintenanceLane tasks = status.tasks();
    return status.withTasks(
        tasks.withComparison(
            tasks
                .comparison()
                .curing(instance, clusterState.view().observedAt(), clusterState.health()::gone)));
  }
}
