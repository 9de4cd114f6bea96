package io.quorate.controller.act;

import io.quorate.controller.decision.CatalogueChange;
import io.quorate.controller.decision.Prerequisite;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.observe.SnapshotStores;
import io.quorate.controller.view.ClusterView;
import io.quorate.snapshot.SnapshotObjects;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.snapshot.SnapshotStoreException;
import io.quorate.state.BucketUpkeep;
import io.quorate.state.BucketUse;
import io.quorate.state.Status;
import io.quorate.store.RecordStore;
import io.quorate.store.WriteResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Does in the bucket what a decision needs done before its transaction. The status shows a bucket
 * that does not answer, and each retry waits longer. An object that the bucket will not delete,
 * because of a lock or a policy, stays: the status shows that too, and nothing else is delayed.
 */
final class BucketWork {
  private static final int LONGEST = 400;

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
  Optional<CommitResult> perform(TurnContext context, Consumer<SnapshotObjects> work) {
    ClusterView view = context.view();
    Optional<SnapshotObjects> opened = snapshots.open(view.cluster(), view.lineage().uid());
    if (opened.isEmpty()) {
      return Optional.of(
          failed(context, BucketUse.SNAPSHOTS, "BUCKET_MISSING: this controller has no bucket"));
    }
    try (SnapshotObjects bucket = opened.get()) {
      work.accept(bucket);
      return Optional.empty();
    } catch (SnapshotStoreException e) {
      return Optional.of(failed(context, BucketUse.SNAPSHOTS, e.why() + ": " + e.getMessage()));
    }
  }

  /**
   * Deletes objects. Of a snapshot the first refusal ends it, so that no file goes under a manifest
   * that stays; of others the rest goes.
   *
   * @return what the decision came to instead, where the bucket kept one, or is away
   */
  Optional<CommitResult> delete(TurnContext context, Prerequisite.DeleteObjects wanted) {
    List<String> refusals = new ArrayList<>();
    Optional<CommitResult> prevented = perform(context, bucket -> delete(bucket, wanted, refusals));
    if (prevented.isPresent() || refusals.isEmpty()) {
      return prevented;
    }
    return Optional.of(kept(context, wanted.snapshot(), refusals));
  }

  private static void delete(
      SnapshotObjects bucket, Prerequisite.DeleteObjects wanted, List<String> refusals) {
    for (String key : wanted.keys()) {
      if (wanted.snapshot().isEmpty() || refusals.isEmpty()) {
        refusal(bucket, key).ifPresent(refusals::add);
      }
    }
    wanted.uploadsBefore().ifPresent(bucket::abortUploads);
  }

  private static Optional<String> refusal(SnapshotObjects bucket, String key) {
    try {
      bucket.delete(key);
      return Optional.empty();
    } catch (SnapshotStoreException e) {
      return switch (e.why()) {
        case ACCESS_DENIED, ARCHIVED, KEY_REFUSED, REFUSED ->
            Optional.of(e.why() + ": " + e.getMessage());
        case STORE_AWAY, BUCKET_MISSING, NOT_FOUND, UNREADABLE -> throw e;
      };
    }
  }

  private CommitResult kept(
      TurnContext context, Optional<SnapshotRecord> snapshot, List<String> refusals) {
    String why = shortened(refusals.getFirst());
    WriteSet writes =
        new WriteSet(context).withStatus().journalled(Reason.of("BUCKET_KEEPS_OBJECT", why));
    snapshot.ifPresent(
        record ->
            writes.with(
                List.of(
                    CatalogueChange.replace(record, record.keptBecause(why))
                        .write(context.view().cluster(), context.view().observedAt()))));
    return written(writes);
  }

  private static String shortened(String why) {
    return why.length() > LONGEST ? why.substring(0, LONGEST) + "…" : why;
  }

  static void pin(SnapshotObjects bucket, Prerequisite.PinSnapshot wanted) {
    if (wanted.by().isPresent()) {
      bucket.pin(wanted.snapshot(), wanted.by().get());
    } else {
      bucket.unpin(wanted.snapshot());
    }
  }

  /** Records that the bucket did not do it. */
  CommitResult failed(TurnContext context, BucketUse use, String why) {
    Status read = context.view().status();
    BucketUpkeep after = read.tasks().bucket().failed(use, why, context.view().observedAt());
    Status next = read.withTasks(read.tasks().withBucket(after));
    WriteSet writes =
        new WriteSet(context).withStatus(next).journalled(Reason.of("BUCKET_REFUSES", why));
    return written(writes);
  }

  private CommitResult written(WriteSet writes) {
    return switch (store.transact(writes.parts())) {
      case WriteResult.Written written -> new CommitResult.Noted();
      case WriteResult.Refused refused -> new CommitResult.Refused(refused.keys());
    };
  }
}
