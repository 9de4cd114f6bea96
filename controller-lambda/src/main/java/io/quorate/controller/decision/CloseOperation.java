package io.quorate.controller.decision;

import io.quorate.codec.Tree;
import io.quorate.controller.view.ClusterView;
import io.quorate.instruction.Outcome;
import io.quorate.model.InstanceId;
import io.quorate.state.Status;
import java.util.Map;
import java.util.Optional;

/**
 * Closes the open instruction: frees its slot, and keeps the outcome in the journal.
 *
 * @param outcome what its executor answered; absent when the executor is proven terminated
 */
public record CloseOperation(
    Reason reason, InstanceId executor, String instructionId, Optional<Outcome> outcome)
    implements Decision {
  /** The code, by which programs find how instructions ended in the journal. */
  public static final String CODE = "CLOSE_OPERATION";

  @Override
  public String code() {
    return CODE;
  }

  @Override
  public String summary() {
    return "close " + instructionId + ", which " + executor + " was told";
  }

  @Override
  public Map<String, Object> values() {
    return Tree.builder()
        .with("instructionId", instructionId)
        .with("executor", executor)
        .withOptional("outcome", outcome.map(Outcome::result))
        .withOptional("step", outcome.map(Outcome::step))
        .withOptional("detail", outcome.map(Outcome::detail))
        .build();
  }

  @Override
  public DecisionWrites writes(ClusterView view, Status next) {
    return DecisionWrites.of(
        Optional.ofNullable(view.slots().get(executor))
            .filter(slot -> slot.instruction().header().id().equals(instructionId))
            .map(slot -> SlotWrites.close(view.cluster(), slot, view.observedAt()))
            .stream()
            .toList());
  }

  @Override
  public Reason journalled() {
    Reason told = reason.and("instruction", instructionId).and("executor", executor);
    return outcome
        .map(
            answer ->
                told.and("kind", answer.kind())
                    .and("result", answer.result())
                    .and("step", answer.step())
                    .and("detail", answer.detail()))
        .orElseGet(() -> told.and("result", "EXECUTOR_TERMINATED"));
  }
}
