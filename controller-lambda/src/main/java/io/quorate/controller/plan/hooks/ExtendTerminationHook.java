package io.quorate.controller.plan.hooks;

import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.Rule;
import io.quorate.controller.plan.group.HeldTerminations;
import io.quorate.controller.view.HookWait;
import io.quorate.model.InstanceId;
import java.util.Optional;

/**
 * Extends the hook that holds the termination of a member, three times within its timeout, for as
 * long as the instance holds the member. One that the cloud is not known to have taken is sent
 * again after a minute ({@link HookAnswers}). Auto Scaling ends the wait regardless after the
 * hook's global timeout; {@code TERMINATION_HELD} tells when.
 */
public final class ExtendTerminationHook implements Rule {
  @Override
  public String code() {
    return "EXTEND_TERMINATION_HOOK";
  }

  /** Without it the group would terminate a member. */
  @Override
  public boolean heldByPause(ClusterState clusterState, Plan plan) {
    return false;
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    return HeldTerminations.members(clusterState).stream()
        .filter(
            instance ->
                HookAnswers.extensionDue(
                    clusterState, instance, HeldTerminations.waitOf(clusterState, instance)))
        .findFirst()
        .map(
            instance ->
                extend(clusterState, instance, HeldTerminations.waitOf(clusterState, instance)));
  }

  private static Plan extend(ClusterState clusterState, InstanceId instance, HookWait wait) {
    Reason reason =
        Reason.of(
                "MEMBER_HELD",
                "the group terminates " + instance + ", which holds a member: the hook holds it on")
            .and("instance", instance);
    return HookPlans.extend(clusterState, instance, wait.hook(), reason);
  }
}
