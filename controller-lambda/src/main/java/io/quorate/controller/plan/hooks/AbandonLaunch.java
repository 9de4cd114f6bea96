package io.quorate.controller.plan.hooks;

import io.quorate.controller.decision.AnswerHook;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.Rule;
import io.quorate.controller.plan.group.HeldTerminations;
import io.quorate.model.InstanceId;
import io.quorate.state.HookAnswer;
import java.util.Optional;

/**
 * Gives up the launch of an instance that never reported and is proven to hold no member, so that
 * the group launches another; see {@link FailedLaunches}. Once recorded it is sent until the group
 * shows that the wait is over, whatever becomes of the instance meanwhile.
 */
public final class AbandonLaunch implements Rule {
  @Override
  public String code() {
    return "ABANDON_LAUNCH";
  }

  /** One that was given up before is answered until the group shows it. */
  @Override
  public boolean heldByPause(ClusterState clusterState, Plan plan) {
    return plan.decision() instanceof AnswerHook answer
        && !recorded(clusterState, answer.answer().instance(), answer.answer().hook());
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    return HeldTerminations.waits(clusterState).keySet().stream()
        .filter(
            instance ->
                HookAnswers.due(
                    clusterState, instance, HeldTerminations.waitOf(clusterState, instance).hook()))
        .flatMap(instance -> abandon(clusterState, instance).stream())
        .findFirst();
  }

  private static Optional<Plan> abandon(ClusterState clusterState, InstanceId instance) {
    String hook = HeldTerminations.waitOf(clusterState, instance).hook();
    if (recorded(clusterState, instance, hook)) {
      return Optional.of(HookPlans.abandon(clusterState, instance, hook, reason(instance)));
    }
    return FailedLaunches.hookOf(clusterState, instance)
        .filter(wait -> FailedLaunches.mayGiveUp(clusterState))
        .map(wait -> HookPlans.abandon(clusterState, instance, hook, reason(instance)))
        .map(plan -> counted(clusterState, instance, plan));
  }

  private static boolean recorded(ClusterState clusterState, InstanceId instance, String hook) {
    return clusterState
        .status()
        .group()
        .answer(instance, hook)
        .flatMap(HookAnswer::result)
        .filter(HookAnswer.Result.ABANDON::equals)
        .isPresent();
  }

  private static Plan counted(ClusterState clusterState, InstanceId instance, Plan plan) {
    return new Plan(
        plan.decision(),
        plan.status()
            .withGroup(
                plan.status().group().abandoning(instance, clusterState.view().observedAt())),
        plan.heartbeatEvidence());
  }

  private static Reason reason(InstanceId instance) {
    return Reason.of(
            "NODE_NEVER_REPORTED",
            "the agent of "
                + instance
                + " has not reported within timings.bootTimeout: its launch is given up")
        .and("instance", instance);
  }
}
