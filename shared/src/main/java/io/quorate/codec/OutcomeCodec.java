package io.quorate.codec;

import io.quorate.instruction.InstructionKind;
import io.quorate.instruction.Outcome;
import java.util.Map;

/**
 * An instruction's outcome: within the heartbeat, and alone in the agent's journal.
 *
 * <p>Attributes that this schema version does not know are tolerated, and dropped when written
 * back.
 */
public final class OutcomeCodec {
  private OutcomeCodec() {}

  /** The outcome as a record of its own. */
  public static Map<String, Object> write(Outcome outcome) {
    return fields(Schema.builder(), outcome);
  }

  /** Reads an outcome that is a record of its own. */
  public static Outcome read(Map<String, Object> attributes, String where) {
    return Schema.read(attributes, where, OutcomeCodec::nested);
  }

  static Map<String, Object> fields(Tree.Builder tree, Outcome outcome) {
    return tree.with("instructionId", outcome.instructionId())
        .with("kind", outcome.kind())
        .with("result", outcome.result())
        .with("step", outcome.step())
        .with("detail", outcome.detail())
        .build();
  }

  static Outcome nested(Tree tree) {
    return new Outcome(
        tree.string("instructionId"),
        tree.constant("kind", InstructionKind.class),
        tree.constant("result", Outcome.Result.class),
        tree.string("step"),
        tree.string("detail"));
  }
}
