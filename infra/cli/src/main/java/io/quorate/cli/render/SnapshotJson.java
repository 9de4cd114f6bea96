package io.quorate.cli.render;

import io.quorate.cli.picture.ClusterSummary;
import io.quorate.cli.picture.SnapshotGlance;
import io.quorate.codec.Codecs;
import io.quorate.codec.Tree;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.OpenCommand;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** Snapshots as trees for programs; names are only ever added. */
public final class SnapshotJson {
  private SnapshotJson() {}

  /**
   * What status shows: {@code rpoSeconds} is how much a recovery from the newest snapshot would
   * lose at most, {@code rtoSeconds} how long the newest verified one took to restore.
   */
  static Map<String, Object> glance(ClusterSummary summary) {
    SnapshotGlance glance = SnapshotGlance.of(summary);
    return Tree.builder()
        .with("count", summary.snapshots().size())
        .withOptional("newest", glance.newest().map(SnapshotRecord::id))
        .withOptional("takenAt", glance.newest().map(newest -> newest.id().mintedAt()))
        .withOptional(
            "rpoSeconds",
            glance
                .newest()
                .map(
                    newest ->
                        Duration.between(newest.id().mintedAt(), summary.readAt()).toSeconds()))
        .withOptional("newestVerified", glance.verified().map(SnapshotRecord::id))
        .withOptional(
            "verifiedAt",
            glance.verified().flatMap(SnapshotRecord::verified).map(SnapshotRecord.Verified::at))
        .withOptional(
            "rtoSeconds",
            glance
                .verified()
                .flatMap(SnapshotRecord::verified)
                .map(verified -> (verified.restoreMillis() + 999) / 1000))
        .withOptional("task", glance.open().map(SnapshotJson::task))
        .build();
  }

  private static Map<String, Object> task(OpenCommand open) {
    return Tree.builder()
        .with("task", open.commandId())
        .with("kind", open.kind())
        .with("executor", open.executor())
        .with("snapshot", open.subject())
        .withOptional("request", open.request())
        .with("since", open.since())
        .withOptional("deadline", open.deadline())
        .with("cancelRequested", open.cancelRequested())
        .build();
  }

  /** The catalogue, newest last. */
  public static Map<String, Object> list(ClusterSummary summary) {
    return Tree.builder()
        .with("cluster", summary.cluster())
        .with("snapshots", summary.snapshots().stream().map(SnapshotJson::one).toList())
        .with("unreadable", summary.unreadable())
        .build();
  }

  /** One snapshot: the names of its record. */
  public static Map<String, Object> one(SnapshotRecord record) {
    Map<String, Object> attributes = new LinkedHashMap<>(Codecs.SNAPSHOT.write(record));
    attributes.remove("schemaVersion");
    return attributes;
  }
}
