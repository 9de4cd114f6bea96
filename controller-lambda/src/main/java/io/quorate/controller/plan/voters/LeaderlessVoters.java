package io.quorate.controller.plan.voters;

import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.SizedTime;
import io.quorate.controller.view.ObservedNode;
import io.quorate.state.Condition;
import io.quorate.state.MemberEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Voters that are a quorum by the list that was proven last, and elect nobody by their own logs. A
 * change of the members may be committed, and answered, on disks of which one is gone and another
 * lost the last entries with its power: those that are left count by the members of before, and
 * raft has no way out of that. It shows by this alone, for {@link #UNTIL_PRESUMED} on end, or for
 * as long as reading the database may take:
 *
 * <ol>
 *   <li>no quorum serves;
 *   <li>a voter is proven lost: while all live, whoever has the longest log is elected;
 *   <li>the etcds of all others run, and know of no leader. One that was started without a quorum
 *       answers nobody.
 * </ol>
 *
 * <p>The condition NO_LEADER_ELECTED keeps since when. Where these voters cannot hear each other
 * they may be a quorum all the same. Then, too, the longest of their logs, each fenced, has all
 * that was committed.
 */
public final class LeaderlessVoters {
  static final Duration UNTIL_PRESUMED = Duration.ofMinutes(5);

  private LeaderlessVoters() {}

  /** Who elects nobody, and what becomes of it; empty while they may be about to serve. */
  public static Optional<String> seen(ClusterState clusterState) {
    List<MemberEntry> left = left(clusterState, QuorumLoss.provenLost(clusterState));
    return left.isEmpty()
        ? Optional.empty()
        : Optional.of(
            words(clusterState, left)
                + " run and know of no leader, while the others are proved lost. If that lasts for "
                + time(clusterState).toSeconds()
                + " s, they are stopped for good, and the best of their logs begins the next"
                + " generation; see docs/operations.md, NO_LEADER_ELECTED");
  }

  /** Why they are no quorum, where these voters are lost; empty while they may be one. */
  static Optional<String> of(ClusterState clusterState, Predicate<MemberEntry> lost) {
    Instant now = clusterState.view().observedAt();
    boolean lasts =
        clusterState.status().conditions().stream()
            .filter(shown -> shown.type() == Condition.Type.NO_LEADER_ELECTED)
            .anyMatch(shown -> now.isAfter(shown.since().plus(time(clusterState))));
    List<MemberEntry> left = lasts ? left(clusterState, lost) : List.of();
    return left.isEmpty()
        ? Optional.empty()
        : Optional.of(
            words(clusterState, left)
                + " run and have elected nobody for "
                + time(clusterState).toSeconds()
                + " s: by their own logs they are no quorum, or they cannot hear each other");
  }

  private static Duration time(ClusterState clusterState) {
    return SizedTime.of(clusterState, UNTIL_PRESUMED, 1);
  }

  private static String words(ClusterState clusterState, List<MemberEntry> left) {
    return left.size()
        + " of "
        + QuorumLoss.voters(clusterState).size()
        + " voters ("
        + left.stream().map(voter -> voter.id().toString()).collect(Collectors.joining(", "))
        + ")";
  }

  /** The voters that are not lost, where all of them run without a leader, and others are lost. */
  private static List<MemberEntry> left(ClusterState clusterState, Predicate<MemberEntry> lost) {
    List<MemberEntry> voters = QuorumLoss.voters(clusterState);
    List<MemberEntry> left = voters.stream().filter(lost.negate()).toList();
    boolean leaderless =
        left.size() < voters.size()
            && !QuorumLoss.serves(clusterState)
            && left.stream().allMatch(voter -> leaderless(clusterState, voter));
    return leaderless ? left : List.of();
  }

  private static boolean leaderless(ClusterState clusterState, MemberEntry voter) {
    return clusterState
        .members()
        .holderOf(voter)
        .filter(node -> !clusterState.health().silent(node))
        .map(ObservedNode::heartbeat)
        .filter(beat -> QuorumLoss.ofThisGeneration(clusterState, beat))
        .filter(
            beat ->
                switch (beat.process()) {
                  case STARTING -> true;
                  case ANSWERING -> beat.status().filter(s -> s.leader().isEmpty()).isPresent();
                  case STOPPED, UNRESPONSIVE, BACKING_OFF -> false;
                })
        .isPresent();
  }
}
