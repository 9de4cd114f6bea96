package io.quorate.controller.plan.recovery;

import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.fencing.BegunTooSoon;
import io.quorate.controller.plan.fencing.DataLoss;
import io.quorate.controller.plan.fencing.FenceSet;
import io.quorate.controller.plan.fencing.FencingStart;
import io.quorate.controller.plan.fencing.HolderEnd;
import io.quorate.controller.plan.fencing.Proofs;
import io.quorate.controller.plan.fencing.RunningRecovery;
import io.quorate.controller.plan.group.UnregisteredInstances;
import io.quorate.controller.plan.lifecycle.Pauses;
import io.quorate.controller.plan.voters.DifferingVoters;
import io.quorate.controller.plan.voters.RefusedAgents;
import io.quorate.controller.view.ClusterView;
import io.quorate.model.InstanceId;
import io.quorate.recovery.Approval;
import io.quorate.recovery.CommittedGeneration;
import io.quorate.recovery.Recovery;
import io.quorate.recovery.RecoverySource;
import io.quorate.recovery.RecoveryTrial;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.Condition;
import io.quorate.state.Lineage;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The machine of a recovery, one transition at a time.
 *
 * <ol>
 *   <li>Where holders are left, and {@link FencingStart} proves that no quorum can come back, it
 *       begins with FENCING, until everyone is fenced or gone.
 *   <li>Else it begins when the data is lost ({@link DataLoss}), everyone of the {@link FenceSet}
 *       is gone, a source is eligible, and a node can restore it: straight to the first TRIAL, for
 *       there is nothing to fence.
 *   <li>GATHERED: a fenced directory that reaches farther than every snapshot is made one, see
 *       {@link Salvages}. Then the best eligible source that no trial proved bad is tried, after
 *       the pause that a trial which could not be made leaves.
 *   <li>One whose objects cannot be read is tried again without an end, and an older one is offered
 *       to an operator, see {@link UnreadableSource}: it is never taken without one.
 *   <li>TRIAL: see {@link TrialWatch}. A good one is committed, while all are still gone.
 *   <li>COMMITTED and SEEDING: see {@link Seeding}. A lost seeder begins the next recovery.
 *   <li>Where the spec asks for an approval it begins with one, see {@link RecoveryProposal}: the
 *       instances that are accepted lost are terminated first, see {@link AcceptedLosses}; before
 *       each trial and the commit, {@link ApprovalCheck} compares what was approved with what came
 *       true.
 *   <li>None begins while an operator pauses the cluster; one that runs goes on.
 *   <li>Until COMMITTED it is called off when a quorum serves after all; a rollback is not, for a
 *       member that is fenced never serves again. See {@link Rollback} for how one begins.
 *   <li>A cluster whose group wants no instance goes the same way up to a good trial, and rests
 *       there: see {@link Hibernating}.
 *   <li>A new cluster that is to begin with a snapshot goes the same way, see {@link
 *       FirstGeneration}.
 * </ol>
 */
public final class RecoveryPlanner {
  /** The reason to wait while no snapshot can be restored. */
  public static final String NO_SOURCE = "NO_SOURCE";

  /** The reason to wait while an operator pauses the cluster. */
  static final String PAUSED = "PAUSED";

  private final ClusterState clusterState;
  private final ClusterView view;
  private final Instant now;

  private RecoveryPlanner(ClusterState clusterState) {
    this.clusterState = clusterState;
    this.view = clusterState.view();
    this.now = view.observedAt();
  }

  /** What comes next. */
  public static RecoveryStep next(ClusterState clusterState) {
    return new RecoveryPlanner(clusterState).next();
  }

  private RecoveryStep next() {
    Lineage lineage = view.lineage();
    if (lineage.origin().isPresent()) {
      return new FirstGeneration(clusterState, lineage.origin().get()).next();
    }
    if (lineage.state() != Lineage.State.COMMITTED) {
      return new RecoveryStep.None();
    }
    Optional<Recovery> running =
        view.records().recovery().filter(recovery -> recovery.state().running());
    if (running.isEmpty()) {
      return begin();
    }
    Recovery recovery = running.get();
    boolean committed = recovery.state().isCommitted();
    boolean ofThisGeneration =
        committed
            ? recovery.committed().orElseThrow().generation().equals(lineage.generation())
            : recovery.generation().equals(lineage.generation());
    if (!ofThisGeneration || !recovery.uid().equals(lineage.uid())) {
      return begin();
    }
    return committed ? seeded(recovery) : uncommitted(recovery);
  }

  private RecoveryStep seeded(Recovery recovery) {
    return DataLoss.of(clusterState).isPresent() && FenceSet.of(clusterState).allGone()
        ? begin()
        : Seeding.next(clusterState, recovery);
  }

