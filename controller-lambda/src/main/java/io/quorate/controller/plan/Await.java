package io.quorate.controller.plan;

import java.util.Map;
import java.util.Optional;

/** While a change or a termination is under way, nothing else is begun (I3). */
final class Await implements Rule {
  @Override
  public Optional<Plan> consider(Situation situation) {
    Optional<Reason> operation =
        situation
            .status()
            .operation()
            .map(
                open ->
                    Reason.of("OPERATION_OPEN", open.kind() + " on " + open.executor() + " is open")
                        .and("instruction", open.instructionId()));
    Optional<Reason> termination =
        situation.status().terminations().stream()
            .findFirst()
            .map(
                intent ->
                    Reason.of("TERMINATION_UNDER_WAY", intent.instance() + " is being terminated"));
    return operation
        .or(() -> termination)
        .map(reason -> new Plan(new Decision.Rest(reason), situation.status(), Map.of()));
  }
}
