package io.quorate.controller.plan.membership;

import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.PlanChoice;
import io.quorate.controller.plan.facts.Rule;
import io.quorate.controller.plan.group.HeldLeave;
import io.quorate.controller.plan.group.HeldTerminations;
import io.quorate.controller.plan.hooks.AnswerTerminationHook;
import io.quorate.model.InstanceId;
import java.util.Optional;

/**
 * Tells a member to leave whose instance the group is about to terminate, while the termination
 * hook holds it; {@link AnswerTerminationHook} lets it go on after. Where too few voters would stay
 * it waits, the hook is extended, and a replacement joins first: {@link JoinWaitingNode} does not
 * count a held member. One leaves at a time.
 */
public final class LeaveBeforeTermination implements Rule {
  /** A replacement has to be able to join meanwhile. */
  @Override
  public boolean restsForAll() {
    return false;
  }

  @Override
  public String code() {
    return "LEAVE_BEFORE_TERMINATION";
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    return PlanChoice.firstThatActs(
        HeldTerminations.members(clusterState).stream()
            .map(instance -> leave(clusterState, instance))
            .toList());
  }

  private static Plan leave(ClusterState clusterState, InstanceId instance) {
    Optional<String> missing = HeldLeave.missing(clusterState, instance);
    if (missing.isPresent()) {
      return PlanChoice.rest(
          clusterState,
          Reason.of(
              "HELD_MEMBER_WAITS",
              "the group terminates " + instance + ", which does not leave yet: " + missing.get()));
    }
    HeldLeave.Leaver leaver = HeldLeave.leaver(clusterState, instance).orElseThrow();
    Reason reason =
        Reason.of(
                "MEMBER_TERMINATING",
                "the group terminates " + instance + ": its member leaves before")
            .and("member", leaver.voter().id())
            .and("instance", instance);
    return LeavePolicy.start(clusterState, leaver.node(), leaver.voter().id(), reason);
  }
}