  private RecoveryStep begin() {
    Optional<String> loss = DataLoss.of(clusterState);
    if (loss.isEmpty()) {
      return Hibernating.begin(clusterState);
    }
    if (clusterState.paused()) {
      return waits(false, PAUSED, loss.get() + "; " + paused(clusterState));
    }
    if (view.spec().recovery().needsApproval()) {
      return approvalAwaited(loss.get(), false);
    }
    Optional<RecoveryStep> behind = CatalogueBehind.of(view);
    if (behind.isPresent()) {
      return behind.get();
    }
    FenceSet holders = FenceSet.of(clusterState);
    if (!UnregisteredInstances.rowsUnread(clusterState)
        && FencingStart.due(clusterState, holders)) {
      return advance(
          Reason.of("QUORUM_LOST", loss.get()).and("holders", Proofs.words(holders)),
          suspected().fencing(now));
    }
    List<SnapshotRecord> sources = EligibleSources.of(view);
    Optional<RecoveryStep> held =
        HoldersAwaited.of(clusterState, holders, Optional.empty(), !sources.isEmpty());
    if (held.isPresent()) {
      return held.get();
    }
    if (sources.isEmpty()) {
      return waits(
          false,
          NO_SOURCE,
          "no snapshot can be restored: the cluster never begins empty again; bring back an"
              + " instance with its disk, or put a snapshot into the catalogue"
              + DifferingSources.words(view));
    }
    Optional<InstanceId> candidate =
        Candidates.next(clusterState, Optional.empty(), Optional.empty());
    if (candidate.isEmpty()) {
      return noCandidate(false);
    }
    Recovery begun = suspected().fencing(now).gathered(Proofs.of(holders), now);
    Reason because = Reason.of("DATA_LOST", loss.get()).and("holders", Proofs.words(holders));
    return Trials.begin(clusterState, begun, sources.getFirst(), candidate.get(), because);
  }

  /** What a recovery waits for that has not begun. */
  static String paused(ClusterState clusterState) {
    return "no recovery begins while the cluster is paused, "
        + Pauses.words(clusterState)
        + ". To let it begin: "
        + Pauses.end(clusterState);
  }

  private Recovery suspected() {
    return suspected(view);
  }

  private static Recovery suspected(ClusterView view) {
    return Recovery.suspected(
        "recovery-" + view.lineage().generation() + "-" + view.nonce(),
        view.lineage().uid(),
        view.lineage().generation(),
        view.token(),
        Recovery.Action.RESEED,
        view.observedAt(),
        unservedSince(view));
  }

  /** Since when the status says that no quorum serves. */
  private static Optional<Instant> unservedSince(ClusterView view) {
    return view.status().conditions().stream()
        .filter(
            condition ->
                condition.type() == Condition.Type.NO_QUORUM
                    || condition.type() == Condition.Type.QUORUM_LOST)
        .map(Condition::since)
        .min(Comparator.naturalOrder());
  }

  /** The recovery that an approval is for: the one under way, or one that begins with it. */
  public static Recovery approvable(ClusterState clusterState) {
    return RunningRecovery.of(clusterState)
        .flatMap(RunningRecovery::open)
        .orElseGet(() -> suspected(clusterState.view()));
  }

  private RecoveryStep uncommitted(Recovery recovery) {
    if (recovery.action() == Recovery.Action.RESEED
        && (clusterState.quorum().serves() || RefusedAgents.proveQuorum(clusterState))) {
      String why = "a quorum of generation " + recovery.generation() + " serves";
      return advance(Reason.of("RECOVERY_CALLED_OFF", why), recovery.calledOff(why, now));
    }
    if (recovery.state() == Recovery.State.HIBERNATED) {
      return Hibernating.rests(clusterState, recovery);
    }
    Optional<RecoveryStep> first =
        Hibernating.incomplete(clusterState, recovery)
            .or(() -> CatalogueBehind.of(view))
            .or(() -> BegunTooSoon.of(clusterState, recovery).map(why -> anew(recovery, why)));
    if (first.isPresent()) {
      return first.get();
    }
    return switch (recovery.state()) {
      case SUSPECTED, FENCING, GATHERED -> gathered(recovery);
      case TRIAL -> trial(recovery);
      case HIBERNATED, COMMITTED, SEEDING, SERVING, ENDED ->
          throw new IllegalStateException(recovery.id() + " is " + recovery.state());
    };
  }

  private RecoveryStep anew(Recovery recovery, String why) {
    return advance(Reason.of("RECOVERY_BEGINS_ANEW", why), recovery.calledOff(why, now));
  }

