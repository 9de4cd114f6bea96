package io.quorate.controller.plan.space;

import io.quorate.command.CommandKind;
import io.quorate.command.Outcome;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.view.ObservedNode;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.spec.AutoCompaction;
import io.quorate.spec.ByteSize;
import io.quorate.state.Condition;
import io.quorate.state.LastCommand;
import io.quorate.state.MemberStatus;
import io.quorate.state.NodeSpace;
import io.quorate.state.SpaceWork;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/**
 * What is next for a cluster whose etcd refuses all writes (NOSPACE):
 *
 * <ol>
 *   <li>a compaction up to what {@code etcd.autoCompaction} keeps, which ends when its pages are
 *       free; one that compacts nothing tells what is in use;
 *   <li>where that leaves no room, and the spec allows it: one up to the newest revision;
 *   <li>each voter is defragmented, followers first; again where its database is too large once
 *       more, for it lost its data and joined anew meanwhile;
 *   <li>the alarm is disarmed once each voter's database leaves room;
 *   <li>where what is in use leaves no room, nothing: a person raises the quota or deletes keys. It
 *       is looked at again every five minutes.
 * </ol>
 *
 * <p>An alarm that is raised again within a minute tells that what etcd's own compaction keeps
 * leaves too little room: the history is dropped where the spec allows it, and it was not before.
 * Else the alarm is left alone for ten minutes: something writes faster than room can be made.
 */
public final class SpaceCure {
  /** Less room would only be filled again at once. */
  private static final int LEAVES_ROOM_PERCENT = 95;

  private static final Duration AGAIN_WITHIN = Duration.ofMinutes(1);

  /** A row that is written so long after a disarming holds what its agent saw after it. */
  private static final Duration ROW_IS_NEWER = Duration.ofSeconds(10);

  private static final Duration BREAKER = Duration.ofMinutes(10);
  private static final Duration LOOKED_AT_AGAIN = Duration.ofMinutes(5);
  private static final long OLDEST_REVISION = 1;

  private SpaceCure() {}

  /** What is next. */
  public sealed interface Step {
    /** One voter compacts the history. */
    record Compact(long revision, boolean emergency) implements Step {}

    /** This voter is defragmented. */
    record Defragment(ObservedNode node) implements Step {}

    /** One voter disarms the alarm where no database is larger. */
    record Disarm(long mostBytes) implements Step {}

    /** Nothing yet. */
    record Waits(String why) implements Step {}

    /** Nothing: what is in use leaves no room. */
    record Exceeds(long inUseBytes, long quotaBytes) implements Step {}
  }

  /** Empty while etcd takes writes. */
  public static Optional<Step> next(ClusterState clusterState) {
    return raised(clusterState, "NOSPACE") ? Optional.of(step(clusterState)) : Optional.empty();
  }

  /** Whether a voter that serves tells of an alarm. */
  private static boolean raised(ClusterState clusterState, String alarm) {
    return clusterState.quorum().healthyVoters().stream().anyMatch(node -> tells(node, alarm));
  }

  private static boolean tells(ObservedNode node, String alarm) {
    return node.heartbeat().status().stream()
        .flatMap(status -> status.alarms().stream())
        .anyMatch(told -> told.contains(alarm));
  }

  private static Step step(ClusterState clusterState) {
    if (raised(clusterState, "CORRUPT")) {
      return new Step.Waits("etcd raised CORRUPT, too, and compacts nothing while it stands");
    }
    Optional<Instant> disarmed =
        Optional.ofNullable(clusterState.status().tasks().last().get(CommandKind.DISARM_ALARM))
            .filter(last -> last.result() == Outcome.Result.DONE)
            .map(LastCommand::at);
    Instant since = since(clusterState, disarmed);
    Instant now = clusterState.view().observedAt();
    Optional<Instant> until =
        disarmed
            .filter(at -> since.isBefore(at.plus(AGAIN_WITHIN)))
            .map(at -> at.plus(BREAKER))
            .filter(now::isBefore);
    if (until.isPresent() && dropsHistory(clusterState, since, disarmed.get())) {
      return emergency(clusterState, since).isPresent()
          ? after(clusterState, since)
          : new Step.Compact(newest(clusterState), true);
    }
    if (until.isPresent()) {
      return new Step.Waits(
          "it was raised again within a minute of %s, when Quorate disarmed it: nothing is done before %s. Find what writes so much"
              .formatted(
                  disarmed.get().truncatedTo(ChronoUnit.SECONDS),
                  until.get().truncatedTo(ChronoUnit.SECONDS)));
    }
    Optional<String> never = DefragmentGate.never(clusterState);
    if (never.isPresent()) {
      return new Step.Waits(never.get());
    }
    return after(clusterState, disarmed.filter(since::isBefore).orElse(since));
  }

