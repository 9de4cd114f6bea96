package io.quorate.controller.plan.hooks;

import io.quorate.controller.decision.AnswerHook;
import io.quorate.controller.decision.HeartbeatVersion;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.Rule;
import io.quorate.controller.plan.group.HeldTerminations;
import io.quorate.controller.plan.group.NonMembers;
import io.quorate.controller.view.HookWait;
import io.quorate.model.InstanceId;
import java.util.Map;
import java.util.Optional;

/**
 * Lets a termination that the hook holds go on, when the cluster can do without the instance; see
 * {@link TerminationHookEvidence}. Nothing holds the termination after the answer, so each answer
 * needs the same evidence as a termination by the controller. While the group shows the wait, it is
 * sent again after a pause ({@link HookAnswers}).
 */
public final class AnswerTerminationHook implements Rule {
  @Override
  public String code() {
    return "ANSWER_TERMINATION_HOOK";
  }

  /** A member is held on; without one the group terminates it once the hook's time is over. */
  @Override
  public boolean heldByPause(ClusterState clusterState, Plan plan) {
    return plan.decision() instanceof AnswerHook answer
        && HeldTerminations.members(clusterState).contains(answer.answer().instance());
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    return HeldTerminations.held(clusterState).stream()
        .filter(
            instance ->
                HookAnswers.due(
                    clusterState, instance, HeldTerminations.waitOf(clusterState, instance).hook()))
        .flatMap(
            instance ->
                TerminationHookEvidence.of(clusterState, instance).stream()
                    .map(
                        reason ->
                            proceed(
                                clusterState,
                                instance,
                                HeldTerminations.waitOf(clusterState, instance),
                                reason)))
        .findFirst();
  }

  private static Plan proceed(
      ClusterState clusterState, InstanceId instance, HookWait wait, Reason reason) {
    Map<InstanceId, HeartbeatVersion> heartbeatEvidence =
        clusterState.health().gone(instance)
            ? Map.of()
            : NonMembers.evidence(clusterState, instance);
    return HookPlans.proceed(clusterState, instance, wait.hook(), reason, heartbeatEvidence);
  }
}
