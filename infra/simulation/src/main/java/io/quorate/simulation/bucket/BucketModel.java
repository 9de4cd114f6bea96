package io.quorate.simulation.bucket;

import io.quorate.etcdmodel.SavedSnapshot;
import io.quorate.model.ClusterName;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotKeys;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotRecord;
import java.time.Instant;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The bucket of snapshots: objects by key, none of which is ever overwritten. */
public final class BucketModel {
  private final TreeMap<String, Stored> objects = new TreeMap<>();
  private long files;

  /** What an object holds. */
  public sealed interface Content {
    /** What is known of a snapshot's file. */
    record Manifest(SnapshotManifest manifest) implements Content {}

    /** The file itself; who reads a spoiled one finds another hash. */
    record File(SavedSnapshot snapshot, String sha256, boolean spoiled) implements Content {}

    /** A snapshot was restored and found right. */
    record Verified(SnapshotRecord.Verified verified) implements Content {}

    /** A snapshot is pinned. */
    record Pin(String by) implements Content {}

    /** What says that the voter of a snapshot held other data. */
    record Differs(String because) implements Content {}

    /** An archived data directory. */
    record Directory() implements Content {}
  }

  /** An object, and when it was written. */
  public record Stored(Content content, Instant modified) {}

  /** Creates an object; false when one stands there already, which stays as it is. */
  boolean create(String key, Content content, Instant now) {
    return objects.putIfAbsent(key, new Stored(content, now)) == null;
  }

  Optional<Content> find(String key) {
    return Optional.ofNullable(objects.get(key)).map(Stored::content);
  }

  /** Deletes an object, whether there is one or not. */
  void delete(String key) {
    objects.remove(key);
  }

  /** All objects whose keys begin so. */
  public SortedMap<String, Stored> under(String prefix) {
    return Collections.unmodifiableSortedMap(objects.subMap(prefix, prefix + Character.MAX_VALUE));
  }

  /** The hash that a new file has: no two have the same. */
  String nextSha256() {
    return "%064x".formatted(++files);
  }

  /** What a manifest's file holds, as it was uploaded; empty once it is deleted. */
  public Optional<SavedSnapshot> uploaded(SnapshotManifest manifest) {
    return find(manifest.dataKey())
        .filter(Content.File.class::isInstance)
        .map(Content.File.class::cast)
        .filter(file -> file.sha256().equals(manifest.sha256()))
        .map(Content.File::snapshot);
  }

  /** Whether a snapshot is marked as one of a voter whose data differed from a majority's. */
  public boolean differs(SnapshotManifest manifest) {
    return find(SnapshotKeys.differs(manifest.cluster(), manifest.uid(), manifest.id()))
        .isPresent();
  }

  /** A snapshot's manifest, whichever cluster of this name it is of. */
  public Optional<SnapshotManifest> manifest(ClusterName cluster, SnapshotId id) {
    return under(cluster + "/").values().stream()
        .map(Stored::content)
        .filter(Content.Manifest.class::isInstance)
        .map(content -> ((Content.Manifest) content).manifest())
        .filter(manifest -> manifest.id().equals(id))
        .findFirst();
  }

  /** Whether a manifest's file is there, whole. */
  public boolean whole(SnapshotManifest manifest) {
    return find(manifest.dataKey())
        .filter(content -> content instanceof Content.File file && !file.spoiled())
        .isPresent();
  }

  /** Whether any snapshot of a cluster of this name is there, whole. */
  public boolean anyWhole(ClusterName cluster) {
    return under(cluster + "/").values().stream()
        .map(Stored::content)
        .anyMatch(content -> content instanceof Content.Manifest(var manifest) && whole(manifest));
  }

  /** Somebody damages the newest file under a prefix; its key, empty where there is none. */
  public Optional<String> spoilNewest(String prefix) {
    return under(prefix).entrySet().stream()
        .filter(
            object -> object.getValue().content() instanceof Content.File file && !file.spoiled())
        .reduce((earlier, later) -> later)
        .map(
            object -> {
              Content.File file = (Content.File) object.getValue().content();
              Content spoiled = new Content.File(file.snapshot(), file.sha256(), true);
              objects.put(object.getKey(), new Stored(spoiled, object.getValue().modified()));
              return object.getKey();
            });
  }
}
