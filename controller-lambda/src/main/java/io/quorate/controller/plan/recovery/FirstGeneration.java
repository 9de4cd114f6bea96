package io.quorate.controller.plan.recovery;

import io.quorate.controller.decision.HeartbeatVersion;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.group.UnregisteredInstances;
import io.quorate.controller.view.ClusterView;
import io.quorate.model.InstanceId;
import io.quorate.recovery.CommittedGeneration;
import io.quorate.recovery.PassedOver;
import io.quorate.recovery.Recovery;
import io.quorate.recovery.RecoveryTrial;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.Heartbeat;
import io.quorate.state.Origin;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * Begins a new cluster with the snapshot that its lineage names as its origin, by the same machine
 * as a recovery:
 *
 * <ol>
 *   <li>GATHERED at once: nobody can hold data of a cluster that has not begun;
 *   <li>TRIAL on an empty node, as often as it cannot be made; what a trial proves bad is never
 *       replaced by another snapshot, nor by nothing: an operator deletes the cluster;
 *   <li>COMMITTED: generation 1, with the origin as its source, and one voter. From there on {@link
 *       Seeding} goes on, and the cluster grows to its size.
 * </ol>
 */
final class FirstGeneration {
  private final ClusterState clusterState;
  private final ClusterView view;
  private final Instant now;
  private final Origin origin;

  FirstGeneration(ClusterState clusterState, Origin origin) {
    this.clusterState = clusterState;
    this.view = clusterState.view();
    this.now = view.observedAt();
    this.origin = origin;
  }

  RecoveryStep next() {
    Optional<Recovery> running = view.records().recovery().filter(this::ofThisImport);
    if (running.isEmpty() && clusterState.paused()) {
      return waits(RecoveryPlanner.PAUSED, RecoveryPlanner.paused(clusterState));
    }
    Recovery recovery = running.orElseGet(this::begun);
    return recovery.state() == Recovery.State.TRIAL ? trial(recovery) : gathered(recovery);
  }

  private boolean ofThisImport(Recovery recovery) {
    return recovery.action() == Recovery.Action.IMPORT
        && recovery.uid().equals(view.lineage().uid())
        && recovery.state().running()
        && !recovery.state().isCommitted();
  }

  private Recovery begun() {
    return Recovery.importing("import-" + view.nonce(), view.lineage().uid(), view.token(), now);
  }

  private RecoveryStep gathered(Recovery recovery) {
    Optional<PassedOver> bad =
        recovery.passedOver().stream()
            .filter(passed -> passed.snapshot().equals(origin.snapshot()))
            .findFirst();
    Optional<SnapshotRecord> source = source();
    if (bad.isPresent() || source.isEmpty()) {
      return waits(
          RecoveryPlanner.NO_SOURCE,
          "the cluster is to begin with snapshot "
              + origin.snapshot()
              + ", which "
              + bad.map(passed -> "proved bad: " + passed.because())
                  .orElse("the catalogue does not list as usable, with its SHA-256")
              + "; it never begins empty: delete it, and apply another one from a good snapshot");
    }
    Optional<Instant> after = recovery.tryAfter().filter(now::isBefore);
    if (after.isPresent()) {
      return waits(
          "TRIAL_AWAITED",
          "the last trial could not be made ("
              + recovery.lastFailure().orElse("")
              + "); it is made again after "
              + after.get());
    }
    Optional<InstanceId> failed =
        recovery.trial().filter(t -> t.failed().isPresent()).map(RecoveryTrial::candidate);
    Optional<InstanceId> candidate = Candidates.next(clusterState, failed, Optional.empty());
    return candidate.isEmpty()
        ? new RecoveryStep.Runs(Reason.of("WAITING_FOR_NODES", awaited()))
        : Trials.begin(
            clusterState,
            recovery,
            source.get(),
            candidate.get(),
            Reason.of(
                "IMPORT",
                "the cluster begins with snapshot "
                    + origin.snapshot()
                    + ", once it is proved good"));
  }

  private String awaited() {
    return "no node has registered yet that can begin the cluster with snapshot "
        + origin.snapshot()
        + ": expected an empty one, with an etcd that the spec accepts"
        + UnregisteredInstances.missing(clusterState)
            .map(instances -> "; launched but not registered: " + instances)
            .orElse("");
  }

  private Optional<SnapshotRecord> source() {
    return view.records().snapshots().stream()
        .filter(SnapshotRecord::restorable)
        .filter(record -> record.id().equals(origin.snapshot()))
        .filter(record -> record.manifest().sha256().equals(origin.sha256()))
        .findFirst();
  }

  private RecoveryStep trial(Recovery recovery) {
    RecoveryTrial trial = recovery.trial().orElseThrow();
    return switch (TrialWatch.of(clusterState, recovery)) {
      case TrialWatch.Running running ->
          new RecoveryStep.Runs(
              Reason.of(
                  "TRIAL_RUNS",
                  trial.candidate()
                      + " restores snapshot "
                      + origin.snapshot()
                      + " in isolation, before the cluster begins with it"));
      case TrialWatch.Bad bad -> Trials.passOver(clusterState, recovery, bad.because());
      case TrialWatch.NotMade not ->
          new RecoveryStep.Advance(
              Reason.of("TRIAL_NOT_MADE", not.because()),
              not.tryingAgain(recovery, TrialWatch.after(trial, now), now).by(view.token()),
              Optional.empty());
      case TrialWatch.Good good -> commit(recovery, good);
    };
  }

  private RecoveryStep commit(Recovery recovery, TrialWatch.Good good) {
    InstanceId seeder = recovery.trial().orElseThrow().candidate();
    if (!Candidates.stillFits(clusterState, seeder)) {
      return tryingAgain(recovery, seeder + " made the trial and cannot begin by now", now);
    }
    CommittedGeneration next = NextGeneration.committed(clusterState, recovery, good.revision());
    Heartbeat row = clusterState.node(seeder).orElseThrow().heartbeat();
    return new RecoveryStep.Commit(
        Reason.of(
            "SOURCE_PROVED",
            "generation "
                + next.generation()
                + " begins on "
                + seeder
                + " with snapshot "
                + origin.snapshot()
                + " at revision "
                + next.targetRevision()),
        recovery.committing(Map.of(), next, now).by(view.token()),
        NextGeneration.bootstrap(view, recovery, next, row),
        Map.of(seeder, HeartbeatVersion.now(row)));
  }

  private RecoveryStep tryingAgain(Recovery recovery, String why, Instant after) {
    return new RecoveryStep.Advance(
        Reason.of("TRIAL_NOT_MADE", why),
        recovery.tryingAgain(why, after, now).by(view.token()),
        Optional.empty());
  }

  private static RecoveryStep waits(String code, String message) {
    return new RecoveryStep.Waits(Reason.of(code, message), true);
  }
}
