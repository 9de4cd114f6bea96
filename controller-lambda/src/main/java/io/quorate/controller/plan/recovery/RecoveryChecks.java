package io.quorate.controller.plan.recovery;

import io.quorate.controller.decision.AdvanceRecovery;
import io.quorate.controller.decision.CommitRecovery;
import io.quorate.controller.decision.Decision;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.recovery.CommittedGeneration;
import io.quorate.recovery.PassedOver;
import io.quorate.recovery.Recovery;
import io.quorate.recovery.RecoverySource;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Collectors;

/** Conditions about a cluster whose data is lost, or was. */
public final class RecoveryChecks {
  private RecoveryChecks() {}

  /** A recovery runs. */
  public static Optional<String> runs(ClusterState clusterState, Plan plan) {
    return after(clusterState, plan)
        .filter(recovery -> recovery.state().running())
        .filter(recovery -> !recovery.hibernates())
        .map(
            recovery ->
                happened(recovery)
                    + recovery.id()
                    + " is "
                    + recovery.state()
                    + recovery.source().map(source -> ": snapshot " + source.snapshot()).orElse("")
                    + recovery.trial().map(trial -> " on " + trial.candidate()).orElse("")
                    + fencing(clusterState)
                    + "; see docs/recovery.md");
  }

  /** Who is being fenced, and until when that is awaited. */
  private static String fencing(ClusterState clusterState) {
    return RecoveryPlanner.next(clusterState) instanceof RecoveryStep.Runs runs
            && runs.reason().code().equals(HoldersAwaited.FENCING)
        ? "; " + runs.reason().message()
        : "";
  }

  private static String happened(Recovery recovery) {
    return switch (recovery.action()) {
      case RESEED -> "the data of generation " + recovery.generation() + " is lost; ";
      case HIBERNATE -> "the group wants no instance; ";
      case ROLLBACK -> "an operator rolls generation " + recovery.generation() + " back; ";
      case IMPORT -> "a new cluster begins with a snapshot; ";
    };
  }

  /** The data seems lost, and nothing can be done yet. */
  public static Optional<String> waits(ClusterState clusterState, Plan plan) {
    return switch (RecoveryPlanner.next(clusterState)) {
      case RecoveryStep.Waits waits -> Optional.of(waits.reason().message());
      case RecoveryStep.None none -> Optional.empty();
      case RecoveryStep.Runs runs -> Optional.empty();
      case RecoveryStep.Advance advance -> Optional.empty();
      case RecoveryStep.Intend intend -> Optional.empty();
      case RecoveryStep.Terminate terminate when hibernated(clusterState) -> Optional.empty();
      case RecoveryStep.Terminate terminate ->
          Optional.of("an operator gave its data up: " + terminate.reason().message());
      case RecoveryStep.Commit commit -> Optional.empty();
    };
  }

  /** The cluster is put to rest, rests, or comes back from there. */
  public static Optional<String> hibernates(ClusterState clusterState, Plan plan) {
    return after(clusterState, plan)
        .filter(recovery -> recovery.state().running())
        .filter(Recovery::hibernates)
        .map(recovery -> Hibernating.words(clusterState, recovery));
  }

  /**
   * What is to be restored cannot be read, and an older one may be restored by an operator's word.
   */
  public static Optional<String> sourceUnreadable(ClusterState clusterState, Plan plan) {
    return UnreadableSource.words(clusterState);
  }

  /** The cluster was restored, and nobody has acknowledged what was lost. */
  public static Optional<String> restored(ClusterState clusterState, Plan plan) {
    return after(clusterState, plan)
        .filter(recovery -> recovery.state() == Recovery.State.SERVING)
        .filter(recovery -> recovery.action() != Recovery.Action.IMPORT)
        .map(RecoveryChecks::lost);
  }

  private static String lost(Recovery recovery) {
    RecoverySource source = recovery.source().orElseThrow();
    CommittedGeneration committed = recovery.committed().orElseThrow();
    String origin =
        recovery
            .salvagedOn(source.snapshot())
            .map(
                instance ->
                    "which was made of what was left on the disk of "
                        + instance
                        + ": writes that reached only the disks that are gone are lost; ")
            .orElseGet(
                () ->
                    "which was "
                        + Duration.between(source.takenAt(), recovery.since()).toSeconds()
                        + (recovery.action() == Recovery.Action.ROLLBACK
                            ? " s old when an operator rolled back to it: writes since then are"
                                + " given up; "
                            : " s old when the loss was seen: writes since then are lost; "));
    String passed =
        recovery.passedOver().stream()
            .map(PassedOver::snapshot)
            .map(Object::toString)
            .collect(Collectors.joining(", "));
    return "generation "
        + committed.generation()
        + " was restored from snapshot "
        + source.snapshot()
        + ", "
        + origin
        + committed.loss()
        + recovery
            .revoked()
            .filter(revoked -> revoked.leases() > 0)
            .map(revoked -> "; " + revoked + " ended meanwhile and did not come back")
            .orElse("")
        + (recovery.keepLeases() ? "; all leases of the snapshot came back" : "")
        + (passed.isEmpty() ? "" : "; newer snapshots proved bad: " + passed)
        + unread(recovery, source)
        + "; acknowledge it: quorate recover acknowledge; see docs/operations.md, DATA_RESTORED";
  }

  private static String unread(Recovery recovery, RecoverySource restored) {
    String unread =
        recovery.unread().stream()
            .filter(other -> !other.snapshot().equals(restored.snapshot()))
            .map(other -> other.snapshot() + " (" + other.failure() + ")")
            .collect(Collectors.joining(", "));
    return unread.isEmpty() ? "" : "; snapshots that could not be read: " + unread;
  }

  private static boolean hibernated(ClusterState clusterState) {
    return clusterState.view().records().recovery().filter(Recovery::hibernates).isPresent();
  }

  /** The recovery as it stands once the plan is carried out. */
  private static Optional<Recovery> after(ClusterState clusterState, Plan plan) {
    Decision decision = plan.decision();
    if (decision instanceof AdvanceRecovery advance) {
      return Optional.of(advance.next());
    }
    if (decision instanceof CommitRecovery commit) {
      return Optional.of(commit.next());
    }
    return clusterState.view().records().recovery();
  }
}
