package io.quorate.controller.plan.recovery;

import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.view.ClusterView;
import io.quorate.model.InstanceId;
import io.quorate.recovery.Approval;
import io.quorate.recovery.Recovery;
import io.quorate.recovery.RecoverySource;
import io.quorate.snapshot.SnapshotRecord;
import java.util.Optional;

/** Begins trials of sources, and passes over what a trial proved bad. */
final class Trials {
  private Trials() {}

  /** The snapshot that an operator named, as long as no trial has proved it bad. */
  static Optional<RecoverySource> named(Recovery recovery) {
    return recovery.rollsBack()
        ? recovery.source()
        : recovery
            .approval()
            .flatMap(Approval::source)
            .filter(
                source ->
                    recovery.passedOver().stream()
                        .noneMatch(bad -> bad.snapshot().equals(source.snapshot())));
  }

  /** Whether an operator named another snapshot than the one that was tried last. */
  static boolean anotherNamed(Recovery recovery) {
    return named(recovery)
        .map(RecoverySource::snapshot)
        .filter(
            snapshot ->
                recovery.source().filter(last -> last.snapshot().equals(snapshot)).isEmpty())
        .isPresent();
  }

  /** The snapshot that an operator named, else the best source that no trial has proved bad. */
  static Optional<SnapshotRecord> source(ClusterState clusterState, Recovery recovery) {
    ClusterView view = clusterState.view();
    Optional<RecoverySource> named = named(recovery);
    if (named.isPresent()) {
      return view.records().snapshots().stream()
          .filter(SnapshotRecord::restorable)
          .filter(record -> record.id().equals(named.get().snapshot()))
          .findFirst();
    }
    return EligibleSources.of(view).stream()
        .filter(
            record ->
                recovery.passedOver().stream().noneMatch(bad -> bad.snapshot().equals(record.id())))
        .findFirst();
  }

  /** Tells a node to try a source; no retention deletes what a recovery names. */
  static RecoveryStep begin(
      ClusterState clusterState,
      Recovery recovery,
      SnapshotRecord source,
      InstanceId candidate,
      Reason because) {
    ClusterView view = clusterState.view();
    Recovery next =
        recovery
            .trying(RecoverySource.of(source.manifest()), candidate, view.observedAt())
            .by(view.token());
    Reason reason =
        because.and("source", source.id()).and("candidate", candidate).and("trial", trial(next));
    return new RecoveryStep.Advance(reason, next, Optional.empty());
  }

  /** Leaves a source that a trial proved bad; the catalogue says so, too. */
  static RecoveryStep passOver(ClusterState clusterState, Recovery recovery, String because) {
    ClusterView view = clusterState.view();
    RecoverySource source = recovery.source().orElseThrow();
    Optional<SnapshotRecord> failed =
        view.records().snapshots().stream()
            .filter(record -> record.id().equals(source.snapshot()))
            .map(record -> record.failed(because))
            .findFirst();
    return new RecoveryStep.Advance(
        Reason.of(
            "SOURCE_PROVED_BAD", "snapshot " + source.snapshot() + " is not restored: " + because),
        recovery.passingOver(because, view.observedAt()).by(view.token()),
        failed);
  }

  private static String trial(Recovery recovery) {
    return recovery.trialId().orElseThrow();
  }
}
