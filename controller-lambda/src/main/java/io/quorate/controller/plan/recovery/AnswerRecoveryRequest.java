package io.quorate.controller.plan.recovery;

import io.quorate.controller.decision.AdvanceRecovery;
import io.quorate.controller.decision.AnswerRequest;
import io.quorate.controller.decision.HeartbeatVersion;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Prerequisite;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.decision.RequestChange;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.Rule;
import io.quorate.controller.plan.lifecycle.RefuseWhilePaused;
import io.quorate.controller.view.ClusterView;
import io.quorate.model.InstanceId;
import io.quorate.recovery.Recovery;
import io.quorate.request.Request;
import io.quorate.state.OldLog;
import io.quorate.state.Status;
import java.util.Map;
import java.util.Optional;

/**
 * Answers an operator who acknowledges what a recovery lost: the condition ends with it. And one
 * who rolls the cluster back, or has the mirror of the lineage written again: see {@link Rollback}
 * and {@link LineageRebuild} for what has to hold.
 */
public final class AnswerRecoveryRequest implements Rule {
  @Override
  public String code() {
    return "ANSWER_RECOVERY_REQUEST";
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
        .filter(request -> !request.state().closed())
        .flatMap(request -> answer(clusterState, request).stream())
        .findFirst();
  }

  private static Optional<Plan> answer(ClusterState clusterState, Request request) {
    return switch (request.kind()) {
      case ACKNOWLEDGE_RECOVERY -> Optional.of(acknowledge(clusterState, request));
      case RESTORE_SNAPSHOT -> Optional.of(rollBack(clusterState, request));
      case REBUILD_LINEAGE -> Optional.of(rebuild(clusterState, request));
      default -> Optional.empty();
    };
  }

  private static Plan rebuild(ClusterState clusterState, Request request) {
    return switch (LineageRebuild.of(clusterState)) {
      case LineageRebuild.Refused refused -> refused(clusterState, request, refused.why());
      case LineageRebuild.Complete complete ->
          answered(
              clusterState,
              request.in(
                  Request.State.DONE,
                  "table and bucket have everything: nothing was written",
                  Map.of()),
              request,
              Optional.empty(),
              Map.of());
      case LineageRebuild.Write write -> {
        String words =
            "the bucket holds the lineage again, generations 1 to "
                + write.lineage().generation()
                + " of UID "
                + write.lineage().uid()
                + "; "
                + write.missing()
                + " no longer";
        yield answered(
            clusterState,
            request.in(Request.State.DONE, words, Map.of()),
            request,
            Optional.of(new Prerequisite.MirrorLineage(write.lineage())),
            write.evidence());
      }
    };
  }

  private static Plan answered(
      ClusterState clusterState,
      Request after,
      Request before,
      Optional<Prerequisite> prerequisite,
      Map<InstanceId, HeartbeatVersion> evidence) {
    Status status = clusterState.status();
    return new Plan(
        new AnswerRequest(
            Reason.of("LINEAGE_MIRRORED", before.by() + " rebuilds: " + after.detail()),
            new RequestChange(before, after),
            Optional.empty(),
            prerequisite),
        status.withTasks(status.tasks().withBucket(status.tasks().bucket().lineageMirrored())),
        evidence);
  }

  private static Plan rollBack(ClusterState clusterState, Request request) {
    String named = request.arguments().getOrDefault("snapshot", "");
    Optional<Rollback> found = Rollback.to(clusterState, named);
    if (found.isEmpty()) {
      return refused(clusterState, request, "the catalogue has no snapshot '" + named + "'");
    }
    Rollback rollback = found.get();
    if (!rollback.objections().isEmpty()) {
      return refused(clusterState, request, String.join("; ", rollback.objections()));
    }
    String given = request.arguments().getOrDefault("hash", "");
    if (!rollback.hash().equals(given)) {
      return refused(
          clusterState,
          request,
          "the hash of this plan is not '"
              + given
              + "': who holds data has changed since it was shown; look at the plan again: quorate"
              + " restore "
              + clusterState.view().cluster()
              + " --snapshot "
              + named);
    }
    Recovery begun =
        rollback.begun(
            clusterState.view(), Boolean.parseBoolean(request.arguments().get("keepLeases")));
    String words = begun.id() + " fences all members and restores snapshot " + named;
    return new Plan(
        new AdvanceRecovery(
            Reason.of("ROLLBACK", request.by() + " rolls back: " + words)
                .and("snapshot", named)
                .and("revisionSeen", rollback.revisionNow()),
            begun,
            Optional.empty(),
            Optional.of(
                new RequestChange(
                    request,
                    request.in(Request.State.DONE, words, Map.of("recovery", begun.id()))))),
        clusterState.status(),
        Map.of());
  }

  private static Plan acknowledge(ClusterState clusterState, Request request) {
    Optional<Recovery> serving =
        clusterState
            .view()
            .records()
            .recovery()
            .filter(recovery -> recovery.state() == Recovery.State.SERVING);
    if (serving.isPresent()) {
      return acknowledged(clusterState, request, serving.get());
    }
    return clusterState.view().status().data().oldLogs().stream().anyMatch(OldLog::divergent)
        ? divergent(clusterState, request)
        : refused(
            clusterState,
            request,
            "no restored generation serves that nobody has acknowledged, and no data is divergent:"
                + " quorate recover status shows the latest recovery");
  }

  private static Plan acknowledged(ClusterState clusterState, Request request, Recovery recovery) {
    ClusterView view = clusterState.view();
    String words = recovery.id() + " is acknowledged";
    return new Plan(
        new AdvanceRecovery(
            Reason.of("LOSS_ACKNOWLEDGED", request.by() + " acknowledges " + recovery.id()),
            recovery.acknowledged(request.by(), view.observedAt()).by(view.token()),
            Optional.empty(),
            Optional.of(
                new RequestChange(request, request.in(Request.State.DONE, words, Map.of())))),
        knownOf(clusterState),
        Map.of());
  }

  private static Plan divergent(ClusterState clusterState, Request request) {
    String words = "the divergent data is acknowledged; it stays where it is";
    return new Plan(
        AnswerRequest.plain(
            Reason.of("DIVERGENCE_ACKNOWLEDGED", request.by() + " knows of it"),
            request,
            Request.State.DONE,
            words,
            Map.of()),
        knownOf(clusterState),
        Map.of());
  }

  private static Status knownOf(ClusterState clusterState) {
    Status status = clusterState.status();
    return status.withData(
        status.data().acknowledged(clusterState.view().status().data().oldLogs()));
  }

  private static Plan refused(ClusterState clusterState, Request request, String words) {
    return new Plan(AnswerRequest.refused(request, words), clusterState.status(), Map.of());
  }
}
