package io.quorate.controller.plan.snapshots;

import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.decision.SweepOrphans;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.Rule;
import io.quorate.controller.view.BucketView;
import io.quorate.snapshot.SnapshotId;
import io.quorate.state.BucketUse;
import io.quorate.state.OpenCommand;
import io.quorate.state.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Deletes what attempts that never ended left in the bucket a day ago, a bounded number at a time,
 * whenever the bucket was looked at and a quorum is seen to serve.
 */
public final class SweepOrphanObjects implements Rule {
  private static final Duration OLD = Duration.ofDays(1);
  private static final int AT_ONCE = 50;

  @Override
  public String code() {
    return "SWEEP_ORPHANS";
  }

  @Override
  public boolean besideRest() {
    return true;
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    return switch (clusterState.view().records().bucket()) {
      case BucketView.Observed bucket ->
          clusterState.quorum().serves() ? sweep(clusterState, bucket) : Optional.empty();
      case BucketView.Unknown unknown -> Optional.empty();
      case BucketView.NotObserved none -> Optional.empty();
    };
  }

  private static Optional<Plan> sweep(ClusterState clusterState, BucketView.Observed bucket) {
    Instant before = clusterState.view().observedAt().minus(OLD);
    Optional<SnapshotId> open = clusterState.status().tasks().open().flatMap(OpenCommand::snapshot);
    List<String> keys =
        OrphanObjects.of(bucket.objects(), before, open).stream().limit(AT_ONCE).toList();
    Status status = clusterState.status();
    return keys.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Plan(
                new SweepOrphans(
                    Reason.of(
                        "ORPHANS",
                        keys.size() + " objects are a day old and no manifest names them"),
                    keys,
                    before),
                status.withTasks(
                    status
                        .tasks()
                        .withBucket(status.tasks().bucket().succeeded(BucketUse.SNAPSHOTS))),
                Map.of()));
  }
}
