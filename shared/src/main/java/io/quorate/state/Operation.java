package io.quorate.state;

import io.quorate.instruction.InstructionEffect;
import io.quorate.instruction.InstructionKind;
import io.quorate.instruction.Outcome;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The one unclosed membership instruction (I3).
 *
 * @param instructionId the instruction
 * @param kind its kind
 * @param executor who was told
 * @param target the member it removes, where it removes one
 * @param since when it was issued, by the controller's clock
 * @param cancelRequested whether its cancel was asked for
 */
public record Operation(
    String instructionId,
    InstructionKind kind,
    InstanceId executor,
    Optional<MemberId> target,
    Instant since,
    boolean cancelRequested) {
  /** What its executor answers, by its heartbeat; empty while it has not answered. */
  public Optional<Outcome> answer(Heartbeat executor) {
    return executor.outcome().filter(outcome -> outcome.instructionId().equals(instructionId));
  }

  /** What it may do to the membership. */
  public List<InstructionEffect> effects() {
    return InstructionEffect.of(kind, executor, target);
  }

  /** Whether its executor may become a voter. */
  public boolean promotes() {
    return effects().contains(new InstructionEffect.Promotes(executor));
  }

  /** The same operation with its cancel asked for. */
  public Operation cancelling() {
    return new Operation(instructionId, kind, executor, target, since, true);
  }
}
