package io.quorate.controller.plan;

import io.quorate.instruction.Instruction;
import io.quorate.instruction.InstructionSlot;
import io.quorate.instruction.JoinCluster;
import io.quorate.instruction.RemoveMember;
import io.quorate.spec.Timings;
import io.quorate.state.Operation;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Asks for the open operation's cancel when its executor speaks but has not ended it in time. The
 * agent keeps its own deadline; this is for one that does not.
 */
final class CancelOverdueOperation implements Rule {
  @Override
  public Optional<Plan> consider(Situation situation) {
    return situation
        .status()
        .operation()
        .filter(open -> !open.cancelRequested())
        .filter(open -> overdue(situation, open, Duration.ZERO))
        .filter(open -> slotHolds(situation, open))
        .filter(
            open -> situation.node(open.executor()).filter(n -> !situation.silent(n)).isPresent())
        .map(open -> cancel(situation, open));
  }

  /** An overdue operation without its instruction in the slot: the table was edited or restored. */
  static Optional<String> instructionMissing(Situation situation) {
    return situation
        .status()
        .operation()
        .filter(open -> overdue(situation, open, Duration.ZERO))
        .filter(open -> situation.node(open.executor()).isPresent())
        .filter(open -> !slotHolds(situation, open))
        .map(
            open ->
                "the slot of "
                    + open.executor()
                    + " does not hold "
                    + open.instructionId()
                    + ", which is open since "
                    + open.since()
                    + " and can be neither done nor cancelled: put the record back from a backup,"
                    + " or terminate the instance");
  }

  /** Whether it is open for longer than it may be, and for so much more. */
  static boolean overdue(Situation situation, Operation open, Duration more) {
    Timings timings = situation.view().spec().timings();
    Duration allowed =
        instructed(situation, open).orElse(timings.joinDeadline()).plus(timings.silentGrace());
    return situation.view().observedAt().isAfter(open.since().plus(allowed).plus(more));
  }

  /** The deadline that the executor was given and keeps, whatever the spec says by now. */
  private static Optional<Duration> instructed(Situation situation, Operation open) {
    return instruction(situation, open)
        .flatMap(
            instruction ->
                switch (instruction) {
                  case JoinCluster join -> Optional.of(Duration.ofMillis(join.deadlineMillis()));
                  case RemoveMember remove -> Optional.empty();
                });
  }

  private static boolean slotHolds(Situation situation, Operation open) {
    return instruction(situation, open).isPresent();
  }

  private static Optional<Instruction> instruction(Situation situation, Operation open) {
    return Optional.ofNullable(situation.view().slots().get(open.executor()))
        .map(InstructionSlot::instruction)
        .filter(instruction -> instruction.header().id().equals(open.instructionId()));
  }

  /** How long an operation may be open by this spec: what a join may take, and a grace. */
  static Duration allowed(Situation situation) {
    Timings timings = situation.view().spec().timings();
    return timings.joinDeadline().plus(timings.silentGrace());
  }

  private static Plan cancel(Situation situation, Operation open) {
    Reason reason =
        Reason.of(
                "OPERATION_OVERDUE",
                open.kind() + " on " + open.executor() + " has been open since " + open.since())
            .and("instruction", open.instructionId());
    return new Plan(
        new Decision.RequestCancel(reason, open.executor(), open.instructionId()),
        situation.status().cancelling(),
        Map.of());
  }
}