  private RecoveryStep gathered(Recovery found) {
    Optional<RecoveryStep> givenUp = AcceptedLosses.next(clusterState, found);
    if (givenUp.isPresent()) {
      return givenUp.get();
    }
    FenceSet holders = FenceSet.of(clusterState);
    if (found.state() == Recovery.State.SUSPECTED && mayFence(found, holders)) {
      return advance(
          Reason.of("RECOVERY_APPROVED", "everyone else is gone: those that are left are fenced")
              .and("holders", Proofs.words(holders)),
          found.fencing(now));
    }
    Optional<RecoveryStep> held =
        HoldersAwaited.of(clusterState, holders, Optional.of(found), true);
    if (held.isPresent()) {
      return held.get();
    }
    Optional<String> unapproved = ApprovalCheck.ofHolders(clusterState, found, holders);
    if (unapproved.isPresent()) {
      return approvalAwaited(unapproved.get(), true);
    }
    Recovery recovery =
        switch (found.state()) {
          case SUSPECTED -> found.fencing(now).gathered(Proofs.of(holders), now);
          case FENCING -> found.gathered(Proofs.of(holders), now);
          case GATHERED, TRIAL, HIBERNATED, COMMITTED, SEEDING, SERVING, ENDED -> found;
        };
    if (recovery.openSalvage().isPresent()) {
      return new SalvageWatch(clusterState, recovery, recovery.openSalvage().get()).next(holders);
    }
    Optional<RecoveryStep> lost = Hibernating.tooFew(clusterState, recovery, holders);
    if (lost.isPresent()) {
      return lost.get();
    }
    Optional<Instant> after =
        recovery.tryAfter().filter(now::isBefore).filter(pause -> !Trials.anotherNamed(recovery));
    if (after.isPresent()) {
      return waits(
          true,
          "TRIAL_AWAITED",
          "the last step could not be made ("
              + recovery.lastFailure().orElse("")
              + "); it is tried again after "
              + after.get());
    }
    Optional<SnapshotRecord> source = Trials.source(clusterState, recovery);
    Optional<HolderEnd.Fenced> directory =
        Trials.named(recovery).isPresent()
            ? Optional.empty()
            : Salvages.next(holders, recovery, source, DifferingVoters.homes(view));
    if (directory.isPresent()) {
      return Salvages.begin(clusterState, recovery, directory.get());
    }
    if (source.isEmpty()) {
      return waits(
          true,
          NO_SOURCE,
          "no snapshot is left that could be restored; proved bad: "
              + recovery.passedOver().stream()
                  .map(bad -> bad.snapshot() + " (" + bad.because() + ")")
                  .collect(Collectors.joining("; "))
              + DifferingSources.words(view));
    }
    unapproved = ApprovalCheck.ofSource(clusterState, recovery, source.get());
    if (unapproved.isPresent()) {
      return approvalAwaited(unapproved.get(), true);
    }
    Optional<InstanceId> failed =
        recovery.trial().filter(t -> t.failed().isPresent()).map(RecoveryTrial::candidate);
    Optional<InstanceId> candidate =
        Candidates.next(clusterState, failed, recovery.salvagedOn(source.get().id()));
    return candidate.isEmpty()
        ? noCandidate(true)
        : Trials.begin(
            clusterState,
            recovery,
            source.get(),
            candidate.get(),
            Reason.of("NEXT_TRIAL", "snapshot " + source.get().id() + " is tried next"));
  }

  private RecoveryStep trial(Recovery recovery) {
    RecoveryTrial trial = recovery.trial().orElseThrow();
    SnapshotId tried = recovery.source().orElseThrow().snapshot();
    Optional<SnapshotId> another =
        Trials.named(recovery)
            .map(RecoverySource::snapshot)
            .or(() -> Trials.source(clusterState, recovery).map(SnapshotRecord::id))
            .filter(best -> !best.equals(tried));
    if (another.isPresent()) {
      return advance(
          Reason.of(
              "ANOTHER_SOURCE",
              "snapshot "
                  + another.get()
                  + " takes the place of "
                  + tried
                  + ": an operator approved it, or it was found in the bucket and goes farther"),
          recovery.tryingAgain("another snapshot is to be tried", now, now));
    }
    return switch (TrialWatch.of(clusterState, recovery)) {
      case TrialWatch.Running running ->
          new RecoveryStep.Runs(
              Reason.of(
                  "TRIAL_RUNS",
                  trial.candidate()
                      + " restores snapshot "
                      + recovery.source().orElseThrow().snapshot()
                      + " in isolation, before anything is committed"));
      case TrialWatch.Bad bad -> Trials.passOver(clusterState, recovery, bad.because());
      case TrialWatch.NotMade not ->
          advance(
              Reason.of("TRIAL_NOT_MADE", "on " + trial.candidate() + ": " + not.because()),
              not.tryingAgain(recovery, TrialWatch.after(trial, now), now));
      case TrialWatch.Good good -> commit(recovery, good);
    };
  }

