package io.quorate.controller.plan.recovery;

import io.quorate.command.Outcome;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.fencing.FenceSet;
import io.quorate.controller.plan.fencing.Hibernation;
import io.quorate.controller.plan.fencing.Proofs;
import io.quorate.controller.plan.group.RecordedTerminations;
import io.quorate.controller.view.ClusterView;
import io.quorate.model.InstanceId;
import io.quorate.recovery.Recovery;
import io.quorate.recovery.RecoverySource;
import io.quorate.recovery.Salvage;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.Termination;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A cluster whose group wants no instance, from there and back by the machine of a recovery:
 *
 * <ol>
 *   <li>FENCING: everyone is stopped for good, at once; see {@link Hibernation} for what that
 *       takes.
 *   <li>GATHERED and TRIAL: the directory that reaches farthest is made a snapshot, and a node
 *       restores what the bucket has of it.
 *   <li>HIBERNATED, where the group still wants none: the instances are terminated, one after the
 *       other, past hooks that nobody would answer. Where it wants some by then, the node that made
 *       the trial begins the next generation instead.
 *   <li>Back to GATHERED once the group wants some, and one has come that can restore.
 *   <li>Once the next generation serves it is over: nobody has a loss to acknowledge.
 * </ol>
 *
 * <p>Where the data may be incomplete, because too few voters were fenced with theirs, or their
 * snapshot is proved bad or cannot be read, it goes on as a loss, which an operator approves or
 * acknowledges.
 */
final class Hibernating {
  private static final String RESTORE_MILLIS = "restoreMillis";

  private Hibernating() {}

  /** Begins where the group wants no instance, and all that it takes is there. */
  static RecoveryStep begin(ClusterState clusterState) {
    if (!Hibernation.wanted(clusterState) || !Hibernation.objections(clusterState).isEmpty()) {
      return new RecoveryStep.None();
    }
    ClusterView view = clusterState.view();
    Reason reason =
        Reason.of(
                "GROUP_WANTS_NONE",
                "group "
                    + view.spec().group()
                    + " wants no instance: every member is stopped, and all data is put into a"
                    + " snapshot")
            .and("holders", Proofs.words(FenceSet.of(clusterState)));
    return advance(
        reason,
        Recovery.hibernating(
            "recovery-" + view.lineage().generation() + "-" + view.nonce(),
            view.lineage().uid(),
            view.lineage().generation(),
            view.token(),
            view.observedAt()),
        Optional.empty(),
        view);
  }

  /** What is set aside, so that older data would be restored: from here on it is a loss. */
  static Optional<RecoveryStep> incomplete(ClusterState clusterState, Recovery recovery) {
    if (!recovery.hibernates()) {
      return Optional.empty();
    }
    Optional<String> bad =
        recovery.passedOver().stream()
            .map(passed -> "snapshot " + passed.snapshot() + " is proved bad: " + passed.because())
            .findFirst();
    return bad.or(
            () ->
                recovery.salvages().stream()
                    .filter(made -> made.state() == Salvage.State.BAD)
                    .map(made -> "the directory of " + made.instance() + " is proved bad")
                    .findFirst())
        .or(() -> UnreadableSource.words(clusterState))
        .map(why -> loss(clusterState, recovery, why));
  }

  /** Too few voters are left with their data, and no snapshot has been made of it yet. */
  static Optional<RecoveryStep> tooFew(
      ClusterState clusterState, Recovery recovery, FenceSet holders) {
    boolean made =
        recovery.salvages().stream().anyMatch(salvage -> salvage.state() == Salvage.State.DONE);
    return recovery.hibernates() && !made
        ? Hibernation.tooFew(clusterState, holders).map(why -> loss(clusterState, recovery, why))
        : Optional.empty();
  }

  private static RecoveryStep loss(ClusterState clusterState, Recovery recovery, String why) {
    return advance(
        Reason.of("HIBERNATION_IS_LOSS", why),
        recovery.asLoss(),
        Optional.empty(),
        clusterState.view());
  }

  /** What a good trial comes to in place of the next generation, while no instance is wanted. */
  static Optional<RecoveryStep> instead(ClusterState clusterState, Recovery recovery) {
    if (!recovery.hibernates() || Hibernation.ends(clusterState)) {
      return Optional.empty();
    }
    if (!Hibernation.wanted(clusterState)) {
      return Optional.of(
          new RecoveryStep.Runs(
              Reason.of("GROUP_AWAITED", "the group cannot be read: see GROUP_UNKNOWN")));
    }
    ClusterView view = clusterState.view();
    RecoverySource source = recovery.source().orElseThrow();
    return Optional.of(
        advance(
            Reason.of(
                "HIBERNATES",
                "snapshot "
                    + source.snapshot()
                    + " holds all data, and was restored to prove it: the instances may go"),
            recovery.hibernated(view.observedAt()),
            proved(clusterState, recovery),
            view));
  }

