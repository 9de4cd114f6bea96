package io.quorate.controller.plan.instances;

import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.decision.TerminateInstance;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.Rule;
import io.quorate.controller.plan.group.NonMembers;
import io.quorate.controller.plan.group.RecordedTerminations;
import io.quorate.state.Termination;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Performs a recorded termination until the group or EC2 shows that it has begun, and asks again
 * only after a while, for listings are late; a lifecycle hook may hold the instance for hours,
 * running. Auto Scaling terminates what is in a group: one that was detached waits for a person. A
 * voter is not terminated while the others are no quorum of all listed voters (I2): it stays listed
 * after its instance is gone, its node may serve again, and it may hold data that no other node
 * has. A request needs the heartbeats of those others unchanged; for a node that left, only its
 * own. One termination is under way at a time, because each counts on the others' voters.
 */
public final class PerformTermination implements Rule {
  @Override
  public String code() {
    return "PERFORM_TERMINATION";
  }

  /** One that was asked for before is asked for until it is seen. */
  @Override
  public boolean heldByPause(ClusterState clusterState, Plan plan) {
    return plan.decision() instanceof TerminateInstance terminate
        && terminate.termination().askedAt().isEmpty();
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    return clusterState.status().terminations().stream()
        .filter(intent -> RecordedTerminations.pending(clusterState, intent.instance()))
        .filter(
            intent -> !RecordedTerminations.askedJustNow(intent, clusterState.view().observedAt()))
        .filter(intent -> RecordedTerminations.noOtherUnderWay(clusterState, intent))
        .filter(intent -> RecordedTerminations.dispensable(clusterState, intent.instance()))
        .findFirst()
        .map(intent -> perform(clusterState, intent));
  }

  private static Plan perform(ClusterState clusterState, Termination intent) {
    Reason reason =
        Reason.of("TERMINATION_RECORDED", intent.because()).and("instance", intent.instance());
    Instant now = clusterState.view().observedAt();
    List<Termination> asked =
        clusterState.status().terminations().stream()
            .map(other -> other.equals(intent) ? other.asked(now) : other)
            .toList();
    return new Plan(
        new TerminateInstance(reason, intent),
        clusterState.status().withTerminations(asked),
        NonMembers.evidenceOfLeaver(clusterState, intent.instance()));
  }
}
