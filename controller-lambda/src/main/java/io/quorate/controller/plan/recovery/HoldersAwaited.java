package io.quorate.controller.plan.recovery;

import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.fencing.FenceSet;
import io.quorate.controller.plan.fencing.FencingStart;
import io.quorate.controller.plan.fencing.HolderEnd;
import io.quorate.controller.plan.group.UnregisteredInstances;
import io.quorate.recovery.Recovery;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Who keeps a recovery from going on, what is awaited of each and until when:
 *
 * <ol>
 *   <li>holders that speak and are just being fenced: their proof, within minutes, by nobody's
 *       help;
 *   <li>everybody else: for as long as it takes, for each may have the last good disk; an operator
 *       may approve to give it up.
 * </ol>
 */
public final class HoldersAwaited {
  /** The reason while holders are being fenced. */
  public static final String FENCING = "FENCING_RUNS";

  /** How long a holder may take to be fenced before it is told as one that is in the way. */
  static final Duration PATIENCE = Duration.ofMinutes(5);

  private HoldersAwaited() {}

  /**
   * What is awaited; empty where everyone has come to an end.
   *
   * @param begun the recovery, where it has begun
   * @param source whether a snapshot could be restored
   */
  static Optional<RecoveryStep> of(
      ClusterState clusterState, FenceSet holders, Optional<Recovery> begun, boolean source) {
    if (UnregisteredInstances.rowsUnread(clusterState)) {
      return waits(begun, "ROWS_UNREAD", "rows of nodes cannot be read; see NODE_ROW_UNREADABLE");
    }
    if (begun.isPresent() ? holders.allEnded() : holders.allGone()) {
      return Optional.empty();
    }
    Optional<Instant> fencedBy =
        begun
            .filter(recovery -> recovery.state() == Recovery.State.FENCING)
            .filter(recovery -> holders.gaps().isEmpty())
            .filter(recovery -> FencingStart.hindrances(clusterState, holders).isEmpty())
            .map(recovery -> recovery.stateSince().plus(PATIENCE))
            .filter(clusterState.view().observedAt()::isBefore);
    return fencedBy.isPresent()
        ? Optional.of(new RecoveryStep.Runs(fencing(holders, fencedBy.get())))
        : waits(begun, "HOLDERS_UNKNOWN", words(clusterState, holders, source));
  }

  private static Reason fencing(FenceSet holders, Instant until) {
    return Reason.of(
        FENCING,
        "etcd is stopped for good on "
            + holders.unknown().stream()
                .map(HolderEnd.Unknown::instance)
                .map(Object::toString)
                .collect(Collectors.joining(", "))
            + ", and awaited is the proof of that until "
            + until);
  }

  private static String words(ClusterState clusterState, FenceSet holders, boolean source) {
    String unknown =
        holders.unknown().stream()
            .map(end -> end.instance() + ": " + end.why())
            .collect(Collectors.joining("; "));
    String gaps = String.join("; ", holders.gaps());
    String both = unknown.isEmpty() || gaps.isEmpty() ? unknown + gaps : unknown + "; " + gaps;
    return "not everyone who may hold data is proved gone, so nothing is restored; awaited, for as"
        + " long as it takes: "
        + both
        + (source ? "" : "; there is no snapshot: their disks hold all the data that is left")
        + "; quorate recover plan "
        + clusterState.view().cluster()
        + " shows what an operator can approve; see docs/runbooks/everything-lost.md";
  }

  private static Optional<RecoveryStep> waits(
      Optional<Recovery> begun, String code, String message) {
    return Optional.of(new RecoveryStep.Waits(Reason.of(code, message), begun.isPresent()));
  }
}