  /**
   * Whether the history goes for an alarm that was raised again so soon. Not for one that was told
   * all the while: the rows may be older than its end.
   */
  private static boolean dropsHistory(ClusterState clusterState, Instant since, Instant disarmed) {
    boolean droppedBefore =
        emergency(clusterState, Instant.MIN).isPresent()
            && emergency(clusterState, since).isEmpty();
    return clusterState.view().spec().maintenance().emergencyCompaction()
        && !since.isBefore(disarmed)
        && !droppedBefore;
  }

  /** The latest compaction, where it dropped the whole history, and not before this. */
  private static Optional<SpaceWork.Compacted> emergency(ClusterState clusterState, Instant from) {
    return clusterState
        .status()
        .tasks()
        .space()
        .compacted()
        .filter(SpaceWork.Compacted::emergency)
        .filter(how -> !how.at().isBefore(from));
  }

  /**
   * Since when the alarm is raised. Whoever writes may fill what room there is before any row tells
   * that it was disarmed: then it was raised again at once.
   */
  private static Instant since(ClusterState clusterState, Optional<Instant> disarmed) {
    Instant seen =
        clusterState.view().status().conditions().stream()
            .filter(held -> held.type() == Condition.Type.ETCD_ALARM)
            .map(Condition::since)
            .findFirst()
            .orElse(clusterState.view().observedAt());
    return disarmed
        .filter(seen::isBefore)
        .filter(at -> toldBy(clusterState, at.plus(ROW_IS_NEWER)))
        .orElse(seen);
  }

  /** Whether a row that was first seen at this time or later tells of the alarm. */
  private static boolean toldBy(ClusterState clusterState, Instant at) {
    return clusterState.quorum().healthyVoters().stream()
        .filter(node -> !node.heartbeatProgress().since().isBefore(at))
        .anyMatch(node -> tells(node, "NOSPACE"));
  }

  private static Step after(ClusterState clusterState, Instant begun) {
    long most = quota(clusterState) / 100 * LEAVES_ROOM_PERCENT;
    Optional<SpaceWork.Compacted> compacted =
        clusterState
            .status()
            .tasks()
            .space()
            .compacted()
            .filter(how -> !how.at().isBefore(begun))
            .filter(how -> how.inUseBytes() <= most || !stale(clusterState, how.at()));
    if (compacted.isEmpty()) {
      return new Step.Compact(kept(clusterState), false);
    }
    SpaceWork.Compacted how = compacted.get();
    if (how.inUseBytes() > most) {
      return full(clusterState, how, how.inUseBytes());
    }
    SpaceWork work = clusterState.status().tasks().space();
    List<ObservedNode> voters = DefragmentGate.voters(clusterState);
    Optional<ObservedNode> pending =
        voters.stream().filter(node -> !defragmented(clusterState, node, how, most)).findFirst();
    if (pending.isPresent()) {
      return DefragmentGate.inTheWay(clusterState, pending.get(), false)
          .<Step>map(Step.Waits::new)
          .orElseGet(() -> new Step.Defragment(pending.get()));
    }
    long largest =
        voters.stream()
            .flatMap(node -> work.since(how.at(), node.heartbeat().instance()).stream())
            .mapToLong(SpaceWork.Defragmented::sizeBytes)
            .max()
            .orElse(0);
    return largest > most ? full(clusterState, how, largest) : new Step.Disarm(most);
  }

  /**
   * Whether a voter was defragmented after the compaction, and its database is still that one: a
   * member that lost its data since and joined anew took over all free pages of the leader. A row
   * may be older than the defragmentation for a while.
   */
  private static boolean defragmented(
      ClusterState clusterState, ObservedNode node, SpaceWork.Compacted how, long most) {
    Optional<SpaceWork.Defragmented> done =
        clusterState.status().tasks().space().since(how.at(), node.heartbeat().instance());
    boolean grew =
        done.filter(then -> then.sizeBytes() <= most).isPresent()
            && node.heartbeat().status().filter(now -> now.dbSizeBytes() > most).isPresent();
    return done.isPresent() && !(grew && settled(clusterState, done.get().at()));
  }

  private static boolean settled(ClusterState clusterState, Instant at) {
    return !clusterState.view().observedAt().isBefore(at.plus(AGAIN_WITHIN));
  }

