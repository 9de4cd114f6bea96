package io.quorate.controller.plan;

import io.quorate.state.Operation;
import java.util.List;
import java.util.Optional;

/** While a change or a termination is under way, nothing else is begun (I3). */
final class Await implements Rule {
  @Override
  public Optional<Plan> consider(Situation situation) {
    Optional<Reason> operation = situation.status().operation().map(Await::operation);
    return operation
        .or(() -> termination(situation))
        .map(reason -> Awaited.rest(situation, reason));
  }

  private static Reason operation(Operation open) {
    return Reason.of(
            "OPERATION_OPEN",
            open.kind()
                + " on "
                + open.executor()
                + " is open since "
                + open.since()
                + (open.cancelRequested() ? ", its cancel asked for" : ""))
        .and("instruction", open.instructionId());
  }

  /**
   * While one is held back the others' repair goes on, for that is what it waits for; and while
   * Auto Scaling does not accept it, for that may last.
   */
  private static Optional<Reason> termination(Situation situation) {
    List<String> names =
        situation.status().terminations().stream()
            .filter(intent -> !PerformTermination.heldBack(situation, intent))
            .filter(intent -> !PerformTermination.failing(situation, intent))
            .map(intent -> intent.instance().value())
            .toList();
    return names.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Reason.of(
                "TERMINATION_UNDER_WAY",
                String.join(", ", names) + " is being terminated: awaited is EC2's terminated"));
  }
}
