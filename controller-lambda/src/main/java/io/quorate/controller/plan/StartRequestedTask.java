package io.quorate.controller.plan;

import io.quorate.command.CommandKind;
import io.quorate.command.Lane;
import io.quorate.controller.decision.AnswerRequest;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.commands.CommandPolicy;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.Rule;
import io.quorate.controller.plan.lifecycle.RefuseWhilePaused;
import io.quorate.controller.plan.voters.RefusedAgents;
import io.quorate.controller.view.ObservedNode;
import io.quorate.request.Request;
import io.quorate.state.LastCommand;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * Takes up the oldest request for maintenance, one after the other, whatever the interval says and
 * however often its kind failed. A request that no node could take up for ten minutes fails.
 */
public final class StartRequestedTask implements Rule {
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(10);

  @Override
  public String code() {
    return "START_REQUESTED_TASK";
  }

  @Override
  public boolean besideRest() {
    return true;
  }

  /** What begins a change was refused before: see {@link RefuseWhilePaused}. */
  @Override
  public boolean heldByPause(ClusterState clusterState, Plan plan) {
    return false;
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    return clusterState.view().records().requests().stream()
        .filter(request -> request.state() == Request.State.OPEN)
        .flatMap(
            request ->
                CommandPolicies.requested(request.kind())
                    .flatMap(policy -> start(clusterState, request, policy))
                    .stream())
        .findFirst();
  }

  private static Optional<Plan> start(
      ClusterState clusterState, Request request, CommandPolicy policy) {
    boolean busy = clusterState.status().open(Lane.MAINTENANCE).isPresent();
    Optional<String> refused = busy ? Optional.empty() : policy.refuses(clusterState, request);
    if (refused.isPresent()) {
      return Optional.of(
          new Plan(AnswerRequest.refused(request, refused.get()), clusterState.status(), Map.of()));
    }
    Optional<ObservedNode> node = busy ? Optional.empty() : policy.executor(clusterState, request);
    if (node.isEmpty()) {
      return busy ? Optional.empty() : tooLate(clusterState, request, policy);
    }
    return policy.start(
        clusterState,
        node.get(),
        request,
        Reason.of("REQUESTED", request.by() + " asks for it").and("request", request.id()));
  }

  private static Optional<Plan> tooLate(
      ClusterState clusterState, Request request, CommandPolicy policy) {
    // An agent that its etcd refuses can do nothing before a person lets it.
    if (RefusedAgents.of(clusterState).isEmpty()
        && clusterState.view().observedAt().isBefore(until(clusterState, request, policy.kind()))) {
      return Optional.empty();
    }
    String why = policy.whyNone(clusterState, request);
    return Optional.of(
        new Plan(
            AnswerRequest.plain(
                Reason.of("NO_EXECUTOR", why),
                request,
                Request.State.FAILED,
                why,
                request.result()),
            clusterState.status(),
            Map.of()));
  }

  /** One that is carried out in parts waits anew after each. */
  private static Instant until(ClusterState clusterState, Request request, CommandKind kind) {
    return Optional.ofNullable(clusterState.status().tasks().last().get(kind))
        .map(LastCommand::at)
        .filter(last -> !request.result().isEmpty() && last.isAfter(request.at()))
        .orElse(request.at())
        .plus(LONGEST_WAIT);
  }
}
