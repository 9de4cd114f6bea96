package io.quorate.controller.plan.membership;

import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.PlanChoice;
import io.quorate.controller.plan.facts.Rule;
import io.quorate.controller.plan.group.HeldLeave;
import io.quorate.controller.plan.group.Interruptions;
import io.quorate.controller.plan.instances.TerminateLeaver;
import io.quorate.model.InstanceId;
import java.util.Optional;

/**
 * Tells a member to leave whose instance the cloud is about to take, while the healthy voters that
 * stay are a quorum of those that remain (I2), though the cloud takes some of these, too: whoever
 * left before its end costs no vote, and what the others acknowledge they hold without it. See
 * {@link HeldLeave}. It is recorded as leaving in the same transaction, so that {@link
 * TerminateLeaver} hands the instance back to its group once the member has left, and the group
 * launches the successor while the notice still runs. Otherwise nothing is done: the instance ends
 * within two minutes in any case, and its member is then dead.
 */
public final class LeaveBeforeInterruption implements Rule {
  /** A replacement has to be able to join meanwhile. */
  @Override
  public boolean restsForAll() {
    return false;
  }

  @Override
  public String code() {
    return "LEAVE_BEFORE_INTERRUPTION";
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    return PlanChoice.firstThatActs(
        Interruptions.members(clusterState).stream()
            .map(instance -> leave(clusterState, instance))
            .toList());
  }

  private static Plan leave(ClusterState clusterState, InstanceId instance) {
    Optional<String> missing = HeldLeave.missing(clusterState, instance);
    if (missing.isPresent()) {
      return PlanChoice.rest(
          clusterState,
          Reason.of(
              "INTERRUPTED_MEMBER_WAITS",
              "the cloud takes " + instance + ", which does not leave yet: " + missing.get()));
    }
    HeldLeave.Leaver leaver = HeldLeave.leaver(clusterState, instance).orElseThrow();
    Reason reason =
        Reason.of(
                "MEMBER_INTERRUPTED", "the cloud takes " + instance + ": its member leaves before")
            .and("member", leaver.voter().id())
            .and("instance", instance);
    return LeavePolicy.forGood(clusterState, leaver.node(), leaver.voter().id(), reason);
  }
}
