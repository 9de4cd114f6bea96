package io.quorate.controller.plan.recovery;

import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.fencing.RunningRecovery;
import io.quorate.recovery.Recovery;
import io.quorate.recovery.RecoverySource;
import io.quorate.recovery.UnreadSource;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotRecord;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a recovery is to restore cannot be read: it is archived, its key refuses, its read is
 * denied, or its object is gone. None of that proves anything of the data, which may be readable
 * again in a minute. So
 *
 * <ol>
 *   <li>it is tried again without an end, on one node after the other;
 *   <li>after {@value #TRIES} tries on two nodes, where there are two, an operator is told, with
 *       the newest older snapshot and the command that restores that one in its place;
 *   <li>nothing but an approval that names another snapshot takes one.
 * </ol>
 */
public final class UnreadableSource {
  private static final int TRIES = 3;

  private UnreadableSource() {}

  /** What to tell an operator; empty while there is nothing, or too little, to tell. */
  public static Optional<String> words(ClusterState clusterState) {
    return RunningRecovery.of(clusterState)
        .flatMap(RunningRecovery::open)
        .flatMap(
            recovery ->
                source(clusterState, recovery)
                    .flatMap(recovery::unread)
                    .filter(unread -> tried(clusterState, unread))
                    .map(unread -> words(clusterState, recovery, unread)));
  }

  private static Optional<SnapshotId> source(ClusterState clusterState, Recovery recovery) {
    return recovery.action() == Recovery.Action.IMPORT
        ? recovery.source().map(RecoverySource::snapshot)
        : Trials.source(clusterState, recovery).map(SnapshotRecord::id);
  }

  private static boolean tried(ClusterState clusterState, UnreadSource unread) {
    return unread.tries() >= TRIES
        && (unread.nodes().size() > 1 || Candidates.none(clusterState, unread.nodes().getLast()));
  }

  private static String words(ClusterState clusterState, Recovery recovery, UnreadSource unread) {
    return "snapshot "
        + unread.snapshot()
        + ", which is to be restored, cannot be read: "
        + unread.failure()
        + ": "
        + unread.because()
        + "; tried "
        + unread.tries()
        + " times, the last time on "
        + unread.nodes().getLast()
        + "; "
        + mend(unread.failure())
        + ": it is tried again by itself, at least each "
        + TrialWatch.LONGEST.toMinutes()
        + " minutes, and restored once it can be read; "
        + instead(clusterState, recovery);
  }

  /** By the names of {@link io.quorate.command.CommandFailure}. */
  private static String mend(String failure) {
    return switch (failure) {
      case "ARCHIVED" ->
          "restore the object from its archive (aws s3api restore-object), and end the lifecycle"
              + " rule that archives snapshots";
      case "KEY_REFUSED" -> "enable the KMS key, or let the agents' role use it";
      case "ACCESS_DENIED" ->
          "mend the policy of the bucket, of the KMS key or of the agents' role that denies the"
              + " read";
      case "OBJECT_MISSING" ->
          "bring the object's version back, where the bucket keeps versions, or copy it from the"
              + " second bucket";
      default -> "mend that";
    };
  }

  private static String instead(ClusterState clusterState, Recovery recovery) {
    return switch (recovery.action()) {
      case IMPORT -> "the cluster begins with no other snapshot: see docs/recovery.md";
      case ROLLBACK ->
          "the rollback goes on with no other snapshot: its members are fenced, and serve no more";
      case RESEED, HIBERNATE ->
          older(clusterState, recovery)
              .map(snapshot -> offer(clusterState, recovery, snapshot))
              .orElse("there is no older snapshot that could be restored in its place");
    };
  }

  /** The best of those that were not tried in vain. */
  private static Optional<SnapshotRecord> older(ClusterState clusterState, Recovery recovery) {
    Set<SnapshotId> out =
        recovery.unread().stream().map(UnreadSource::snapshot).collect(Collectors.toSet());
    recovery.passedOver().forEach(bad -> out.add(bad.snapshot()));
    return EligibleSources.of(clusterState.view()).stream()
        .filter(record -> !out.contains(record.id()))
        .findFirst();
  }

  private static String offer(
      ClusterState clusterState, Recovery recovery, SnapshotRecord snapshot) {
    RecoveryChoice before =
        recovery.approval().map(RecoveryChoice::again).orElse(RecoveryChoice.NONE);
    RecoveryChoice chosen = before.with(snapshot.id());
    RecoveryProposal plan = RecoveryProposal.of(clusterState, chosen);
    String name = clusterState.view().cluster().value();
    String offered =
        "snapshot "
            + snapshot.id()
            + " could be restored in its place, which nobody does by himself; lost would be: "
            + plan.loss()
            + "; ";
    return offered
        + (plan.objections().isEmpty()
            ? "to restore that one: quorate recover approve "
                + name
                + " --snapshot "
                + snapshot.id()
                + " --hash "
                + plan.hash()
                + chosen.options()
            : "it cannot be approved as it is: "
                + String.join("; ", plan.objections())
                + "; quorate recover plan "
                + name
                + " --snapshot "
                + snapshot.id()
                + " shows the options");
  }
}
