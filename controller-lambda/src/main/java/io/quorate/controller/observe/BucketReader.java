package io.quorate.controller.observe;

import io.quorate.codec.UnreadableRecordException;
import io.quorate.controller.view.BucketKeys;
import io.quorate.controller.view.BucketView;
import io.quorate.controller.view.ClusterRecords;
import io.quorate.controller.view.MirrorView;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.recovery.Recovery;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotObjects;
import io.quorate.snapshot.SnapshotObjects.StoredObject;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.snapshot.SnapshotStoreException;
import io.quorate.spec.ClusterSpec;
import io.quorate.state.BucketUse;
import io.quorate.state.Condition;
import io.quorate.state.Lineage;
import io.quorate.state.Status;
import io.quorate.store.LineageMirror;
import io.quorate.store.StoreUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Looks at a cluster's snapshots in the bucket, and at the mirror of its lineage, at most once an
 * hour unless an operator asks, or a recovery is to choose: a steady turn makes no request to it.
 */
final class BucketReader {
  static final Duration BETWEEN_LOOKS = Duration.ofHours(1);
  static final Duration BETWEEN_LOOKS_IN_A_LOSS = Duration.ofSeconds(10);
  private static final int MANIFESTS = 50;

  /** What cannot be read must not hide what can: it is not counted among the manifests. */
  private static final int READS = 200;

  private final SnapshotStores stores;
  private final LineageMirror mirror;

  BucketReader(SnapshotStores stores, LineageMirror mirror) {
    this.stores = stores;
    this.mirror = mirror;
  }

  /**
   * Looks where it is time to.
   *
   * @param trialEnded whether a recovery may commit in this turn: it does so on what is there now
   */
  BucketView look(
      ClusterName cluster,
      ClusterSpec spec,
      Lineage lineage,
      Status status,
      ClusterRecords records,
      boolean trialEnded,
      Instant now) {
    boolean wanted =
        wanted(spec, status, records, now)
            || (trialEnded && status.tasks().bucket().mayLookAfter(BETWEEN_LOOKS_IN_A_LOSS, now));
    if (lineage.state() != Lineage.State.COMMITTED || !wanted) {
      return new BucketView.NotObserved();
    }
    try {
      return look(cluster, lineage.uid(), records);
    } catch (SnapshotStoreException e) {
      return new BucketView.Unknown(e.why() + ": " + e.getMessage());
    }
  }

  private BucketView look(ClusterName cluster, ClusterUid uid, ClusterRecords records) {
    Optional<SnapshotObjects> opened = stores.open(cluster, uid);
    if (opened.isEmpty()) {
      return new BucketView.NotObserved();
    }
    try (SnapshotObjects store = opened.get()) {
      return observed(store, records, cluster);
    }
  }

  /** A mirror that does not answer hides no snapshot, because a recovery waits for those. */
  private MirrorView mirror(ClusterName cluster) {
    try {
      return new MirrorView.Read(mirror.read(cluster));
    } catch (UnreadableRecordException e) {
      return new MirrorView.Unreadable(String.valueOf(e.getMessage()));
    } catch (StoreUnavailableException e) {
      return new MirrorView.Unanswered("STORE_AWAY: " + e.getMessage());
    }
  }

  /**
   * A bucket that failed is asked again after a pause: a short one if a recovery waits for it, none
   * if the lineage is to be rebuilt.
   */
  private static boolean wanted(
      ClusterSpec spec, Status status, ClusterRecords records, Instant now) {
    return asked(records, RequestKind.REBUILD_LINEAGE)
        || (status.tasks().bucket().mayAsk(BucketUse.LOOK, now)
            && (asked(records, RequestKind.SYNC_SNAPSHOTS) || due(spec, status, records, now)))
        || (status.tasks().bucket().mayLookAfter(BETWEEN_LOOKS_IN_A_LOSS, now)
            && lost(status, records, now));
  }

  /**
   * The node that took the last snapshot may have been lost before its outcome was read. So the
   * bucket is listed once a recovery has begun, and every few seconds until it commits.
   */
  private static boolean lost(Status status, ClusterRecords records, Instant now) {
    Optional<Instant> begun =
        records
            .recovery()
            .filter(recovery -> recovery.state().looksForSource())
            .map(Recovery::since);
    boolean waits =
        status.conditions().stream()
            .anyMatch(shown -> shown.type() == Condition.Type.RECOVERY_WAITS);
    Optional<Instant> looked = status.tasks().bucket().lookedAt();
    Optional<Instant> fresh =
        looked
            .filter(last -> begun.stream().noneMatch(last::isBefore))
            .filter(last -> now.isBefore(last.plus(BETWEEN_LOOKS_IN_A_LOSS)));
    return (begun.isPresent() || waits) && fresh.isEmpty();
  }

