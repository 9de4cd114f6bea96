package io.quorate.controller.plan.snapshots;

import io.quorate.controller.decision.CatalogueChange;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.decision.RequestChange;
import io.quorate.controller.decision.SyncCatalogue;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.Rule;
import io.quorate.controller.view.BucketView;
import io.quorate.controller.view.UnreadableSnapshot;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.snapshot.SnapshotId;
import io.quorate.state.BucketUpkeep;
import io.quorate.state.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Makes the catalogue tell what the bucket holds, whenever that was looked at: the bucket is the
 * truth. It changes a bounded number of lines at a time; a request for it is answered with the last
 * of them, and has what the bucket refused to delete asked for again.
 */
public final class SyncWithBucket implements Rule {
  private static final int LINES = 50;

  @Override
  public String code() {
    return "SYNC_CATALOGUE";
  }

  @Override
  public boolean besideRest() {
    return true;
  }

  /** A recovery is to know every snapshot. */
  @Override
  public boolean besideEverything() {
    return true;
  }

  /** The catalogue follows the bucket. */
  @Override
  public boolean heldByPause(ClusterState clusterState, Plan plan) {
    return false;
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    return switch (clusterState.view().records().bucket()) {
      case BucketView.Observed bucket -> sync(clusterState, bucket);
      case BucketView.Unknown unknown -> Optional.empty();
      case BucketView.NotObserved none -> Optional.empty();
    };
  }

  private static Optional<Plan> sync(ClusterState clusterState, BucketView.Observed bucket) {
    List<CatalogueChange> all =
        new ArrayList<>(
            CatalogueDifference.of(
                clusterState.view().records().snapshots(), bucket, clusterState.quorum().serves()));
    Optional<Request> asked =
        clusterState.view().records().requests().stream()
            .filter(request -> request.kind() == RequestKind.SYNC_SNAPSHOTS)
            .filter(request -> request.state() == Request.State.OPEN)
            .findFirst();
    if (asked.isPresent()) {
      all.addAll(askedAgain(clusterState, all));
    }
    if (all.isEmpty() && asked.isEmpty()) {
      return Optional.empty();
    }
    List<CatalogueChange> now = all.stream().limit(LINES).toList();
    boolean whole = now.size() == all.size() && bucket.whole();
    Reason reason =
        Reason.of(
            asked.isPresent() ? "SYNC_REQUESTED" : "CATALOGUE_DIFFERS",
            now.size()
                + " lines of the catalogue do not tell what the bucket holds"
                + unreadable(bucket));
    return Optional.of(
        new Plan(
            new SyncCatalogue(
                reason, now, asked.filter(request -> whole).map(r -> done(r, now, bucket))),
            whole ? looked(clusterState) : toLookAgain(clusterState),
            Map.of()));
  }

  /** An operator who asks has perhaps mended what kept the bucket from deleting. */
  private static List<CatalogueChange> askedAgain(
      ClusterState clusterState, List<CatalogueChange> before) {
    Set<SnapshotId> changed = before.stream().map(CatalogueChange::id).collect(Collectors.toSet());
    return clusterState.view().records().snapshots().stream()
        .filter(record -> record.kept() && !changed.contains(record.id()))
        .map(record -> CatalogueChange.replace(record, record.deleting()))
        .toList();
  }

  private static RequestChange done(
      Request request, List<CatalogueChange> now, BucketView.Observed bucket) {
    return new RequestChange(
        request,
        request.in(
            Request.State.DONE,
            now.size() + " lines of the catalogue were changed" + unreadable(bucket),
            Map.of("changed", String.valueOf(now.size()))));
  }

  private static String unreadable(BucketView.Observed bucket) {
    return UnreadableSnapshot.words(bucket.unreadable())
        .map("; objects that cannot be read are passed over: "::concat)
        .orElse("");
  }

  private static Status looked(ClusterState clusterState) {
    Status status = clusterState.status();
    BucketUpkeep bucket = status.tasks().bucket();
    return status.withTasks(
        status
            .tasks()
            .withBucket(
                bucket.looked(
                    clusterState.view().observedAt(), bucket.lineage(), bucket.unreadable())));
  }

  /** The rest is due at once, not at the next look of the hour. */
  private static Status toLookAgain(ClusterState clusterState) {
    Status status = clusterState.status();
    return status.withTasks(
        status.tasks().withBucket(clusterState.view().status().tasks().bucket()));
  }
}
