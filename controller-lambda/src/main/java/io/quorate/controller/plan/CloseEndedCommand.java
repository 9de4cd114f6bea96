package io.quorate.controller.plan;

import io.quorate.command.Lane;
import io.quorate.command.Outcome;
import io.quorate.controller.decision.CloseCommand;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.decision.RequestChange;
import io.quorate.controller.plan.commands.CommandPolicy;
import io.quorate.controller.plan.commands.EndedCommand;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.ForgottenInstances;
import io.quorate.controller.plan.facts.Rule;
import io.quorate.request.Request;
import io.quorate.state.LastCommand;
import io.quorate.state.OpenCommand;
import io.quorate.state.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * Closes the open command of a lane when its executor has answered or is proven terminated, and,
 * for kinds whose late effect harms nobody, when its deadline and a grace have passed; all others
 * never by time alone (I3). What came of it is written in the same transaction: what follows by its
 * kind, how often its kind failed, the request's answer.
 */
public final class CloseEndedCommand implements Rule {
  private static final Duration ASKED_AGAIN_FOR = Duration.ofHours(1);

  private final Lane lane;

  /** Closes the open command of this lane. */
  public CloseEndedCommand(Lane lane) {
    this.lane = lane;
  }

  @Override
  public String code() {
    return switch (lane) {
      case MEMBERSHIP -> "CLOSE_ANSWERED_OPERATION";
      case MAINTENANCE -> "CLOSE_TASK";
    };
  }

  /** What was begun is closed. */
  @Override
  public boolean heldByPause(ClusterState clusterState, Plan plan) {
    return false;
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    return clusterState.status().open(lane).flatMap(open -> close(clusterState, open));
  }

  private static Optional<Plan> close(ClusterState clusterState, OpenCommand open) {
    CommandPolicy policy = CommandPolicies.of(open.kind());
    Optional<Outcome> answer =
        clusterState.node(open.executor()).flatMap(node -> open.answer(node.heartbeat()));
    if (answer.isPresent()) {
      return Optional.of(close(clusterState, open, policy.ended(clusterState, open, answer.get())));
    }
    if (clusterState.health().gone(open.executor())) {
      return Optional.of(terminated(clusterState, open));
    }
    return policy.harmlessWhenLate() && late(clusterState, open)
        ? Optional.of(
            close(
                clusterState,
                open,
                EndedCommand.failed(
                    open, "OTHER: " + open.executor() + " has not answered since " + open.since())))
        : Optional.empty();
  }

  private static boolean late(ClusterState clusterState, OpenCommand open) {
    Duration grace = clusterState.view().spec().timings().silentGrace();
    return open.deadline()
        .filter(by -> clusterState.view().observedAt().isAfter(by.plus(grace)))
        .isPresent();
  }

  private static Plan terminated(ClusterState clusterState, OpenCommand open) {
    String shown = ForgottenInstances.words(clusterState, open.executor());
    return switch (open.lane()) {
      case MEMBERSHIP ->
          plan(
              clusterState,
              open,
              Reason.of("EXECUTOR_TERMINATED", shown + ": it will never act again")
                  .and("instruction", open.commandId()),
              Optional.empty());
      case MAINTENANCE -> close(clusterState, open, EndedCommand.failed(open, "OTHER: " + shown));
    };
  }

  private static Plan close(ClusterState clusterState, OpenCommand open, EndedCommand ended) {
    Outcome outcome = ended.outcome();
    Reason reason =
        Reason.of(
                CloseCommand.reasonCode(open.lane(), outcome.result()),
                "%s on %s: %s".formatted(open.kind(), open.executor(), outcome.detail()))
            .and(open.lane().word(), open.commandId());
    return plan(
        clusterState,
        open,
        outcome.step().isEmpty() ? reason : reason.and("step", outcome.step()),
        Optional.of(ended));
  }

  private static Plan plan(
      ClusterState clusterState, OpenCommand open, Reason reason, Optional<EndedCommand> ended) {
    Optional<Outcome> outcome = ended.map(EndedCommand::outcome);
    Status next =
        CommandPolicies.of(open.kind())
            .after(clusterState, open, outcome, clusterState.status().closing(open.commandId()));
    return new Plan(
        new CloseCommand(
            reason,
            open,
            outcome,
            ended.flatMap(EndedCommand::catalogue),
            outcome.flatMap(how -> answered(clusterState, open, how))),
        ended
            .filter(how -> open.lane() == Lane.MAINTENANCE)
            .map(
                how ->
                    next.withTasks(next.tasks().ended(open.kind(), last(clusterState, open, how))))
            .orElse(next),
        Map.of());
  }

  private static LastCommand last(ClusterState clusterState, OpenCommand open, EndedCommand ended) {
    Outcome outcome = ended.outcome();
    long before =
        Optional.ofNullable(clusterState.status().tasks().last().get(open.kind()))
            .map(LastCommand::failures)
            .orElse(0L);
    long failures =
        switch (outcome.result()) {
          case DONE -> 0;
          case FAILED -> ended.counts() ? before + 1 : 0;
          case REFUSED -> before + 1;
          case CANCELLED -> gaveWay(clusterState, open) ? before : before + 1;
        };
    return new LastCommand(
        open.executor(),
        clusterState.view().observedAt(),
        outcome.result(),
        outcome.detail(),
        failures);
  }

  /**
   * Maintenance that was stopped for a membership change has not failed: it begins again after the
   * change.
   */
  private static boolean gaveWay(ClusterState clusterState, OpenCommand open) {
    return clusterState.status().terminating(open.executor())
        || clusterState
            .status()
            .open(Lane.MEMBERSHIP)
            .filter(change -> change.executor().equals(open.executor()))
            .isPresent();
  }

  private static Optional<RequestChange> answered(
      ClusterState clusterState, OpenCommand open, Outcome outcome) {
    return clusterState.view().records().requests().stream()
        .filter(request -> open.request().filter(request.id()::equals).isPresent())
        .filter(request -> !request.state().closed())
        .findFirst()
        .map(
            request ->
                new RequestChange(
                    request,
                    CommandPolicies.of(open.kind())
                        .answered(
                            clusterState,
                            open,
                            request,
                            state(clusterState, open, request, outcome.result()),
                            outcome.detail())));
  }

  /** What was cancelled for the sake of a change is tried again. */
  private static Request.State state(
      ClusterState clusterState, OpenCommand open, Request request, Outcome.Result result) {
    Instant now = clusterState.view().observedAt();
    return switch (result) {
      case DONE -> Request.State.DONE;
      case FAILED, REFUSED -> Request.State.FAILED;
      case CANCELLED ->
          gaveWay(clusterState, open) && now.isBefore(request.at().plus(ASKED_AGAIN_FOR))
              ? Request.State.OPEN
              : Request.State.FAILED;
    };
  }
}