  private static boolean asked(ClusterRecords records, RequestKind kind) {
    return records.requests().stream()
        .anyMatch(request -> request.kind() == kind && request.state() == Request.State.OPEN);
  }

  private static boolean due(ClusterSpec spec, Status status, ClusterRecords records, Instant now) {
    boolean used = spec.snapshots().interval().isPresent() || !records.snapshots().isEmpty();
    return used && hourPassed(status, now);
  }

  /** Whether the bucket may be looked at for the hour alone: then the whole catalogue is read. */
  static boolean mayBeDue(Status status, Instant now) {
    return status.tasks().bucket().mayAsk(BucketUse.LOOK, now) && hourPassed(status, now);
  }

  private static boolean hourPassed(Status status, Instant now) {
    return status
        .tasks()
        .bucket()
        .lookedAt()
        .filter(last -> now.isBefore(last.plus(BETWEEN_LOOKS)))
        .isEmpty();
  }

  private BucketView observed(SnapshotObjects store, ClusterRecords records, ClusterName cluster) {
    Map<SnapshotId, SnapshotRecord> catalogue =
        records.snapshots().stream()
            .collect(Collectors.toMap(SnapshotRecord::id, Function.identity()));
    Set<SnapshotId> listed = new HashSet<>(catalogue.keySet());
    records.unreadable().forEach(line -> line.id().ifPresent(listed::add));
    List<StoredObject> objects = store.list();
    ReadableObjects readable = new ReadableObjects(store);
    objects.stream().map(StoredObject::key).filter(BucketKeys::stray).forEach(readable::stray);
    List<SnapshotId> unknown =
        objects.stream()
            .flatMap(object -> BucketKeys.manifest(object.key()).stream())
            .filter(id -> !listed.contains(id))
            .sorted(Comparator.reverseOrder())
            .toList();
    List<SnapshotManifest> manifests = new ArrayList<>();
    int asked = 0;
    while (asked < unknown.size() && asked < READS && manifests.size() < MANIFESTS) {
      readable.manifest(unknown.get(asked)).ifPresent(manifests::add);
      asked++;
    }
    manifests.forEach(manifest -> catalogue.put(manifest.id(), SnapshotRecord.found(manifest)));
    return new BucketView.Observed(
        objects,
        manifests,
        verified(readable, objects, catalogue),
        pins(readable, objects, catalogue),
        differing(objects, manifests),
        readable.unreadable(),
        inALoss(records)
            ? Map.of()
            : new SnapshotFiles(store::unreadable).look(catalogue.values(), objects),
        asked == unknown.size(),
        mirror(cluster));
  }

  /** Nothing that a recovery waits for asks for more than it needs. */
  private static boolean inALoss(ClusterRecords records) {
    return records.recovery().filter(recovery -> recovery.state().looksForSource()).isPresent();
  }

  /**
   * Marks are read of what was found in the bucket alone: what a command of the controller's own
   * brought back is verified by another one.
   */
  private static Map<SnapshotId, SnapshotRecord.Verified> verified(
      ReadableObjects readable,
      List<StoredObject> objects,
      Map<SnapshotId, SnapshotRecord> catalogue) {
    Map<SnapshotId, SnapshotRecord.Verified> found = new HashMap<>();
    objects.stream()
        .flatMap(object -> BucketKeys.verified(object.key()).stream())
        .filter(
            id ->
                Optional.ofNullable(catalogue.get(id))
                    .filter(SnapshotRecord::found)
                    .filter(record -> record.state() == SnapshotRecord.State.TAKEN)
                    .isPresent())
        .limit(READS)
        .forEach(id -> readable.verified(id).ifPresent(at -> found.put(id, at)));
    return found;
  }

  /**
   * Only of what the catalogue lacks: an agent may write a mark, and what the catalogue tells is
   * the controller's own. The name alone says it, whatever the object holds.
   */
  private static Set<SnapshotId> differing(
      List<StoredObject> objects, List<SnapshotManifest> manifests) {
    Set<SnapshotId> marked =
        objects.stream()
            .flatMap(object -> BucketKeys.differs(object.key()).stream())
            .collect(Collectors.toSet());
    return manifests.stream()
        .map(SnapshotManifest::id)
        .filter(marked::contains)
        .collect(Collectors.toSet());
  }

  private static Map<SnapshotId, String> pins(
      ReadableObjects readable,
      List<StoredObject> objects,
      Map<SnapshotId, SnapshotRecord> catalogue) {
    Map<SnapshotId, String> pins = new HashMap<>();
    objects.stream()
        .flatMap(object -> BucketKeys.pin(object.key()).stream())
        .flatMap(id -> Optional.ofNullable(catalogue.get(id)).stream())
        .forEach(record -> readable.pin(record).ifPresent(by -> pins.put(record.id(), by)));
    return pins;
  }
}
