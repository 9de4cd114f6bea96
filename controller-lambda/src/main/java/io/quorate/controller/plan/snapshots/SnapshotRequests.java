package io.quorate.controller.plan.snapshots;

import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.snapshot.SnapshotId;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** What operators' requests about snapshots ask for. */
public final class SnapshotRequests {
  /** The argument that names the snapshot. */
  public static final String SNAPSHOT = "snapshot";

  /** The argument of a pin: {@code true}, or {@code false} to take it back. */
  public static final String PINNED = "pinned";

  private static final Set<RequestKind> NAME_ONE =
      EnumSet.of(
          RequestKind.VERIFY_SNAPSHOT, RequestKind.PIN_SNAPSHOT, RequestKind.DELETE_SNAPSHOT);

  private SnapshotRequests() {}

  /** Whether a request names a snapshot that has to be there. */
  public static boolean namesOne(RequestKind kind) {
    return NAME_ONE.contains(kind);
  }

  /** The snapshot that a request names, where that has an id's form. */
  public static Optional<SnapshotId> subject(Request request) {
    return Optional.ofNullable(request.arguments().get(SNAPSHOT)).flatMap(SnapshotId::parse);
  }
}
