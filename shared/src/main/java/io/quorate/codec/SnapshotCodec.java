package io.quorate.codec;

import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.wire.Wire;
import java.time.Instant;
import java.util.Map;

/**
 * A snapshot's manifest, and the small objects beside it: that the snapshot was verified, that it
 * is pinned, and that the data of its voter differed. Agents write manifests: whatever names
 * another snapshot, cluster or file than that under whose name it was found is not read.
 */
public final class SnapshotCodec {
  private static final RecordCodec<VerifiedMark> VERIFIED = RecordCodec.of(VerifiedMark.class);
  private static final RecordCodec<Pin> PIN = RecordCodec.of(Pin.class);
  private static final RecordCodec<DiffersMark> DIFFERS = RecordCodec.of(DiffersMark.class);

  /** It names no release: which one verified a snapshot only the controller's own command tells. */
  private record VerifiedMark(
      SnapshotId snapshot, @Wire.Name("verifiedAt") Instant at, @Wire.Count long restoreMillis) {}

  private record Pin(SnapshotId snapshot, @Wire.Cut(Wire.WORDS) String pinnedBy) {}

  private record DiffersMark(SnapshotId snapshot, @Wire.Cut(Wire.WORDS) String because) {}

  private SnapshotCodec() {}

  /**
   * Reads the manifest of one snapshot.
   *
   * @param cluster the cluster under whose name it was found
   * @param uid the UID under which it was found
   * @param id the snapshot whose manifest it has to be
   * @throws UnreadableRecordException naming the place, what stands there and what was expected
   */
  public static SnapshotManifest manifest(
      Map<String, Object> attributes,
      String where,
      ClusterName cluster,
      ClusterUid uid,
      SnapshotId id) {
    SnapshotManifest manifest = Codecs.MANIFEST.read(attributes, where);
    if (!manifest.cluster().equals(cluster)
        || !manifest.uid().equals(uid)
        || !manifest.id().equals(id)) {
      throw new UnreadableRecordException(
          "%s: it tells of snapshot %s of cluster %s %s, expected %s of %s %s"
              .formatted(
                  where, manifest.id(), manifest.cluster(), manifest.uid(), id, cluster, uid),
          null);
    }
    return manifest;
  }

  /** What {@code <id>.verified.json} holds. */
  public static Map<String, Object> verified(SnapshotId id, SnapshotRecord.Verified verified) {
    return VERIFIED.write(new VerifiedMark(id, verified.at(), verified.restoreMillis()));
  }

  /** Reads {@code <id>.verified.json}; not where it tells of another snapshot. */
  public static SnapshotRecord.Verified verified(
      Map<String, Object> attributes, String where, SnapshotId id) {
    VerifiedMark mark = VERIFIED.read(attributes, where);
    expect(where, mark.snapshot(), id);
    return new SnapshotRecord.Verified(mark.at(), mark.restoreMillis());
  }

  /** What {@code <id>.pin} holds. */
  public static Map<String, Object> pin(SnapshotId id, String by) {
    return PIN.write(new Pin(id, by));
  }

  /** Reads {@code <id>.pin}: who pinned it; not where it tells of another snapshot. */
  public static String pinnedBy(Map<String, Object> attributes, String where, SnapshotId id) {
    Pin pin = PIN.read(attributes, where);
    expect(where, pin.snapshot(), id);
    return pin.pinnedBy();
  }

  /** What {@code <id>.differs} holds. */
  public static Map<String, Object> differs(SnapshotId id, String because) {
    return DIFFERS.write(new DiffersMark(id, because));
  }

  /** Reads {@code <id>.differs}: why; not where it tells of another snapshot. */
  public static String differs(Map<String, Object> attributes, String where, SnapshotId id) {
    DiffersMark mark = DIFFERS.read(attributes, where);
    expect(where, mark.snapshot(), id);
    return mark.because();
  }

  private static void expect(String where, SnapshotId named, SnapshotId id) {
    if (!named.equals(id)) {
      throw new UnreadableRecordException(
          "%s: it tells of snapshot %s, expected %s".formatted(where, named, id), null);
    }
  }
}
