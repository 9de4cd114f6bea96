package io.quorate.controller.plan.voters;

import io.quorate.command.CommandKind;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.Membership;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.MemberId;
import io.quorate.state.DataState;
import io.quorate.state.Heartbeat;
import io.quorate.state.MemberEntry;
import io.quorate.state.MemberStatus;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A quorum that proves itself by linearizable reads, of which a majority has lost its data on disk:
 * an etcd whose directory is deleted goes on for a while in memory and on open files. Writes
 * succeed, and each of those processes that ends takes its copy along.
 */
public final class Durability {
  private Durability() {}

  /**
   * Whether a quorum proves itself, though the voters with intact data are none. Both are counted
   * by the same list: the rows may still tell an older one, which lacks the voter that joined last.
   */
  public static boolean onlyInMemory(ClusterState clusterState) {
    List<MemberEntry> voters = voters(clusterState);
    int quorum = Membership.quorumOf(voters.size());
    return clusterState.quorum().votersProving(voters).size() >= quorum
        && clusterState.quorum().votersServing(voters).size() < quorum;
  }

  /** The voters that prove the quorum, whatever became of their disks. */
  public static List<ObservedNode> proving(ClusterState clusterState) {
    return clusterState.quorum().votersProving(voters(clusterState));
  }

  /**
   * Whether the voters that prove the quorum now are one of those that remain without a member, by
   * a list that is not known to be older.
   */
  public static boolean keptInMemoryWithout(ClusterState clusterState, MemberId member) {
    return clusterState
        .members()
        .list()
        .filter(known -> clusterState.quorum().membershipCurrent())
        .map(known -> known.voters().stream().filter(voter -> !voter.id().equals(member)).toList())
        .filter(
            remaining ->
                clusterState.quorum().votersProving(remaining).stream()
                        .filter(node -> !missed(clusterState, remaining, node))
                        .count()
                    >= Membership.quorumOf(remaining.size()))
        .isPresent();
  }

  /** Whether the leader's latest look got no answer from it. */
  private static boolean missed(
      ClusterState clusterState, List<MemberEntry> voters, ObservedNode node) {
    return voters.stream()
        .filter(voter -> clusterState.members().holds(node, voter.id()))
        .anyMatch(voter -> clusterState.quorum().missedByLeader(voter.id()));
  }

  /** Those of the list that a quorum last proved; it goes on proving itself. */
  private static List<MemberEntry> voters(ClusterState clusterState) {
    return clusterState.status().proven().stream()
        .flatMap(list -> list.members().stream())
        .filter(member -> !member.learner())
        .toList();
  }

  public static Optional<String> majorityNotDurable(ClusterState clusterState, Plan plan) {
    return onlyInMemory(clusterState) ? Optional.of(message(clusterState)) : Optional.empty();
  }

  private static String message(ClusterState clusterState) {
    List<MemberEntry> voters = voters(clusterState);
    List<Heartbeat> proving = proving(clusterState).stream().map(ObservedNode::heartbeat).toList();
    String lost =
        proving.stream()
            .filter(voter -> voter.data() != DataState.INTACT)
            .map(voter -> voter.instance() + " " + voter.data())
            .sorted()
            .collect(Collectors.joining(", "));
    return "CRITICAL, act now: writes still succeed, for "
        + proving.size()
        + " of "
        + voters.size()
        + " voters answer and prove a quorum; but only "
        + clusterState.quorum().votersServing(voters).size()
        + " of them has its data on disk ("
        + lost
        + "). The others serve from memory and open files until their etcd ends, often within half"
        + " a minute; then the quorum is lost. "
        + rescue(proving)
        + ". Stop the writers if you can, and save a snapshot of your own at once: "
        + save(clusterState, proving)
        + ". Stop and terminate no voter before";
  }

  /** What Quorate does about it: nobody is replaced before a snapshot was begun (ADR 21). */
  private static String rescue(List<Heartbeat> proving) {
    if (proving.stream().noneMatch(voter -> voter.report().knows(CommandKind.TAKE_SNAPSHOT))) {
      return "Quorate can take no snapshot, because no agent of these voters has a bucket and"
          + " etcdutl: it replaces NOBODY";
    }
    if (proving.stream().noneMatch(voter -> voter.data() == DataState.INTACT)) {
      return "Quorate takes a snapshot at once, but replaces NOBODY: no voter with its data on disk"
          + " is left for a new member to be added by";
    }
    return "Quorate takes a snapshot at once, and replaces the voters whose directory is gone one by"
        + " one while they still vote";
  }

  /** Through a voter whose data is on disk, for that one outlives the others. */
  private static String save(ClusterState clusterState, List<Heartbeat> proving) {
    Heartbeat from =
        proving.stream()
            .max(
                Comparator.comparing((Heartbeat voter) -> voter.data() == DataState.INTACT)
                    .thenComparing(voter -> voter.status().map(MemberStatus::leads).orElse(false)))
            .orElseThrow();
    return "etcdctl --endpoints=%s snapshot save %s.db"
        .formatted(from.endpoints().clientUrl(), clusterState.view().cluster());
  }
}
