package io.quorate.controller.plan.snapshots;

import io.quorate.command.CommandFailure;
import io.quorate.command.CommandKind;
import io.quorate.command.CommandSlot;
import io.quorate.command.Outcome;
import io.quorate.command.VerifySnapshot;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.ReleaseTarget;
import io.quorate.controller.plan.outdated.RestartDue;
import io.quorate.controller.plan.outdated.RollOuts;
import io.quorate.controller.view.ObservedNode;
import io.quorate.release.TargetRelease;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.spec.EtcdVersion;
import io.quorate.spec.SnapshotPolicy;
import io.quorate.state.OpenCommand;
import io.quorate.state.RollOutHalt;
import java.util.List;
import java.util.Optional;

/**
 * The proof that a release reads the cluster's own data, which comes before a member changes to it,
 * forth or back:
 *
 * <ol>
 *   <li>There is a fresh snapshot. While no voter runs the target release, one that a voter runs
 *       wrote it: what the target wrote itself, or a release of before, proves nothing of the files
 *       that it is to open.
 *   <li>The release that wrote it, or the installed one, restores it and finds it right. So a fault
 *       that the target finds is the target's, and not the snapshot's.
 *   <li>The target's own etcdutl and etcd, on a node that has them, restore and serve it with the
 *       revision and HashKV of its manifest.
 *   <li>Where the target refuses it, no member changes: {@link RollOutHalt}. The snapshot stays
 *       what it was.
 * </ol>
 *
 * <p>Where the spec takes no snapshots, or has none verified, there is no such proof.
 */
public final class Preflight {
  private Preflight() {}

  /** The release that members change to now; empty while none does, or a node lacks it. */
  static Optional<EtcdVersion> target(ClusterState clusterState) {
    return RestartDue.halted(clusterState).isEmpty()
            && ReleaseTarget.lacking(clusterState).isEmpty()
            && !ReleaseTarget.outdated(clusterState).isEmpty()
        ? version(clusterState)
        : Optional.empty();
  }

  private static Optional<EtcdVersion> version(ClusterState clusterState) {
    return ReleaseTarget.of(clusterState).map(TargetRelease::version);
  }

  /** The snapshot that the target release has to read; empty where one is to be taken first. */
  static Optional<SnapshotRecord> snapshot(ClusterState clusterState, EtcdVersion target) {
    boolean mixed = !ReleaseTarget.serving(clusterState, target).isEmpty();
    return SnapshotDue.fresh(clusterState)
        .filter(
            record -> mixed || ReleaseTarget.run(clusterState, record.manifest().etcdVersion()));
  }

  /** Why no member changes its release yet. */
  public static Optional<String> lacking(ClusterState clusterState) {
    if (SnapshotDue.interval(clusterState).isEmpty()) {
      return Optional.empty();
    }
    return version(clusterState)
        .flatMap(
            target ->
                snapshot(clusterState, target)
                    .map(record -> unproved(clusterState, record, target))
                    .orElse(Optional.of("there is no fresh snapshot")));
  }

  private static Optional<String> unproved(
      ClusterState clusterState, SnapshotRecord record, EtcdVersion target) {
    if (!verifies(clusterState) || record.verifiedBy(target)) {
      return Optional.empty();
    }
    return Optional.of(
        "snapshot "
            + record.id()
            + (record.state() == SnapshotRecord.State.VERIFIED
                ? " is not verified by etcd " + target + " yet"
                : " is not verified yet"));
  }

  /**
   * A snapshot, and the release that is to restore and serve it.
   *
   * @param snapshot verified already, by another release
   */
  record Trial(SnapshotRecord snapshot, EtcdVersion release) {}

  /** What the target release is to prove itself on now. */
  static Optional<Trial> due(ClusterState clusterState) {
    return target(clusterState)
        .filter(target -> SnapshotDue.interval(clusterState).isPresent())
        .filter(target -> verifies(clusterState))
        .flatMap(
            target ->
                snapshot(clusterState, target)
                    .filter(record -> record.state() == SnapshotRecord.State.VERIFIED)
                    .filter(record -> !record.verifiedBy(target))
                    .map(record -> new Trial(record, target)));
  }

  private static boolean verifies(ClusterState clusterState) {
    return clusterState.view().spec().snapshots().verify() != SnapshotPolicy.Verify.OFF;
  }

  /** Whether a node has a release, and an agent that verifies with the one that it is told. */
  static boolean able(ObservedNode node, EtcdVersion release) {
    return knows(node) && node.heartbeat().runs().has(release);
  }

  private static boolean knows(ObservedNode node) {
    return node.heartbeat().report().kinds().contains(VerifySnapshot.RELEASE_ABILITY);
  }

  /**
   * Why the proof does not come by itself: no agent of a voter that may make it knows how, or it
   * failed for a cause that proves nothing, and is tried again.
   */
  public static Optional<String> blocked(ClusterState clusterState) {
    boolean needed =
        RestartDue.halted(clusterState).isEmpty()
            && !ReleaseTarget.outdated(clusterState).isEmpty()
            && SnapshotDue.interval(clusterState).isPresent()
            && verifies(clusterState)
            && lacking(clusterState).isPresent();
    return needed
        ? tooOld(clusterState).or(() -> due(clusterState).flatMap(trial -> failed(clusterState)))
        : Optional.empty();
  }

  private static Optional<String> tooOld(ClusterState clusterState) {
    List<ObservedNode> voters = ReleaseTarget.voters(clusterState);
    boolean alone = voters.size() == 1;
    boolean known =
        voters.stream()
            .filter(node -> alone || !clusterState.quorum().leads(node.heartbeat().instance()))
            .anyMatch(Preflight::knows);
    List<ObservedNode> older = voters.stream().filter(node -> !knows(node)).toList();
    return known || older.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "the agents on "
                + ReleaseTarget.names(older)
                + " cannot verify a snapshot by a prepared release: upgrade them");
  }

  private static Optional<String> failed(ClusterState clusterState) {
    return Optional.ofNullable(
            clusterState.status().tasks().last().get(CommandKind.VERIFY_SNAPSHOT))
        .filter(last -> last.failures() > 0)
        .map(
            last ->
                "the snapshot could not be verified by it, "
                    + last.failures()
                    + " times in a row, the last time on "
                    + last.executor()
                    + " ("
                    + last.detail()
                    + "); it is tried again");
  }

  /** The release that an open verification names; empty for the installed one. */
  static Optional<EtcdVersion> told(ClusterState clusterState, OpenCommand open) {
    return clusterState.view().slot(open).map(CommandSlot::command).stream()
        .filter(VerifySnapshot.class::isInstance)
        .map(VerifySnapshot.class::cast)
        .flatMap(verify -> verify.release().stream())
        .findFirst();
  }

  /** Whether an agent says that the release which it was told refuses the snapshot. */
  static boolean refused(Outcome answer) {
    return CommandFailure.REFUSED_BY_RELEASE.equals(answer.values().get(CommandFailure.VERDICT));
  }

  /** The halt after a refusal. */
  static Optional<RollOutHalt> halt(
      ClusterState clusterState, OpenCommand open, Optional<Outcome> ended) {
    boolean refused =
        clusterState
            .node(open.executor())
            .flatMap(node -> open.answer(node.heartbeat()))
            .filter(Preflight::refused)
            .isPresent();
    return told(clusterState, open)
        .filter(release -> refused)
        .map(
            release ->
                RollOuts.refused(
                    clusterState,
                    release,
                    open.executor(),
                    new SnapshotId(open.subject()),
                    ended.map(Outcome::detail).orElse("")));
  }
}