  private RecoveryStep commit(Recovery recovery, TrialWatch.Good good) {
    FenceSet holders = FenceSet.of(clusterState);
    Optional<RecoveryStep> held =
        AcceptedLosses.next(clusterState, recovery)
            .or(() -> HoldersAwaited.of(clusterState, holders, Optional.of(recovery), true))
            .or(() -> CatalogueBehind.ofTrial(clusterState, recovery));
    if (held.isPresent()) {
      return held.get();
    }
    Optional<String> unapproved =
        ApprovalCheck.ofHolders(clusterState, recovery, holders)
            .or(() -> ApprovalCheck.ofTrial(clusterState, recovery));
    if (unapproved.isPresent()) {
      return approvalAwaited(unapproved.get(), true);
    }
    Optional<RecoveryStep> rests = Hibernating.instead(clusterState, recovery);
    if (rests.isPresent()) {
      return rests.get();
    }
    InstanceId seeder = recovery.trial().orElseThrow().candidate();
    if (!Candidates.stillFits(clusterState, seeder)) {
      return advance(
          Reason.of("TRIAL_NOT_MADE", seeder + " made the trial and cannot seed by now"),
          recovery.tryingAgain(seeder + " cannot seed by now", now, now));
    }
    CommittedGeneration next = NextGeneration.committed(clusterState, recovery, good.revision());
    var row = clusterState.node(seeder).orElseThrow().heartbeat();
    Reason reason =
        Reason.of(
                "SOURCE_PROVED",
                "generation "
                    + next.generation()
                    + " begins on "
                    + seeder
                    + " from snapshot "
                    + recovery.source().orElseThrow().snapshot()
                    + " at revision "
                    + next.targetRevision())
            .and("holders", Proofs.words(holders))
            .and("revisionSeen", next.revisionSeen())
            .and("sourceRevision", next.sourceRevision());
    return new RecoveryStep.Commit(
        reason,
        recovery.committing(Proofs.of(holders), next, now).by(view.token()),
        NextGeneration.bootstrap(view, recovery, next, row),
        Proofs.evidence(holders, row));
  }

  /** Whether all that is unknown is approved to be fenced, and can be. */
  private boolean mayFence(Recovery recovery, FenceSet holders) {
    return recovery.approval().isPresent()
        && !UnregisteredInstances.rowsUnread(clusterState)
        && holders.gaps().isEmpty()
        && !holders.unknown().isEmpty()
        && holders.unknown().stream()
            .map(HolderEnd.Unknown::instance)
            .allMatch(
                instance ->
                    recovery.approval().get().ends().get(instance) == Approval.End.FENCED
                        && FencingStart.canBeFenced(clusterState, instance));
  }

  /** Waits for an operator, with the very command where the plan can be approved as it is. */
  private RecoveryStep approvalAwaited(String why, boolean begun) {
    RecoveryChoice chosen =
        RunningRecovery.of(clusterState)
            .flatMap(RunningRecovery::open)
            .flatMap(Recovery::approval)
            .map(RecoveryChoice::again)
            .orElse(RecoveryChoice.NONE);
    RecoveryProposal plan = RecoveryProposal.of(clusterState, chosen);
    String name = view.cluster().value();
    String next =
        plan.objections().isEmpty()
            ? "quorate recover plan "
                + name
                + " shows what would be done; to begin: quorate recover approve "
                + name
                + " --hash "
                + plan.hash()
                + chosen.options()
            : "it cannot be approved as it is: "
                + String.join("; ", plan.objections())
                + "; quorate recover plan "
                + name
                + " shows the options";
    return waits(begun, "APPROVAL_AWAITED", why + ": an operator has to approve it; " + next);
  }

  private RecoveryStep noCandidate(boolean begun) {
    return waits(
        begun,
        "NO_CANDIDATE",
        "no node can restore a snapshot: expected one in the group that is in service, speaks, has"
            + " an etcd that the spec accepts, carries out no instruction, and proves that it holds"
            + " no data"
            + Hibernating.unwanted(clusterState));
  }

  private RecoveryStep advance(Reason reason, Recovery next) {
    return new RecoveryStep.Advance(reason, next.by(view.token()), Optional.empty());
  }

  private static RecoveryStep waits(boolean begun, String code, String message) {
    return new RecoveryStep.Waits(Reason.of(code, message), begun);
  }
}
