package io.quorate.controller.plan;

import io.quorate.state.Birth;
import io.quorate.state.Lineage;
import java.util.Map;
import java.util.Optional;

/** Finishes a birth exactly as it was recorded, whoever recorded it. */
final class FinishRecordedBirth implements Rule {
  @Override
  public Optional<Plan> consider(Situation situation) {
    Lineage lineage = situation.view().lineage();
    if (lineage.state() != Lineage.State.COMMITTING) {
      return Optional.empty();
    }
    Birth birth = lineage.birth().orElseThrow();
    Reason reason =
        Reason.of("BIRTH_RECORDED", "generation " + birth.generation() + " is decided, not final")
            .and("nonce", birth.nonce());
    return Optional.of(
        new Plan(new Decision.FinishBirth(reason, birth), situation.status(), Map.of()));
  }
}
