package io.quorate.controller.plan.state;

import io.quorate.instruction.Instruction;
import io.quorate.instruction.InstructionSlot;
import io.quorate.spec.Timings;
import io.quorate.state.Operation;
import java.time.Duration;
import java.util.Optional;

/** Whether the open operation is overdue, and whether its instruction is still in its slot. */
public final class OpenOperation {
  private OpenOperation() {}

  /** An overdue operation without its instruction in the slot: the table was edited or restored. */
  public static Optional<String> instructionMissing(ClusterState clusterState) {
    return clusterState
        .status()
        .operation()
        .filter(open -> overdue(clusterState, open, Duration.ZERO))
        .filter(open -> clusterState.node(open.executor()).isPresent())
        .filter(open -> !slotHolds(clusterState, open))
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
  public static boolean overdue(ClusterState clusterState, Operation open, Duration more) {
    Timings timings = clusterState.view().spec().timings();
    Duration allowed =
        instructed(clusterState, open).orElse(timings.joinDeadline()).plus(timings.silentGrace());
    return clusterState.view().observedAt().isAfter(open.since().plus(allowed).plus(more));
  }

  /**
   * The deadline that a joining executor was given and keeps, whatever the spec says by now. What
   * promotes nobody has a shorter one, and as much time as a join may take by this spec.
   */
  private static Optional<Duration> instructed(ClusterState clusterState, Operation open) {
    return instruction(clusterState, open)
        .filter(instruction -> open.promotes())
        .map(Instruction::deadline);
  }

  public static boolean slotHolds(ClusterState clusterState, Operation open) {
    return instruction(clusterState, open).isPresent();
  }

  private static Optional<Instruction> instruction(ClusterState clusterState, Operation open) {
    return Optional.ofNullable(clusterState.view().slots().get(open.executor()))
        .map(InstructionSlot::instruction)
        .filter(instruction -> instruction.header().id().equals(open.instructionId()));
  }

  /** How long an operation may be open by this spec: what a join may take, and a grace. */
  public static Duration allowed(ClusterState clusterState) {
    Timings timings = clusterState.view().spec().timings();
    return timings.joinDeadline().plus(timings.silentGrace());
  }
}