  /** The line of the catalogue says that the trial proved it, too. */
  private static Optional<SnapshotRecord> proved(ClusterState clusterState, Recovery recovery) {
    Instant now = clusterState.view().observedAt();
    Optional<Long> millis =
        clusterState
            .node(recovery.trial().orElseThrow().candidate())
            .flatMap(node -> TrialWatch.outcome(recovery, node))
            .map(Outcome::values)
            .map(values -> values.get(RESTORE_MILLIS))
            .filter(Number.class::isInstance)
            .map(told -> ((Number) told).longValue());
    return clusterState.view().records().snapshots().stream()
        .filter(line -> line.id().equals(recovery.source().orElseThrow().snapshot()))
        .findFirst()
        .flatMap(
            line -> millis.map(took -> line.verifiedBy(new SnapshotRecord.Verified(now, took))));
  }

  /** What a cluster that rests does next. */
  static RecoveryStep rests(ClusterState clusterState, Recovery recovery) {
    ClusterView view = clusterState.view();
    if (Hibernation.ends(clusterState)) {
      return Candidates.next(clusterState, Optional.empty(), Optional.empty())
          .map(
              node ->
                  advance(
                      Reason.of(
                          "GROUP_WANTS_INSTANCES",
                          "group "
                              + view.spec().group()
                              + " wants instances again, and "
                              + node
                              + " can restore the snapshot"),
                      recovery.waking(view.observedAt()),
                      Optional.empty(),
                      view))
          .orElseGet(() -> runs(clusterState, recovery));
    }
    return Hibernation.wanted(clusterState)
        ? letGo(clusterState, recovery)
        : runs(clusterState, recovery);
  }

  private static RecoveryStep letGo(ClusterState clusterState, Recovery recovery) {
    List<InstanceId> going = Hibernation.dispensable(clusterState, recovery);
    Optional<InstanceId> unrecorded =
        going.stream().filter(node -> !clusterState.status().terminating(node)).findFirst();
    if (unrecorded.isPresent()) {
      return new RecoveryStep.Intend(
          Reason.of(
                  "HIBERNATED",
                  "the cluster hibernates: "
                      + unrecorded.get()
                      + " has no data that the bucket lacks")
              .and("instance", unrecorded.get()),
          unrecorded.get());
    }
    return clusterState.status().terminations().stream()
        .filter(intent -> going.contains(intent.instance()))
        .filter(intent -> !RecordedTerminations.begun(clusterState.instance(intent.instance())))
        .filter(
            intent -> !RecordedTerminations.askedJustNow(intent, clusterState.view().observedAt()))
        .findFirst()
        .<RecoveryStep>map(Hibernating::terminate)
        .orElseGet(() -> runs(clusterState, recovery));
  }

  private static RecoveryStep terminate(Termination intent) {
    return new RecoveryStep.Terminate(
        Reason.of("HIBERNATED", intent.because()).and("instance", intent.instance()), intent);
  }

  private static RecoveryStep runs(ClusterState clusterState, Recovery recovery) {
    return new RecoveryStep.Runs(Reason.of("HIBERNATED", words(clusterState, recovery)));
  }

  /** How it stands, for people. */
  static String words(ClusterState clusterState, Recovery recovery) {
    String group = clusterState.view().spec().group();
    String snapshot =
        recovery
            .source()
            .map(source -> "snapshot " + source.snapshot() + " at revision " + source.revision())
            .orElse("a snapshot");
    return switch (recovery.state()) {
      case SUSPECTED, FENCING, GATHERED, TRIAL ->
          recovery.id()
              + " is "
              + recovery.state()
              + ": no member serves, and all data of generation "
              + recovery.generation()
              + " is put into "
              + snapshot
              + " or restored from there, as group "
              + group
              + " wants none or some instances";
      case HIBERNATED ->
          Hibernation.ends(clusterState)
              ? "group "
                  + group
                  + " wants instances again: "
                  + snapshot
                  + " is restored once the first one reports"
              : "group "
                  + group
                  + " wants no instance: nothing serves since "
                  + recovery.since()
                  + ", and "
                  + snapshot
                  + " holds all data, restored once to prove it; to bring the cluster back: "
                  + command(clusterState);
      case COMMITTED, SEEDING, SERVING, ENDED ->
          "the cluster comes back from hibernation: "
              + recovery.trial().orElseThrow().candidate()
              + " restores "
              + snapshot;
    };
  }

  /** What to add where a recovery waits for a node, and the group wants none; else nothing. */
  static String unwanted(ClusterState clusterState) {
    return Hibernation.wanted(clusterState)
        ? "; group "
            + clusterState.view().spec().group()
            + " wants no instance: "
            + command(clusterState)
        : "";
  }

  private static String command(ClusterState clusterState) {
    return "aws autoscaling set-desired-capacity --auto-scaling-group-name "
        + clusterState.view().spec().group()
        + " --desired-capacity "
        + clusterState.view().spec().size();
  }

  private static RecoveryStep advance(
      Reason reason, Recovery next, Optional<SnapshotRecord> line, ClusterView view) {
    return new RecoveryStep.Advance(reason, next.by(view.token()), line);
  }
}