  private static boolean stale(ClusterState clusterState, Instant at) {
    return !clusterState.view().observedAt().isBefore(at.plus(LOOKED_AT_AGAIN));
  }

  private static Step full(ClusterState clusterState, SpaceWork.Compacted how, long bytes) {
    boolean allowed = clusterState.view().spec().maintenance().emergencyCompaction();
    return allowed && !how.emergency()
        ? new Step.Compact(newest(clusterState), true)
        : new Step.Exceeds(bytes, quota(clusterState));
  }

  /** The lowest quota that a voter's etcd runs with; that of the spec where none tells. */
  private static long quota(ClusterState clusterState) {
    return DefragmentGate.voters(clusterState).stream()
        .flatMap(node -> node.heartbeat().report().space().stream())
        .mapToLong(NodeSpace::quotaBytes)
        .filter(bytes -> bytes > 0)
        .min()
        .orElse(clusterState.view().spec().etcd().quota().bytes());
  }

  /** The newest revision that every voter has: a later one is in the future for some. */
  private static long newest(ClusterState clusterState) {
    return clusterState.quorum().healthyVoters().stream()
        .flatMap(node -> node.heartbeat().status().stream())
        .mapToLong(MemberStatus::revision)
        .min()
        .orElse(OLDEST_REVISION);
  }

  /**
   * The oldest revision that is kept. What revision there was so long ago is known of snapshots
   * only; etcd's own compaction has most likely come further.
   */
  private static long kept(ClusterState clusterState) {
    return switch (clusterState.view().spec().etcd().autoCompaction()) {
      case AutoCompaction.ByRevision(long retention) ->
          Math.max(OLDEST_REVISION, newest(clusterState) - retention);
      case AutoCompaction.Periodic(Duration retention) ->
          snapshotted(clusterState, clusterState.view().observedAt().minus(retention));
      case AutoCompaction.Off off -> OLDEST_REVISION;
    };
  }

  private static long snapshotted(ClusterState clusterState, Instant before) {
    return clusterState.view().records().snapshots().stream()
        .filter(SnapshotRecord::usable)
        .filter(
            snapshot ->
                snapshot.id().generation().equals(clusterState.view().lineage().generation()))
        .filter(snapshot -> !snapshot.id().mintedAt().isAfter(before))
        .mapToLong(snapshot -> snapshot.manifest().position().revision())
        .filter(revision -> revision <= newest(clusterState))
        .max()
        .orElse(OLDEST_REVISION);
  }

  /** What is done about the alarm, for people; empty while none is raised. */
  public static Optional<String> words(ClusterState clusterState) {
    return next(clusterState)
        .map(
            step ->
                switch (step) {
                  case Step.Compact compact ->
                      compact.emergency()
                          ? "Quorate makes room: the whole history is compacted"
                          : "Quorate makes room: the history is compacted to what"
                              + " etcd.autoCompaction keeps";
                  case Step.Defragment defragment ->
                      "Quorate makes room: the member on "
                          + defragment.node().heartbeat().instance()
                          + " is defragmented";
                  case Step.Disarm disarm -> "Quorate disarms NOSPACE";
                  case Step.Waits waits -> "Quorate makes no room yet: " + waits.why();
                  case Step.Exceeds exceeds -> "see DATA_EXCEEDS_QUOTA";
                });
  }

  /** What a person has to do where what is in use leaves no room. */
  public static Optional<String> exceeded(ClusterState clusterState) {
    return next(clusterState)
        .filter(Step.Exceeds.class::isInstance)
        .map(Step.Exceeds.class::cast)
        .map(
            full ->
                "etcd refuses all writes (NOSPACE), and %s are in use of a quota of %s: %s more than leaves room. %s, or delete keys, which etcd still takes%s. Quorate looks again every five minutes"
                    .formatted(
                        ByteSize.rounded(full.inUseBytes()),
                        ByteSize.rounded(full.quotaBytes()),
                        ByteSize.rounded(
                            full.inUseBytes() - full.quotaBytes() / 100 * LEAVES_ROOM_PERCENT),
                        DiskRoom.bearable(clusterState)
                            .map(
                                quota ->
                                    "Raise etcd.quota with quorate apply; the disks bear "
                                        + ByteSize.rounded(quota))
                            .orElse("Raise etcd.quota with quorate apply"),
                        clusterState.view().spec().maintenance().emergencyCompaction()
                            ? ""
                            : "; maintenance.emergencyCompaction lets Quorate drop the history"));
  }
}
