package io.quorate.controller.act;

import io.quorate.controller.decision.Prerequisite;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.observe.SnapshotStores;
import io.quorate.controller.view.ClusterView;
import io.quorate.snapshot.SnapshotStore;
import io.quorate.snapshot.SnapshotStoreException;
import io.quorate.state.BucketUpkeep;
import io.quorate.state.Status;
import io.quorate.store.RecordStore;
import io.quorate.store.WriteResult;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Does in the bucket what a decision needs done before its transaction. A bucket that refuses is
 * told by the status, and is asked again later each time.
 */
final class BucketWork {
  private final RecordStore store;
  private final SnapshotStores snapshots;

  BucketWork(RecordStore store, SnapshotStores snapshots) {
    this.store = store;
    this.snapshots = snapshots;
  }

  /**
   * Does it; harmless to repeat.
   *
   * @return what the decision came to instead, where the bucket did not do it
   */
  Optional<CommitResult> perform(TurnContext context, Consumer<SnapshotStore> work) {
    ClusterView view = context.view();
    Optional<SnapshotStore> opened = snapshots.open(view.cluster(), view.lineage().uid());
    if (opened.isEmpty()) {
      return Optional.of(failed(context, "BUCKET_MISSING: this controller has no bucket"));
    }
    try (SnapshotStore bucket = opened.get()) {
      work.accept(bucket);
      return Optional.empty();
    } catch (SnapshotStoreException e) {
      return Optional.of(failed(context, e.why() + ": " + e.getMessage()));
    }
  }

  static void delete(SnapshotStore bucket, Prerequisite.DeleteObjects wanted) {
    wanted.keys().forEach(bucket::delete);
    wanted.uploadsBefore().ifPresent(bucket::abortUploads);
  }

  static void pin(SnapshotStore bucket, Prerequisite.PinSnapshot wanted) {
    if (wanted.by().isPresent()) {
      bucket.pin(wanted.snapshot(), wanted.by().get());
    } else {
      bucket.unpin(wanted.snapshot());
    }
  }

  /** Records that the bucket did not do it. */
  CommitResult failed(TurnContext context, String why) {
    Status read = context.view().status();
    BucketUpkeep after = read.tasks().bucket().failed(why, context.view().observedAt());
    Status next = read.withTasks(read.tasks().withBucket(after));
    WriteSet writes =
        new WriteSet(context).withStatus(next).journalled(Reason.of("BUCKET_REFUSES", why));
    return switch (store.transact(writes.parts())) {
      case WriteResult.Written written -> new CommitResult.Noted();
      case WriteResult.Refused refused -> new CommitResult.Refused(refused.keys());
    };
  }
}
