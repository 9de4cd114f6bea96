package io.quorate.controller.plan.snapshots;

import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.snapshot.SnapshotId;
import io.quorate.task.TaskKind;
import java.util.Optional;

/** What operators' requests about snapshots ask for. */
public final class SnapshotRequests {
  /** The argument that names the snapshot. */
  public static final String SNAPSHOT = "snapshot";

  /** The argument of a pin: {@code true}, or {@code false} to take it back. */
  public static final String PINNED = "pinned";

  private SnapshotRequests() {}

  /** The task that a request asks for; empty where it asks for none. */
  public static Optional<TaskKind> task(Request request) {
    return switch (request.kind()) {
      case TAKE_SNAPSHOT -> Optional.of(TaskKind.TAKE_SNAPSHOT);
      case VERIFY_SNAPSHOT -> Optional.of(TaskKind.VERIFY_SNAPSHOT);
      case PIN_SNAPSHOT,
          DELETE_SNAPSHOT,
          SYNC_SNAPSHOTS,
          APPROVE_RECOVERY,
          ACKNOWLEDGE_RECOVERY,
          RESTORE_SNAPSHOT,
          REBUILD_LINEAGE,
          ISSUE_CERTIFICATE ->
          Optional.empty();
    };
  }

  /** Whether a request names a snapshot that has to be there. */
  public static boolean namesOne(RequestKind kind) {
    return switch (kind) {
      case VERIFY_SNAPSHOT, PIN_SNAPSHOT, DELETE_SNAPSHOT -> true;
      case TAKE_SNAPSHOT,
          SYNC_SNAPSHOTS,
          APPROVE_RECOVERY,
          ACKNOWLEDGE_RECOVERY,
          RESTORE_SNAPSHOT,
          REBUILD_LINEAGE,
          ISSUE_CERTIFICATE ->
          false;
    };
  }

  /** The snapshot that a request names, where that has an id's form. */
  public static Optional<String> subject(Request request) {
    return Optional.ofNullable(request.arguments().get(SNAPSHOT)).filter(SnapshotRequests::isId);
  }

  private static boolean isId(String text) {
    try {
      return !new SnapshotId(text).value().isEmpty();
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
