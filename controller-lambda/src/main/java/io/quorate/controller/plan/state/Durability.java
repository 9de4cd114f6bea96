package io.quorate.controller.plan.state;

import io.quorate.controller.decision.Plan;
import io.quorate.controller.view.ObservedNode;
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
    List<Heartbeat> proving =
        clusterState.quorum().votersProving(voters).stream().map(ObservedNode::heartbeat).toList();
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
        + " a minute; then the quorum is lost. Quorate removes nobody: that takes a quorum of"
        + " voters with intact data. Stop the writers if you can, and save a snapshot at once: "
        + save(clusterState, proving)
        + ". Stop and terminate no voter before";
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
