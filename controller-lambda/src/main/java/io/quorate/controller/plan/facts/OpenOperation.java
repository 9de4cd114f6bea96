package io.quorate.controller.plan.facts;

import io.quorate.command.Command;
import io.quorate.command.CommandSlot;
import io.quorate.spec.Timings;
import io.quorate.state.OpenCommand;
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
                    + open.commandId()
                    + ", which is open since "
                    + open.since()
                    + " and can be neither done nor cancelled: put the record back from a backup,"
                    + " or terminate the instance");
  }

  /** Whether it is open for longer than it may be, and for so much more. */
  public static boolean overdue(ClusterState clusterState, OpenCommand open, Duration more) {
    Timings timings = clusterState.view().spec().timings();
    Duration allowed =
        instructed(clusterState, open).orElse(timings.joinDeadline()).plus(timings.silentGrace());
    return clusterState.view().observedAt().isAfter(open.since().plus(allowed).plus(more));
  }

  /**
   * The deadline that a joining executor was given and keeps, whatever the spec says by now. What
   * promotes nobody has at least as much time as a join may take by this spec.
   */
  private static Optional<Duration> instructed(ClusterState clusterState, OpenCommand open) {
    Duration join = clusterState.view().spec().timings().joinDeadline();
    return instruction(clusterState, open)
        .map(Command::deadline)
        .map(own -> open.promotes() || own.compareTo(join) > 0 ? own : join);
  }

  public static boolean slotHolds(ClusterState clusterState, OpenCommand open) {
    return instruction(clusterState, open).isPresent();
  }

  private static Optional<Command> instruction(ClusterState clusterState, OpenCommand open) {
    return clusterState.view().slot(open).map(CommandSlot::command);
  }

  /** How long an operation may be open by this spec: what a join may take, and a grace. */
  public static Duration allowed(ClusterState clusterState) {
    Timings timings = clusterState.view().spec().timings();
    return timings.joinDeadline().plus(timings.silentGrace());
  }
}
