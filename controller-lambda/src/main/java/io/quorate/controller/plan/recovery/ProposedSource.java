package io.quorate.controller.plan.recovery;

import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.fencing.FenceSet;
import io.quorate.controller.plan.fencing.RunningRecovery;
import io.quorate.controller.plan.voters.DifferingVoters;
import io.quorate.model.InstanceId;
import io.quorate.recovery.Approval;
import io.quorate.recovery.PassedOver;
import io.quorate.recovery.Recovery;
import io.quorate.recovery.RecoverySource;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotRecord;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What would be restored if an operator approved it now: the snapshot that is named; else the disks
 * that are left, while one of them may be salvaged; else the best snapshot that may be restored and
 * that no trial of the recovery under way proved bad.
 *
 * @param snapshot the snapshot; empty for the disks
 * @param objection why there is none
 */
record ProposedSource(Optional<RecoverySource> snapshot, Optional<String> objection) {
  static final ProposedSource NONE = new ProposedSource(Optional.empty(), Optional.empty());

  static ProposedSource of(
      ClusterState clusterState,
      FenceSet holders,
      Map<InstanceId, Approval.End> ends,
      Optional<String> named) {
    Optional<Recovery> running = RunningRecovery.of(clusterState).flatMap(RunningRecovery::open);
    if (named.isPresent()) {
      return notBad(EligibleSources.restorable(clusterState.view()), running).stream()
          .filter(record -> record.id().value().equals(named.get()))
          .findFirst()
          .map(ProposedSource::of)
          .orElseGet(
              () ->
                  none(
                      "snapshot "
                          + named.get()
                          + " cannot be restored: it is not in the catalogue, it is bad or being"
                          + " deleted, or this cluster gave up what it holds"));
    }
    List<SnapshotRecord> eligible = notBad(EligibleSources.of(clusterState.view()), running);
    boolean disks = ends.containsValue(Approval.End.FENCED);
    if (disks
        && salvageable(holders, running, eligible, DifferingVoters.homes(clusterState.view()))) {
      return NONE;
    }
    return eligible.stream()
        .findFirst()
        .map(ProposedSource::of)
        .orElseGet(
            () ->
                none(
                    "no snapshot can be restored: the cluster never begins empty again; bring back"
                        + " an instance with its disk, or put a snapshot into the catalogue"
                        + DifferingSources.words(clusterState.view())));
  }

  /** Until a recovery has found out more, the disks are what it begins with. */
  private static boolean salvageable(
      FenceSet holders,
      Optional<Recovery> running,
      List<SnapshotRecord> eligible,
      Set<InstanceId> differing) {
    Optional<SnapshotRecord> best = eligible.stream().findFirst();
    return running
        .filter(recovery -> !recovery.salvages().isEmpty())
        .map(
            recovery ->
                Salvages.next(holders, recovery, best, differing).isPresent()
                    || best.flatMap(record -> recovery.salvagedOn(record.id())).isPresent())
        .orElse(true);
  }

  private static List<SnapshotRecord> notBad(
      List<SnapshotRecord> snapshots, Optional<Recovery> running) {
    Set<SnapshotId> bad =
        running.stream()
            .flatMap(recovery -> recovery.passedOver().stream())
            .map(PassedOver::snapshot)
            .collect(Collectors.toSet());
    return snapshots.stream().filter(record -> !bad.contains(record.id())).toList();
  }

  private static ProposedSource of(SnapshotRecord record) {
    return new ProposedSource(Optional.of(RecoverySource.of(record.manifest())), Optional.empty());
  }

  private static ProposedSource none(String why) {
    return new ProposedSource(Optional.empty(), Optional.of(why));
  }
}
