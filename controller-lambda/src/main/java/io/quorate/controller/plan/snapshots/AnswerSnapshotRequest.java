package io.quorate.controller.plan.snapshots;

import io.quorate.controller.decision.AnswerRequest;
import io.quorate.controller.decision.CatalogueChange;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Prerequisite;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.decision.RequestChange;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.Rule;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.BucketUse;
import io.quorate.state.Status;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Answers, oldest first, the requests about a snapshot that need no task: pins, deletions, and
 * those that name no snapshot. A request whose task is gone fails.
 */
public final class AnswerSnapshotRequest implements Rule {
  private final Predicate<RequestKind> endsWithCommand;

  /**
   * The rule.
   *
   * @param endsWithCommand whether the end of one command answers a request of this kind
   */
  public AnswerSnapshotRequest(Predicate<RequestKind> endsWithCommand) {
    this.endsWithCommand = endsWithCommand;
  }

  @Override
  public String code() {
    return "ANSWER_SNAPSHOT_REQUEST";
  }

  @Override
  public boolean besideRest() {
    return true;
  }

  /** Snapshots never wait. */
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

  private Optional<Plan> answer(ClusterState clusterState, Request request) {
    if (request.state() == Request.State.TAKEN_UP) {
      return Optional.of(request)
          .filter(asked -> endsWithCommand.test(asked.kind()))
          .filter(asked -> taskGone(clusterState, asked))
          .map(
              asked ->
                  plain(
                      clusterState,
                      request,
                      Request.State.FAILED,
                      "its task is no longer open, and nothing is known of it: ask again"));
    }
    if (!SnapshotRequests.namesOne(request.kind())) {
      return Optional.empty();
    }
    Optional<SnapshotRecord> named =
        SnapshotRequests.subject(request)
            .flatMap(Catalogue.of(clusterState)::find)
            .filter(
                record ->
                    record.state() != SnapshotRecord.State.DELETING
                        || (record.kept() && request.kind() == RequestKind.DELETE_SNAPSHOT));
    if (named.isEmpty()) {
      return Optional.of(
          plain(
              clusterState,
              request,
              Request.State.REFUSED,
              "no snapshot '"
                  + request.arguments().getOrDefault(SnapshotRequests.SNAPSHOT, "")
                  + "' in the catalogue, or it is being deleted: quorate snapshot list shows those"
                  + " there are, quorate snapshot sync looks into the bucket"));
    }
    return switch (request.kind()) {
      case PIN_SNAPSHOT -> pin(clusterState, request, named.get());
      case DELETE_SNAPSHOT -> Optional.of(delete(clusterState, request, named.get()));
      default -> Optional.empty();
    };
  }

  private static boolean taskGone(ClusterState clusterState, Request request) {
    return clusterState
        .status()
        .tasks()
        .open()
        .flatMap(open -> open.request())
        .filter(request.id()::equals)
        .isEmpty();
  }

  private static Optional<Plan> pin(
      ClusterState clusterState, Request request, SnapshotRecord record) {
    if (!clusterState
        .status()
        .tasks()
        .bucket()
        .mayAsk(BucketUse.SNAPSHOTS, clusterState.view().observedAt())) {
      return Optional.empty();
    }
    boolean pinned = !"false".equals(request.arguments().get(SnapshotRequests.PINNED));
    Optional<String> by = pinned ? Optional.of(request.by()) : Optional.empty();
    Status status = clusterState.status();
    return Optional.of(
        new Plan(
            new AnswerRequest(
                Reason.of(
                    pinned ? "PINNED" : "UNPINNED", request.by() + " asks for " + record.id()),
                done(request, record, pinned ? "pinned" : "no longer pinned"),
                Optional.of(CatalogueChange.replace(record, record.pinned(by))),
                Optional.of(new Prerequisite.PinSnapshot(record.id(), by))),
            status.withTasks(
                status.tasks().withBucket(status.tasks().bucket().succeeded(BucketUse.SNAPSHOTS))),
            Map.of()));
  }

  private static Plan delete(ClusterState clusterState, Request request, SnapshotRecord record) {
    Optional<String> refusal =
        record.kept() ? Optional.empty() : DeletableSnapshot.refusal(clusterState, record);
    if (refusal.isPresent()) {
      return plain(clusterState, request, Request.State.REFUSED, refusal.get());
    }
    return new Plan(
        new AnswerRequest(
            Reason.of("DELETION_REQUESTED", request.by() + " asks to delete " + record.id()),
            done(request, record, "its deletion is recorded; the next turns delete it"),
            Optional.of(CatalogueChange.replace(record, record.deleting())),
            Optional.empty()),
        clusterState.status(),
        Map.of());
  }

  private static RequestChange done(Request request, SnapshotRecord record, String words) {
    return new RequestChange(
        request,
        request.in(
            Request.State.DONE,
            "snapshot " + record.id() + ": " + words,
            Map.of(SnapshotRequests.SNAPSHOT, record.id().value())));
  }

  private static Plan plain(
      ClusterState clusterState, Request request, Request.State state, String words) {
    return new Plan(AnswerRequest.told(request, state, words), clusterState.status(), Map.of());
  }
}
