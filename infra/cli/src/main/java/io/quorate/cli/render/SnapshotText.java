package io.quorate.cli.render;

import io.quorate.cli.picture.ClusterSummary;
import io.quorate.cli.picture.SnapshotGlance;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Snapshots as plain text. */
public final class SnapshotText {
  private SnapshotText() {}

  /** The newest taken and the newest verified one, in a line. */
  static String glance(ClusterSummary summary) {
    SnapshotGlance glance = SnapshotGlance.of(summary);
    Instant now = summary.readAt();
    String taken =
        glance
            .newest()
            .map(
                newest ->
                    newest.id()
                        + ", "
                        + Words.age(newest.id().mintedAt(), now)
                        + " old"
                        + (newest.unreadable().isPresent() ? ", cannot be read" : ""))
            .orElse("none");
    String verified =
        glance
            .verified()
            .map(
                right ->
                    "; verified "
                        + (glance.newest().filter(right::equals).isPresent()
                            ? "it"
                            : right.id().value())
                        + " "
                        + right.verified().map(v -> Words.age(v.at(), now)).orElse("?")
                        + " ago, restored in "
                        + right.verified().map(v -> seconds(v.restoreMillis())).orElse("?"))
            .orElse(glance.newest().isPresent() ? "; none verified" : "");
    String task =
        glance
            .open()
            .map(open -> "; " + open.kind() + " under way on " + open.executor())
            .orElse("");
    return taken + verified + task;
  }

  /** The catalogue as a table, newest last. */
  public static String list(ClusterSummary summary) {
    if (summary.snapshots().isEmpty()) {
      return "no snapshots\n";
    }
    TextTable table =
        new TextTable(
            List.of(
                "ID", "STATE", "DATA", "AGE", "REVISION", "SIZE", "RESTORE", "PINNED BY", "WHY"),
            Set.of("REVISION", "SIZE", "RESTORE"));
    for (SnapshotRecord record : summary.snapshots()) {
      SnapshotManifest manifest = record.manifest();
      table.row(
          List.of(
              record.id().value(),
              record.unreadable().isPresent() ? "UNREADABLE" : record.state().name(),
              record.agreement().map(Enum::name).orElse("-"),
              Words.age(record.id().mintedAt(), summary.readAt()),
              String.valueOf(manifest.position().revision()),
              Words.bytes(manifest.sizeBytes()),
              record.verified().map(v -> seconds(v.restoreMillis())).orElse("-"),
              record.pinnedBy().orElse("-"),
              record.unreadable().orElse(manifest.because())));
    }
    return String.join("\n", table.lines("")) + "\n";
  }

  /** All that is known of one. */
  public static String one(SnapshotRecord record, Instant now) {
    SnapshotManifest manifest = record.manifest();
    StringBuilder text = new StringBuilder();
    field(text, "snapshot", record.id().value());
    field(text, "state", record.state().name());
    field(text, "taken", taken(manifest, now));
    field(
        text,
        "verified",
        record
            .verified()
            .map(
                v ->
                    Words.time(v.at())
                        + v.release().map(by -> ", by etcd " + by).orElse("")
                        + ", restored in "
                        + seconds(v.restoreMillis()))
            .orElse("never"));
    record.failure().ifPresent(why -> field(text, "failure", why));
    field(text, "data", agreement(record));
    record.unreadable().ifPresent(why -> field(text, "unreadable", why));
    if (record.found()) {
      field(
          text,
          "found",
          "in the bucket: no command of the controller's own told of it, so that it counts neither"
              + " for the schedule nor for the retention of the others until one verifies it");
    }
    field(text, "pinned by", record.pinnedBy().orElse("nobody"));
    field(text, "why", manifest.because());
    field(text, "revision", revision(manifest));
    field(
        text,
        "raft",
        "term " + manifest.position().raftTerm() + ", index " + manifest.position().raftIndex());
    field(text, "size", manifest.sizeBytes() + " bytes");
    field(text, "sha256", manifest.sha256());
    field(text, "etcd", manifest.etcdVersion() + ", cluster " + manifest.etcdClusterId());
    field(text, "object", manifest.dataKey());
    return text.toString();
  }

  private static String agreement(SnapshotRecord record) {
    return record
        .agreement()
        .map(
            agreement ->
                switch (agreement) {
                  case EQUAL -> "EQUAL: its voter was compared later, and all held the same";
                  case DIFFERS ->
                      "DIFFERS: its voter held other data than a majority; a recovery takes it only"
                          + " where it is named";
                })
        .orElse("not known: its voter was not compared since");
  }

  private static String taken(SnapshotManifest manifest, Instant now) {
    return Words.time(manifest.takenAt())
        + ", "
        + Words.age(manifest.id().mintedAt(), now)
        + " ago, on "
        + manifest.instance()
        + ", member "
        + manifest.member();
  }

  private static String revision(SnapshotManifest manifest) {
    return manifest.position().exact()
        ? String.valueOf(manifest.position().revision())
        : manifest.position().revision() + " to " + manifest.position().upperRevision();
  }

  private static void field(StringBuilder text, String name, String value) {
    text.append(String.format(Locale.ROOT, "%-10s %s\n", name, value));
  }

  private static String seconds(long millis) {
    return millis < 10_000
        ? String.format(java.util.Locale.ROOT, "%.1f s", millis / 1000.0)
        : Words.duration(Duration.ofMillis(millis));
  }
}
