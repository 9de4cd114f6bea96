package io.quorate.controller.plan.hooks;

import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.Rule;
import io.quorate.controller.plan.group.HeldTerminations;
import io.quorate.controller.view.HookWait;
import io.quorate.model.InstanceId;
import java.util.Map;
import java.util.Optional;

/**
 * Lets an instance that the launch hook holds into service once its agent has written its first
 * heartbeat. An instance id is never used twice, so any row of it is its own. The timeout's default
 * is CONTINUE, too: no timer ends an instance that may vote. A launch that was given up stays so.
 */
public final class AnswerLaunchHook implements Rule {
  @Override
  public String code() {
    return "ANSWER_LAUNCH_HOOK";
  }

  /** The hook lets the instance go on in any case, once its time is over. */
  @Override
  public boolean heldByPause(ClusterState clusterState, Plan plan) {
    return false;
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    return HeldTerminations.waits(clusterState).entrySet().stream()
        .filter(held -> held.getValue().transition() == HookWait.Transition.LAUNCH)
        .filter(held -> clusterState.node(held.getKey()).isPresent())
        .filter(held -> !clusterState.status().group().ends(held.getKey()))
        .filter(held -> HookAnswers.due(clusterState, held.getKey(), held.getValue().hook()))
        .findFirst()
        .map(held -> proceed(clusterState, held.getKey(), held.getValue().hook()));
  }

  private static Plan proceed(ClusterState clusterState, InstanceId instance, String hook) {
    Reason reason =
        Reason.of("NODE_REGISTERED", "the agent of " + instance + " reports: it goes into service")
            .and("instance", instance);
    Plan plan = HookPlans.proceed(clusterState, instance, hook, reason, Map.of());
    return new Plan(
        plan.decision(),
        plan.status().withGroup(plan.status().group().launched()),
        plan.heartbeatEvidence());
  }
}
