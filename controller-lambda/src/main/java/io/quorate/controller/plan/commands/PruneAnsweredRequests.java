package io.quorate.controller.plan.commands;

import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.PruneRequests;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.Rule;
import io.quorate.request.Request;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Deletes requests that were made a day ago and are answered, a bounded number at a time. */
public final class PruneAnsweredRequests implements Rule {
  private static final Duration KEPT = Duration.ofDays(1);
  private static final int AT_ONCE = 25;

  @Override
  public String code() {
    return "PRUNE_REQUESTS";
  }

  @Override
  public boolean besideRest() {
    return true;
  }

  /** Answered requests are no part of the cluster. */
  @Override
  public boolean heldByPause(ClusterState clusterState, Plan plan) {
    return false;
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    Instant before = clusterState.view().observedAt().minus(KEPT);
    List<Request> old =
        clusterState.view().records().requests().stream()
            .filter(request -> request.state().closed() && request.at().isBefore(before))
            .limit(AT_ONCE)
            .toList();
    return old.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Plan(
                new PruneRequests(
                    Reason.of("ANSWERED_LONG_AGO", old.size() + " requests were answered"), old),
                clusterState.status(),
                Map.of()));
  }
}
