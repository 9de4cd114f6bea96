package io.quorate.controller.plan.rules;

import io.quorate.controller.decision.CloseOperation;
import io.quorate.controller.decision.Decision;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.state.ClusterState;
import io.quorate.controller.plan.state.RollOuts;
import io.quorate.instruction.InstructionEffect;
import io.quorate.instruction.Outcome;
import io.quorate.model.InstanceId;
import io.quorate.state.JoinBackoff;
import io.quorate.state.Operation;
import io.quorate.state.Status;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Closes the open operation when its executor has answered, or is proven terminated; never by time
 * alone (I3). A failed executor waits longer before each further try; after a failed restart nobody
 * else is restarted.
 */
public final class CloseAnsweredOperation implements Rule {
  private static final Duration FIRST_WAIT = Duration.ofSeconds(10);
  private static final int DOUBLINGS = 6;

  @Override
  public String code() {
    return "CLOSE_ANSWERED_OPERATION";
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    return clusterState
        .status()
        .operation()
        .flatMap(
            open ->
                answer(clusterState, open)
                    .map(outcome -> closed(clusterState, open, outcome))
                    .or(() -> terminated(clusterState, open)));
  }

  private static Optional<Outcome> answer(ClusterState clusterState, Operation open) {
    return clusterState.node(open.executor()).flatMap(node -> open.answer(node.heartbeat()));
  }

  private static Plan closed(ClusterState clusterState, Operation open, Outcome outcome) {
    Reason reason =
        Reason.of(
                "OUTCOME_" + outcome.result(),
                open.kind() + " on " + open.executor() + ": " + outcome.detail())
            .and("instruction", open.instructionId())
            .and("step", outcome.step());
    return plan(clusterState, open, reason, Optional.of(outcome));
  }

  private static Optional<Plan> terminated(ClusterState clusterState, Operation open) {
    if (!clusterState.health().gone(open.executor())) {
      return Optional.empty();
    }
    Reason reason =
        Reason.of(
                "EXECUTOR_TERMINATED",
                "EC2 shows " + open.executor() + " terminated: it will never act again")
            .and("instruction", open.instructionId());
    return Optional.of(plan(clusterState, open, reason, Optional.empty()));
  }

  private static Plan plan(
      ClusterState clusterState, Operation open, Reason reason, Optional<Outcome> outcome) {
    Status closed = clusterState.status().closing(open.instructionId());
    Status next =
        open.effects().contains(new InstructionEffect.Restarts(open.executor()))
            ? closed.withRollOutHalt(RollOuts.after(clusterState, open, outcome))
            : closed.withJoinBackoffs(joinBackoffs(clusterState, open.executor(), outcome));
    Decision close = new CloseOperation(reason, open.executor(), open.instructionId(), outcome);
    return new Plan(close, next, Map.of());
  }

  private static Map<InstanceId, JoinBackoff> joinBackoffs(
      ClusterState clusterState, InstanceId executor, Optional<Outcome> outcome) {
    Map<InstanceId, JoinBackoff> next = new HashMap<>(clusterState.status().joinBackoffs());
    next.keySet().removeIf(clusterState.health()::gone);
    JoinBackoff former = next.remove(executor);
    boolean failed =
        outcome
            .map(
                answered ->
                    switch (answered.result()) {
                      case DONE, CANCELLED -> false;
                      case FAILED, REFUSED -> true;
                    })
            .orElse(false);
    if (failed) {
      long failures = former == null ? 1 : former.failures() + 1;
      long factor = 1L << Math.min(failures - 1, DOUBLINGS);
      next.put(
          executor,
          new JoinBackoff(
              failures, clusterState.view().observedAt().plus(FIRST_WAIT.multipliedBy(factor))));
    }
    return next;
  }
}
