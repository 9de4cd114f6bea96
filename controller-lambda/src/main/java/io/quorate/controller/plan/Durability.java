package io.quorate.controller.plan;

import io.quorate.controller.view.Node;
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
final class Durability {
  private Durability() {}

  /** Whether a quorum proves itself, though the voters with intact data are none. */
  static boolean onlyInMemory(Situation situation) {
    List<MemberEntry> voters = voters(situation);
    int quorum = Membership.quorumOf(voters.size());
    return situation.votersProving(voters).size() >= quorum
        && situation.healthyVoters().size() < quorum;
  }

  /** Those of the list that a quorum last proved; it goes on proving itself. */
  private static List<MemberEntry> voters(Situation situation) {
    return situation.status().proven().stream()
        .flatMap(list -> list.members().stream())
        .filter(member -> !member.learner())
        .toList();
  }

  static Optional<String> majorityNotDurable(Situation situation, Plan plan) {
    return onlyInMemory(situation) ? Optional.of(message(situation)) : Optional.empty();
  }

  private static String message(Situation situation) {
    List<MemberEntry> voters = voters(situation);
    List<Heartbeat> proving =
        situation.votersProving(voters).stream().map(Node::heartbeat).toList();
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
        + situation.healthyVoters().size()
        + " of them has its data on disk ("
        + lost
        + "). The others serve from memory and open files until their etcd ends, often within half"
        + " a minute; then the quorum is lost. Quorate removes nobody: that takes a quorum of"
        + " voters with intact data. Stop the writers if you can, and save a snapshot at once: "
        + save(situation, proving)
        + ". Stop and terminate no voter before";
  }

  /** Through a voter whose data is on disk, for that one outlives the others. */
  private static String save(Situation situation, List<Heartbeat> proving) {
    Heartbeat from =
        proving.stream()
            .max(
                Comparator.comparing((Heartbeat voter) -> voter.data() == DataState.INTACT)
                    .thenComparing(voter -> voter.status().map(MemberStatus::leads).orElse(false)))
            .orElseThrow();
    return "etcdctl --endpoints=%s snapshot save %s.db"
        .formatted(from.endpoints().clientUrl(), situation.view().cluster());
  }
}
