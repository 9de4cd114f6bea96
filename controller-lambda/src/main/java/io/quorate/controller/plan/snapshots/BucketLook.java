package io.quorate.controller.plan.snapshots;

import io.quorate.controller.plan.facts.MirrorDifference;
import io.quorate.controller.view.BucketView;
import io.quorate.controller.view.ClusterView;
import io.quorate.controller.view.MirrorView;
import io.quorate.controller.view.UnreadableSnapshot;
import io.quorate.state.BucketUpkeep;
import io.quorate.state.BucketUse;
import io.quorate.state.Status;
import java.util.Optional;

/**
 * A look at the bucket is remembered, so that the next one is not due at once; only once the
 * catalogue tells of every snapshot that was seen. Another rule may take the turn, and then the
 * look would be lost, and a recovery choose without it.
 */
public final class BucketLook {
  private BucketLook() {}

  /** The status with what the look shows. */
  public static Status next(ClusterView view, Status status) {
    BucketUpkeep stored = status.tasks().bucket();
    return switch (view.records().bucket()) {
      case BucketView.NotObserved none -> status;
      case BucketView.Observed seen -> with(status, after(view, stored, seen));
      case BucketView.Unknown unknown ->
          with(status, stored.failed(BucketUse.LOOK, unknown.why(), view.observedAt()));
    };
  }

  private static Status with(Status status, BucketUpkeep bucket) {
    return status.withTasks(status.tasks().withBucket(bucket));
  }

  private static BucketUpkeep after(
      ClusterView view, BucketUpkeep stored, BucketView.Observed seen) {
    Optional<String> lineageDiffers =
        seen.mirror() instanceof MirrorView.Unanswered
            ? stored.lineage()
            : MirrorDifference.of(view.cluster(), view.lineage(), seen.mirror())
                .map(MirrorDifference::words);
    Optional<String> unreadable = UnreadableSnapshot.words(seen.unreadable());
    return seen.manifests().isEmpty()
        ? stored.looked(view.observedAt(), lineageDiffers, unreadable)
        : stored.seen(lineageDiffers, unreadable);
  }
}
