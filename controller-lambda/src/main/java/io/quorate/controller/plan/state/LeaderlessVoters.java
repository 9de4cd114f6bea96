package io.quorate.controller.plan.state;

import io.quorate.controller.view.ObservedNode;
import io.quorate.state.MemberEntry;
import io.quorate.state.MemberStatus;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Voters that are a quorum by the list that was proven last, and elect nobody by their own logs. A
 * change of the members may be committed, and answered, on disks of which one is gone and another
 * lost the last entries with its power: those that are left count by the members of before, and
 * raft has no way out of that. It shows by this alone:
 *
 * <ol>
 *   <li>no quorum has served for {@link #UNTIL_PRESUMED}, many elections long, or for as long as
 *       reading the database may take;
 *   <li>a voter is proven lost: while all live, whoever has the longest log is elected;
 *   <li>the etcds of all others run, and know of no leader. One that was started without a quorum
 *       answers nobody.
 * </ol>
 *
 * <p>Where they cannot hear each other they may be a quorum all the same. Then, too, the longest of
 * their logs, each fenced, has all that was committed.
 */
final class LeaderlessVoters {
  static final Duration UNTIL_PRESUMED = Duration.ofMinutes(5);

  private LeaderlessVoters() {}

  /** Why they are no quorum; empty while they may be one. */
  static Optional<String> of(ClusterState clusterState, Predicate<MemberEntry> lost) {
    List<MemberEntry> voters = QuorumLoss.voters(clusterState);
    List<MemberEntry> left = voters.stream().filter(lost.negate()).toList();
    Duration time = SizedTime.of(clusterState, UNTIL_PRESUMED, 1);
    if (left.isEmpty()
        || left.size() == voters.size()
        || !UncertainChange.unservedFor(clusterState, time)
        || !left.stream().allMatch(voter -> leaderless(clusterState, voter))) {
      return Optional.empty();
    }
    return Optional.of(
        left.size()
            + " of "
            + voters.size()
            + " voters run and have elected nobody for "
            + time.toMinutes()
            + " minutes ("
            + left.stream().map(voter -> voter.id().toString()).collect(Collectors.joining(", "))
            + "): by their own logs they are no quorum, or they cannot hear each other");
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
                  case ANSWERING -> beat.status().flatMap(MemberStatus::leader).isEmpty();
                  case STOPPED, UNRESPONSIVE, BACKING_OFF -> false;
                })
        .isPresent();
  }
}
