package io.quorate.controller.plan;

import io.quorate.instruction.Outcome;
import io.quorate.model.InstanceId;
import io.quorate.state.Operation;
import io.quorate.state.Setback;
import io.quorate.state.Status;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Closes the open operation when its executor has answered, or is proven terminated; never by time
 * alone (I3). A failed executor waits longer before each further try.
 */
final class CloseAnsweredOperation implements Rule {
  private static final Duration FIRST_WAIT = Duration.ofSeconds(10);
  private static final int DOUBLINGS = 6;

  @Override
  public Optional<Plan> consider(Situation situation) {
    return situation
        .status()
        .operation()
        .flatMap(
            open ->
                answer(situation, open)
                    .map(outcome -> closed(situation, open, outcome))
                    .or(() -> terminated(situation, open)));
  }

  private static Optional<Outcome> answer(Situation situation, Operation open) {
    return situation.node(open.executor()).flatMap(node -> open.answer(node.heartbeat()));
  }

  private static Plan closed(Situation situation, Operation open, Outcome outcome) {
    Reason reason =
        Reason.of(
                "OUTCOME_" + outcome.result(),
                open.kind() + " on " + open.executor() + ": " + outcome.detail())
            .and("instruction", open.instructionId())
            .and("step", outcome.step());
    return plan(situation, open, reason, Optional.of(outcome));
  }

  private static Optional<Plan> terminated(Situation situation, Operation open) {
    if (!situation.gone(open.executor())) {
      return Optional.empty();
    }
    Reason reason =
        Reason.of(
                "EXECUTOR_TERMINATED",
                "EC2 shows " + open.executor() + " terminated: it will never act again")
            .and("instruction", open.instructionId());
    return Optional.of(plan(situation, open, reason, Optional.empty()));
  }

  private static Plan plan(
      Situation situation, Operation open, Reason reason, Optional<Outcome> outcome) {
    Status next =
        situation
            .status()
            .closing(open.instructionId())
            .withSetbacks(setbacks(situation, open.executor(), outcome));
    Decision close = new Decision.Close(reason, open.executor(), open.instructionId(), outcome);
    return new Plan(close, next, Map.of());
  }

  private static Map<InstanceId, Setback> setbacks(
      Situation situation, InstanceId executor, Optional<Outcome> outcome) {
    Map<InstanceId, Setback> next = new HashMap<>(situation.status().setbacks());
    next.keySet().removeIf(situation::gone);
    Setback former = next.remove(executor);
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
          new Setback(
              failures, situation.view().observedAt().plus(FIRST_WAIT.multipliedBy(factor))));
    }
    return next;
  }
}
