package io.quorate.controller.plan.snapshots;

import io.quorate.codec.Schema;
import io.quorate.codec.SnapshotManifestCodec;
import io.quorate.codec.UnreadableRecordException;
import io.quorate.controller.decision.CatalogueChange;
import io.quorate.controller.plan.state.ClusterState;
import io.quorate.instruction.Outcome.Result;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.OpenTask;
import io.quorate.task.TaskFailure;
import io.quorate.task.TaskOutcome;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What came of a task.
 *
 * @param result how it ended
 * @param detail why, in words for people; after a failure its word stands first
 * @param counts whether it counts as a failure, after which the next one waits
 * @param catalogue what it changes in the catalogue
 */
public record EndedTask(
    Result result, String detail, boolean counts, Optional<CatalogueChange> catalogue) {
  private static final int LONGEST = 400;

  /** Keeps the detail short: it stands in the status, which is one record. */
  public EndedTask {
    detail = detail.length() > LONGEST ? detail.substring(0, LONGEST) + "…" : detail;
  }

  /** A task of which nothing came. */
  public static EndedTask failed(String detail) {
    return new EndedTask(Result.FAILED, detail, true, Optional.empty());
  }

  /** As its executor answered. */
  public static EndedTask of(ClusterState clusterState, OpenTask open, TaskOutcome outcome) {
    return switch (outcome.result()) {
      case DONE ->
          switch (open.kind()) {
            case TAKE_SNAPSHOT -> taken(clusterState, open, outcome);
            case VERIFY_SNAPSHOT -> verified(clusterState, open, outcome);
            case UPLOAD_DIRECTORY ->
                new EndedTask(
                    Result.DONE, "it stands at " + open.subject(), false, Optional.empty());
          };
      case FAILED ->
          switch (open.kind()) {
            case TAKE_SNAPSHOT, UPLOAD_DIRECTORY -> failed(words(outcome));
            case VERIFY_SNAPSHOT -> notVerified(clusterState, open, outcome);
          };
      case CANCELLED, REFUSED ->
          new EndedTask(outcome.result(), outcome.detail(), false, Optional.empty());
    };
  }

  private static EndedTask taken(ClusterState clusterState, OpenTask open, TaskOutcome outcome) {
    try {
      SnapshotManifest manifest = manifest(clusterState, open, outcome);
      Optional<CatalogueChange> change =
          Catalogue.of(clusterState).find(manifest.id()).isPresent()
              ? Optional.empty()
              : Optional.of(CatalogueChange.add(SnapshotRecord.taken(manifest)));
      return new EndedTask(
          Result.DONE,
          "snapshot " + manifest.id() + " at revision " + manifest.position().revision(),
          false,
          change);
    } catch (UnreadableRecordException e) {
      return failed("OTHER: the outcome is no manifest of its snapshot: " + e.getMessage());
    }
  }

  private static SnapshotManifest manifest(
      ClusterState clusterState, OpenTask open, TaskOutcome outcome) {
    Map<String, Object> values = new LinkedHashMap<>(outcome.values());
    values.putIfAbsent(Schema.ATTRIBUTE, Schema.VERSION);
    return SnapshotManifestCodec.read(
        values,
        "outcome of " + outcome.taskId(),
        clusterState.view().cluster(),
        clusterState.view().lineage().uid(),
        new SnapshotId(open.subject()));
  }

  private static EndedTask verified(ClusterState clusterState, OpenTask open, TaskOutcome outcome) {
    Object millis = outcome.values().get("restoreMillis");
    if (!(millis instanceof Number restored)) {
      return failed("OTHER: the outcome tells no restoreMillis: " + outcome.values());
    }
    SnapshotRecord.Verified found =
        new SnapshotRecord.Verified(clusterState.view().observedAt(), restored.longValue());
    return new EndedTask(
        Result.DONE,
        "snapshot " + open.subject() + " was restored in " + restored + " ms and is right",
        false,
        living(clusterState, open)
            .map(record -> CatalogueChange.replace(record, record.verifiedBy(found))));
  }

  /** Only what is proven bad is bad: all else says nothing about the snapshot. */
  private static EndedTask notVerified(
      ClusterState clusterState, OpenTask open, TaskOutcome outcome) {
    if (!TaskFailure.BAD.equals(outcome.values().get(TaskFailure.VERDICT))) {
      return failed(words(outcome));
    }
    return new EndedTask(
        Result.FAILED,
        "BAD: " + outcome.detail(),
        false,
        living(clusterState, open)
            .map(record -> CatalogueChange.replace(record, record.failed(outcome.detail()))));
  }

  private static Optional<SnapshotRecord> living(ClusterState clusterState, OpenTask open) {
    return Catalogue.of(clusterState)
        .find(new SnapshotId(open.subject()))
        .filter(record -> record.state() != SnapshotRecord.State.DELETING);
  }

  private static String words(TaskOutcome outcome) {
    return outcome.values().getOrDefault(TaskFailure.VALUE, TaskFailure.OTHER.name())
        + ": "
        + outcome.detail();
  }
}
