package io.quorate.controller.plan.rules;

import io.quorate.controller.decision.AnswerRequest;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.decision.RequestChange;
import io.quorate.controller.plan.snapshots.Catalogue;
import io.quorate.controller.plan.snapshots.SnapshotRequests;
import io.quorate.controller.plan.snapshots.TaskExecutors;
import io.quorate.controller.plan.snapshots.TaskPlans;
import io.quorate.controller.plan.state.ClusterState;
import io.quorate.controller.view.ObservedNode;
import io.quorate.request.Request;
import io.quorate.snapshot.SnapshotId;
import io.quorate.task.TaskKind;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Takes up the oldest request for a snapshot or a verification, one after the other, whatever the
 * interval says and however often its kind failed. A request that no node could take up for ten
 * minutes fails.
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

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    return clusterState.view().records().requests().stream()
        .filter(request -> request.state() == Request.State.OPEN)
        .flatMap(
            request ->
                SnapshotRequests.task(request)
                    .flatMap(kind -> start(clusterState, request, kind))
                    .stream())
        .findFirst();
  }

  private static Optional<Plan> start(ClusterState clusterState, Request request, TaskKind kind) {
    Optional<ObservedNode> node =
        clusterState.status().tasks().open().isPresent()
            ? Optional.empty()
            : TaskExecutors.choose(clusterState, kind);
    if (node.isEmpty()) {
      return tooLate(clusterState, request, kind);
    }
    Reason reason =
        Reason.of("REQUESTED", request.by() + " asks for it").and("request", request.id());
    return switch (kind) {
      case TAKE_SNAPSHOT ->
          Optional.of(TaskPlans.take(clusterState, node.get(), reason, Optional.of(request)));
      case VERIFY_SNAPSHOT ->
          SnapshotRequests.subject(request)
              .map(SnapshotId::new)
              .flatMap(Catalogue.of(clusterState)::find)
              .map(
                  snapshot ->
                      TaskPlans.verify(
                          clusterState, node.get(), snapshot, reason, Optional.of(request)));
      case UPLOAD_DIRECTORY -> Optional.empty(); // No request asks for it.
    };
  }

  private static Optional<Plan> tooLate(ClusterState clusterState, Request request, TaskKind kind) {
    boolean waits =
        clusterState.status().tasks().open().isPresent()
            || clusterState.view().observedAt().isBefore(request.at().plus(LONGEST_WAIT));
    if (waits) {
      return Optional.empty();
    }
    String why = TaskExecutors.whyNone(clusterState, kind);
    return Optional.of(
        new Plan(
            new AnswerRequest(
                Reason.of("NO_EXECUTOR", why),
                new RequestChange(request, request.in(Request.State.FAILED, why, request.result())),
                Optional.empty(),
                Optional.empty()),
            clusterState.status(),
            Map.of()));
  }
}
