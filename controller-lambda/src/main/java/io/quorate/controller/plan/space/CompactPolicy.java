package io.quorate.controller.plan.space;

import io.quorate.command.CommandFailure;
import io.quorate.command.CommandKind;
import io.quorate.command.CompactHistory;
import io.quorate.command.Outcome;
import io.quorate.controller.decision.AnswerRequest;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.commands.CommandStart;
import io.quorate.controller.plan.commands.EndedCommand;
import io.quorate.controller.plan.commands.MaintenancePolicy;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.SizedTime;
import io.quorate.controller.view.ObservedNode;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.state.OpenCommand;
import io.quorate.state.SpaceWork;
import io.quorate.state.Status;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Compactions, which only operators ask for. */
public final class CompactPolicy extends MaintenancePolicy {
  private static final Duration DEADLINE = Duration.ofMinutes(2);
  private static final String REVISION = "revision";

  @Override
  public CommandKind kind() {
    return CommandKind.COMPACT;
  }

  @Override
  public Optional<RequestKind> request() {
    return Optional.of(RequestKind.COMPACT);
  }

  @Override
  public String subjectName() {
    return REVISION;
  }

  @Override
  public Optional<Plan> start(
      ClusterState clusterState, ObservedNode node, Request request, Reason reason) {
    String asked = request.arguments().getOrDefault(REVISION, "");
    if (!asked.matches("[1-9][0-9]{0,17}")) {
      return Optional.of(refused(clusterState, request, asked));
    }
    CompactHistory compact =
        new CompactHistory(
            CommandStart.header(clusterState, CommandKind.COMPACT, node),
            Long.parseLong(asked),
            SizedTime.of(clusterState, DEADLINE, 1));
    return Optional.of(
        CommandStart.maintenance(
            clusterState,
            node,
            compact,
            new CommandStart.Subject(REVISION, asked),
            reason.and(REVISION, asked),
            Optional.of(request)));
  }

  /** The plan that tells one voter to compact for the room that it makes. */
  public static Plan cure(
      ClusterState clusterState,
      ObservedNode node,
      long revision,
      boolean emergency,
      Reason reason) {
    CompactHistory compact =
        new CompactHistory(
            CommandStart.header(clusterState, CommandKind.COMPACT, node),
            revision,
            SizedTime.of(clusterState, DEADLINE, 1),
            Optional.of(emergency ? CompactHistory.Cure.EMERGENCY : CompactHistory.Cure.KEPT));
    String subject = Long.toString(revision);
    return CommandStart.maintenance(
        clusterState,
        node,
        compact,
        new CommandStart.Subject(REVISION, subject),
        reason.and(REVISION, subject),
        Optional.empty());
  }

  /** What it made room for is known of its executor, who awaited it. */
  @Override
  public Status after(
      ClusterState clusterState, OpenCommand open, Optional<Outcome> ended, Status closed) {
    Optional<SpaceWork.Compacted> compacted =
        clusterState
            .node(open.executor())
            .flatMap(node -> open.answer(node.heartbeat()))
            .filter(answer -> answer.result() == Outcome.Result.DONE)
            .map(answer -> number(answer.values(), "inUseBytes"))
            .filter(bytes -> bytes > 0)
            .map(
                bytes ->
                    new SpaceWork.Compacted(
                        clusterState.view().observedAt(), bytes, emergency(clusterState, open)));
    return compacted
        .map(
            how ->
                closed.withTasks(closed.tasks().withSpace(closed.tasks().space().compacted(how))))
        .orElse(closed);
  }

  private static boolean emergency(ClusterState clusterState, OpenCommand open) {
    return clusterState
        .view()
        .slot(open)
        .filter(slot -> slot.command() instanceof CompactHistory)
        .flatMap(slot -> ((CompactHistory) slot.command()).cure())
        .filter(CompactHistory.Cure.EMERGENCY::equals)
        .isPresent();
  }

  private static Plan refused(ClusterState clusterState, Request request, String asked) {
    String words = "revision '" + asked + "': expected a whole number from 1";
    return new Plan(AnswerRequest.refused(request, words), clusterState.status(), Map.of());
  }

  /** It compacts nothing that is newer than what was asked for. */
  @Override
  public boolean harmlessWhenLate() {
    return true;
  }

  @Override
  protected EndedCommand done(ClusterState clusterState, OpenCommand open, Outcome answer) {
    return EndedCommand.done(open, answer.detail(), Optional.empty());
  }

  /** A revision that etcd refuses is the operator's mistake, not a failure of the kind. */
  @Override
  protected EndedCommand failed(ClusterState clusterState, OpenCommand open, Outcome answer) {
    return CommandFailure.BAD.equals(answer.values().get(CommandFailure.VERDICT))
        ? EndedCommand.of(open, Outcome.Result.FAILED, answer.detail(), false, Optional.empty())
        : super.failed(clusterState, open, answer);
  }
}
