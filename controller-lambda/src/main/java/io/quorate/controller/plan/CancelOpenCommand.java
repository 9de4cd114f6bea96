package io.quorate.controller.plan;

import io.quorate.command.Lane;
import io.quorate.controller.decision.CancelCommand;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.OpenOperation;
import io.quorate.controller.plan.facts.Rule;
import io.quorate.controller.plan.group.HeldTerminations;
import io.quorate.state.OpenCommand;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/** Asks for the cancel of the open command of a lane: once, and while its slot holds it. */
public final class CancelOpenCommand implements Rule {
  private final String code;
  private final Lane lane;
  private final BiFunction<ClusterState, OpenCommand, Optional<Reason>> why;

  private CancelOpenCommand(
      String code, Lane lane, BiFunction<ClusterState, OpenCommand, Optional<Reason>> why) {
    this.code = code;
    this.lane = lane;
    this.why = why;
  }

  /**
   * A join whose executor the group is about to terminate: a node that became a voter and was then
   * terminated would leave a dead voter that still counts for the quorum. Its hook is answered once
   * the join is closed.
   */
  public static CancelOpenCommand heldJoin() {
    return new CancelOpenCommand("CANCEL_HELD_JOIN", Lane.MEMBERSHIP, CancelOpenCommand::held);
  }

  /**
   * A change whose executor speaks but has not ended it in time. The agent keeps its own deadline;
   * this is for one that does not.
   */
  public static CancelOpenCommand overdueChange() {
    return new CancelOpenCommand(
        "CANCEL_OVERDUE_OPERATION", Lane.MEMBERSHIP, CancelOpenCommand::overdue);
  }

  /**
   * Maintenance past its deadline, on a node that is told to change the membership or is being
   * terminated, or that gives way by its kind: it never delays a change.
   */
  public static CancelOpenCommand maintenance() {
    return new CancelOpenCommand(
        "CANCEL_OVERDUE_TASK", Lane.MAINTENANCE, CancelOpenCommand::givesWay);
  }

  @Override
  public String code() {
    return code;
  }

  /** What was begun is cancelled. */
  @Override
  public boolean heldByPause(ClusterState clusterState, Plan plan) {
    return false;
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    return clusterState
        .status()
        .open(lane)
        .filter(open -> !open.cancelRequested())
        .filter(open -> clusterState.view().slot(open).isPresent())
        .flatMap(
            open ->
                why.apply(clusterState, open).map(reason -> cancel(clusterState, open, reason)));
  }

  private static Plan cancel(ClusterState clusterState, OpenCommand open, Reason reason) {
    return new Plan(
        new CancelCommand(reason.and(open.lane().word(), open.commandId()), open),
        clusterState.status().cancelling(open.lane()),
        Map.of());
  }

  private static Optional<Reason> held(ClusterState clusterState, OpenCommand open) {
    return HeldTerminations.held(clusterState).stream()
        .flatMap(instance -> HeldTerminations.promoting(clusterState, instance).stream())
        .findFirst()
        .map(
            join ->
                Reason.of(
                    "JOINER_TERMINATING",
                    "the group terminates %s, whose %s is open"
                        .formatted(join.executor(), join.kind())));
  }

  private static Optional<Reason> overdue(ClusterState clusterState, OpenCommand open) {
    return Optional.of(open)
        .filter(late -> OpenOperation.overdue(clusterState, late, Duration.ZERO))
        .flatMap(late -> clusterState.node(late.executor()))
        .filter(node -> !clusterState.health().silent(node))
        .map(node -> openSince("OPERATION_OVERDUE", open));
  }

  private static Optional<Reason> givesWay(ClusterState clusterState, OpenCommand open) {
    return besideChange(clusterState, open)
        .or(() -> CommandPolicies.of(open.kind()).givesWay(clusterState, open))
        .or(
            () ->
                open.deadline()
                    .filter(by -> clusterState.view().observedAt().isAfter(by))
                    .map(by -> openSince("TASK_OVERDUE", open)));
  }

  private static Optional<Reason> besideChange(ClusterState clusterState, OpenCommand open) {
    Optional<String> change =
        clusterState
            .status()
            .open(Lane.MEMBERSHIP)
            .filter(other -> other.executor().equals(open.executor()))
            .map(other -> other.kind() + ", which that node was told")
            .or(
                () ->
                    clusterState.status().terminating(open.executor())
                        ? Optional.of("that node's termination")
                        : Optional.empty());
    return change.map(
        what ->
            Reason.of(
                "TASK_BESIDE_CHANGE",
                "%s on %s gives way to %s".formatted(open.kind(), open.executor(), what)));
  }

  private static Reason openSince(String code, OpenCommand open) {
    return Reason.of(
        code,
        "%s on %s has been open since %s".formatted(open.kind(), open.executor(), open.since()));
  }
}
