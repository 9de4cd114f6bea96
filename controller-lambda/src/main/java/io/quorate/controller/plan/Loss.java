package io.quorate.controller.plan;

import io.quorate.instruction.InstructionKind;
import io.quorate.model.InstanceId;
import io.quorate.state.DataState;
import io.quorate.state.MemberEntry;
import io.quorate.state.Operation;
import io.quorate.state.ProvenMembership;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Whether so many voters are proven lost that no quorum is left.
 *
 * <ol>
 *   <li>Nothing is lost while a quorum is seen to serve.
 *   <li>The voters are those of the list that a quorum last proved ({@link Proven}), without those
 *       whose own agents say that they were removed since. No other row adds or removes a voter.
 *   <li>Without such a list they are the founding ones, while no row names another member and no
 *       instruction was ever issued: once somebody joined or was removed, nobody knows who votes,
 *       and nothing is called lost.
 *   <li>A voter is lost when EC2 has shown its instance terminated, or its agent reports its data
 *       unusable.
 *   <li>An open instruction may have changed the members since: then too few must be left whatever
 *       of it was done.
 * </ol>
 */
final class Loss {
  private Loss() {}

  /** Which voters are proven lost, where the others are fewer than a quorum. */
  static Optional<String> of(Situation situation) {
    List<MemberEntry> voters = voters(situation);
    if (voters.isEmpty() || situation.quorumServes() || !certain(situation, voters)) {
      return Optional.empty();
    }
    List<Death> lost = lost(situation, voters);
    return Optional.of(
        lost.size()
            + " of "
            + voters.size()
            + " voters are proven lost ("
            + String.join("; ", lost.stream().map(Death::why).toList())
            + "): a quorum cannot come back by restarts; "
            + ground(situation)
            + "; see docs/operations.md, QUORUM_LOST");
  }

  private static String ground(Situation situation) {
    return situation
        .status()
        .proven()
        .map(
            list ->
                "the voters are those of the member list that a quorum proved at raft term "
                    + list.raftTerm()
                    + ", index "
                    + list.raftIndex())
        .orElse("the voters are the founding ones, for no quorum has proved a member list");
  }

  private static List<MemberEntry> voters(Situation situation) {
    List<MemberEntry> members =
        situation
            .status()
            .proven()
            .map(ProvenMembership::members)
            .or(() -> founders(situation))
            .orElse(List.of());
    return members.stream()
        .filter(member -> !member.learner() && !removed(situation, member))
        .toList();
  }

  private static Optional<List<MemberEntry>> founders(Situation situation) {
    return situation
        .view()
        .lineage()
        .birth()
        .map(Proven::founders)
        .filter(founders -> nobodyElse(situation, founders) && nothingIssued(situation));
  }

  private static boolean nothingIssued(Situation situation) {
    return situation.view().slots().values().stream()
        .map(slot -> slot.instruction().header().generation())
        .noneMatch(situation.view().lineage().generation()::equals);
  }

  private static boolean nobodyElse(Situation situation, List<MemberEntry> founders) {
    return situation.nodes().stream()
        .flatMap(node -> node.heartbeat().identity().stream())
        .filter(held -> held.generation().equals(situation.view().lineage().generation()))
        .allMatch(
            held -> founders.stream().anyMatch(founder -> founder.id().equals(held.memberId())));
  }

  private static boolean removed(Situation situation, MemberEntry member) {
    return situation.nodes().stream()
        .filter(node -> situation.holds(node, member.id()))
        .anyMatch(node -> node.heartbeat().data() == DataState.REMOVED);
  }

  private static List<Death> lost(Situation situation, List<MemberEntry> voters) {
    return voters.stream().flatMap(voter -> death(situation, voter).stream()).toList();
  }

  /** A member without a name, whose row is gone, is found by its recorded instance. */
  private static Optional<Death> death(Situation situation, MemberEntry voter) {
    return situation
        .death(voter)
        .or(
            () ->
                situation
                    .status()
                    .proven()
                    .map(list -> list.holders().get(voter.id()))
                    .filter(situation::gone)
                    .map(instance -> new Death.InstanceTerminated(voter, instance)));
  }

  private static boolean certain(Situation situation, List<MemberEntry> voters) {
    return situation
        .status()
        .operation()
        .map(open -> whateverBecameOf(open, situation, voters))
        .orElseGet(() -> tooFew(situation, voters, 0));
  }

  private static boolean whateverBecameOf(
      Operation open, Situation situation, List<MemberEntry> voters) {
    List<MemberEntry> without =
        voters.stream().filter(voter -> !open.target().equals(Optional.of(voter.id()))).toList();
    int promoted = mayPromote(open, situation, without) ? 1 : 0;
    return Stream.of(voters, without)
        .allMatch(list -> tooFew(situation, list, 0) && tooFew(situation, list, promoted));
  }

  private static boolean mayPromote(Operation open, Situation situation, List<MemberEntry> voters) {
    InstanceId executor = open.executor();
    return open.kind() == InstructionKind.JOIN
        && !situation.gone(executor)
        && voters.stream()
            .noneMatch(voter -> situation.instanceOf(voter).equals(Optional.of(executor)));
  }

  private static boolean tooFew(Situation situation, List<MemberEntry> voters, int others) {
    int all = voters.size() + others;
    return all - lost(situation, voters).size() < Membership.quorumOf(all);
  }
}
