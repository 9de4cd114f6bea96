package io.quorate.controller.plan.voters;

import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.DeathProof;
import io.quorate.controller.plan.facts.ForgottenInstances;
import io.quorate.controller.plan.facts.Membership;
import io.quorate.controller.plan.facts.ProvenMembershipUpdate;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.state.DataHolding;
import io.quorate.state.DataState;
import io.quorate.state.Heartbeat;
import io.quorate.state.MemberEntry;
import io.quorate.state.ProvenMembership;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Whether so many voters are proven lost that no quorum is left.
 *
 * <ol>
 *   <li>Nothing is lost while a quorum is seen to serve, or proves itself to an agent that it
 *       refuses ({@link RefusedAgents}).
 *   <li>The voters are those of the list that a quorum last proved ({@link
 *       ProvenMembershipUpdate}), without those whose own agents say that they were removed since.
 *       No other row adds or removes a voter.
 *   <li>Without such a list they are the initial members, while no row names another member and no
 *       instruction was ever issued: once somebody joined or was removed, nobody knows who votes,
 *       and nothing is called lost.
 *   <li>A voter is lost when EC2 has shown its instance terminated, or its agent reports its data
 *       unusable.
 *   <li>An open instruction may have changed the members since, and so may one that was closed a
 *       short while ago without being done ({@link UncertainChange}): then too few must be left
 *       whatever of it was done.
 * </ol>
 */
public final class QuorumLoss {
  private QuorumLoss() {}

  /** Which voters are proven lost, where the others are fewer than a quorum. */
  public static Optional<String> of(ClusterState clusterState) {
    return lostBeside(
        clusterState,
        UncertainChange.of(clusterState),
        voter -> why(clusterState, voter),
        "proven lost");
  }

  /**
   * The same, where no quorum has served for long enough: a change that is open, and waits for the
   * quorum that is lost, would never end. Had it been done, the voters that are left would serve. A
   * member that is fenced because of this never serves again, so a mistake costs a generation but
   * no write.
   */
  public static Optional<String> presumed(ClusterState clusterState) {
    return lostBeside(
            clusterState,
            UncertainChange.unsettled(clusterState),
            voter ->
                why(clusterState, voter)
                    .or(() -> emptyHome(clusterState, voter))
                    .or(() -> successor(clusterState, voter)),
            "lost")
        .or(() -> lostWithAJoiner(clusterState))
        .or(() -> LeaderlessVoters.of(clusterState, provenLost(clusterState)));
  }

  static boolean serves(ClusterState clusterState) {
    return clusterState.quorum().serves() || RefusedAgents.proveQuorum(clusterState);
  }

  /** A joiner that is lost and was a voter, although no proven list names it. */
  private static Optional<String> lostWithAJoiner(ClusterState clusterState) {
    List<MemberEntry> voters = voters(clusterState);
    return serves(clusterState)
        ? Optional.empty()
        : LostJoiners.of(clusterState, joiner -> LostJoiners.lost(clusterState, joiner))
            .filter(joiner -> tooFew(voters, 1, 1, provenLost(clusterState)))
            .findFirst()
            .map(
                joiner ->
                    joiner
                        + " was being made a voter beside the "
                        + voters.size()
                        + " that are known, and "
                        + LostJoiners.why(clusterState, joiner)
                        + "; no quorum has served since: too few are left; "
                        + ground(clusterState));
  }

  static boolean ofThisGeneration(ClusterState clusterState, Heartbeat beat) {
    return beat.identity()
        .filter(held -> held.generation().equals(clusterState.view().lineage().generation()))
        .isPresent();
  }

  private static Optional<String> lostBeside(
      ClusterState clusterState,
      List<UncertainChange> changes,
      Function<MemberEntry, Optional<String>> why,
      String verdict) {
    List<MemberEntry> voters = voters(clusterState);
    if (voters.isEmpty()
        || serves(clusterState)
        || !certain(clusterState, changes, voters, voter -> why.apply(voter).isPresent())) {
      return Optional.empty();
    }
    List<String> lost = voters.stream().flatMap(voter -> why.apply(voter).stream()).toList();
    return Optional.of(
        lost.size()
            + " of "
            + voters.size()
            + " voters are "
            + verdict
            + " ("
            + String.join("; ", lost)
            + "): a quorum cannot come back by restarts; "
            + ground(clusterState)
            + "; see docs/operations.md, QUORUM_LOST");
  }

  /**
   * Whether fewer than a quorum of the voters is left, when only these instances are lost, and the
   * voters whose nodes hold others in their places; presumed as {@link #presumed} does.
   */
  public static boolean without(ClusterState clusterState, Set<InstanceId> gone) {
    return without(clusterState, gone, Set.of());
  }

  /**
   * The same, where these members are lost too: no instance is known for them, and an operator gave
   * them up.
   */
  public static boolean without(
      ClusterState clusterState, Set<InstanceId> gone, Set<MemberId> givenUp) {
    List<MemberEntry> voters = voters(clusterState);
    Predicate<MemberEntry> lost =
        voter ->
            isHome(clusterState, voter, gone)
                || successor(clusterState, voter).isPresent()
                || neverStarted(clusterState, voter).isPresent()
                || givenUp.contains(voter.id());
    return !voters.isEmpty()
        && !serves(clusterState)
        && (certain(clusterState, UncertainChange.unsettled(clusterState), voters, lost)
            || (LostJoiners.of(clusterState, gone::contains).findFirst().isPresent()
                && tooFew(voters, 1, 1, lost))
            || LeaderlessVoters.of(clusterState, lost).isPresent());
  }

  /** Whether the voter lives, as far as is recorded, on one of these instances. */
  static boolean isHome(ClusterState clusterState, MemberEntry voter, Set<InstanceId> instances) {
    return clusterState
        .status()
        .proven()
        .map(list -> list.holders().get(voter.id()))
        .or(() -> clusterState.members().instanceOf(voter))
        .filter(instances::contains)
        .isPresent();
  }

  private static String ground(ClusterState clusterState) {
    return clusterState
        .status()
        .proven()
        .map(
            list ->
                "the voters are those of the member list that a quorum proved at raft term "
                    + list.raftTerm()
                    + ", index "
                    + list.raftIndex())
        .orElse("the voters are the initial members, for no quorum has proved a member list");
  }

  /** How many of those that are known to vote live, as far as is recorded, on these instances. */
  public static long homesOn(ClusterState clusterState, Set<InstanceId> instances) {
    return voters(clusterState).stream()
        .filter(voter -> isHome(clusterState, voter, instances))
        .count();
  }

  /** Those that are known to vote. */
  public static List<MemberEntry> voters(ClusterState clusterState) {
    List<MemberEntry> members =
        clusterState
            .status()
            .proven()
            .map(ProvenMembership::members)
            .or(() -> initialMembers(clusterState))
            .orElse(List.of());
    return members.stream()
        .filter(member -> !member.learner() && !removed(clusterState, member))
        .toList();
  }

  private static Optional<List<MemberEntry>> initialMembers(ClusterState clusterState) {
    return clusterState
        .view()
        .lineage()
        .bootstrap()
        .map(ProvenMembershipUpdate::initialMembers)
        .filter(
            initialMembers ->
                nobodyElse(clusterState, initialMembers) && nothingIssued(clusterState));
  }

  private static boolean nothingIssued(ClusterState clusterState) {
    return clusterState.view().slots().values().stream()
        .map(slot -> slot.command().header().generation())
        .noneMatch(clusterState.view().lineage().generation()::equals);
  }

  private static boolean nobodyElse(ClusterState clusterState, List<MemberEntry> initialMembers) {
    return clusterState.nodes().stream()
        .flatMap(node -> node.heartbeat().identity().stream())
        .filter(held -> held.generation().equals(clusterState.view().lineage().generation()))
        .allMatch(
            held ->
                initialMembers.stream()
                    .anyMatch(initialMember -> initialMember.id().equals(held.memberId())));
  }

  private static boolean removed(ClusterState clusterState, MemberEntry member) {
    return clusterState.nodes().stream()
        .filter(node -> clusterState.members().holds(node, member.id()))
        .anyMatch(node -> node.heartbeat().data() == DataState.REMOVED);
  }

  private static Optional<String> why(ClusterState clusterState, MemberEntry voter) {
    return death(clusterState, voter)
        .map(DeathProof::why)
        .or(() -> neverStarted(clusterState, voter));
  }

  /** Proved while a quorum served: no restart of an instance brings this one. */
  private static Optional<String> neverStarted(ClusterState clusterState, MemberEntry voter) {
    return Optional.of(voter.id())
        .filter(clusterState.status().data()::neverStarted)
        .map(id -> "voter " + id + " was added by hand and never started");
  }

  /** Its node speaks, and has nothing: it lost its disk before it could tell of its member. */
  private static Optional<String> emptyHome(ClusterState clusterState, MemberEntry voter) {
    return atHome(clusterState, voter)
        .filter(
            beat ->
                beat.report()
                    .holds()
                    .filter(holds -> holds.state() == DataHolding.State.NONE)
                    .isPresent())
        .map(beat -> beat.instance() + " says that its disk holds nothing");
  }

  /**
   * Its node speaks, and holds another member in its place: it lost its data and was told to join
   * anew, and the quorum was lost before it proved a list without this one.
   */
  private static Optional<String> successor(ClusterState clusterState, MemberEntry voter) {
    return atHome(clusterState, voter)
        .filter(beat -> ofThisGeneration(clusterState, beat))
        .flatMap(
            beat ->
                beat.identity()
                    .filter(held -> !held.memberId().equals(voter.id()))
                    .map(
                        held ->
                            beat.instance()
                                + " holds member "
                                + held.memberId()
                                + " in its place"));
  }

  private static Optional<Heartbeat> atHome(ClusterState clusterState, MemberEntry voter) {
    return clusterState
        .status()
        .proven()
        .map(list -> list.holders().get(voter.id()))
        .flatMap(clusterState::node)
        .filter(node -> !clusterState.health().silent(node))
        .map(ObservedNode::heartbeat);
  }

  /** A member without a name, whose row is gone, is found by its recorded instance. */
  private static Optional<DeathProof> death(ClusterState clusterState, MemberEntry voter) {
    return clusterState
        .deaths()
        .of(voter)
        .or(
            () ->
                clusterState
                    .status()
                    .proven()
                    .map(list -> list.holders().get(voter.id()))
                    .filter(clusterState.health()::gone)
                    .map(
                        instance ->
                            new DeathProof.InstanceTerminated(
                                voter,
                                instance,
                                ForgottenInstances.words(clusterState, instance))));
  }

  static Predicate<MemberEntry> provenLost(ClusterState clusterState) {
    return voter -> why(clusterState, voter).isPresent();
  }

  /** Whether too few voters are left, whatever became of these changes. */
  static boolean certain(
      ClusterState clusterState,
      List<UncertainChange> changes,
      List<MemberEntry> voters,
      Predicate<MemberEntry> lost) {
    return tooFew(voters, 0, 0, lost)
        && changes.stream()
            .allMatch(change -> whateverBecameOf(change, clusterState, voters, lost));
  }

  private static boolean whateverBecameOf(
      UncertainChange change,
      ClusterState clusterState,
      List<MemberEntry> voters,
      Predicate<MemberEntry> lost) {
    List<MemberEntry> without =
        voters.stream().filter(voter -> !change.removes().equals(Optional.of(voter.id()))).toList();
    int promoted = mayPromote(change, clusterState, without) ? 1 : 0;
    return Stream.of(voters, without)
        .allMatch(list -> tooFew(list, 0, 0, lost) && tooFew(list, promoted, 0, lost));
  }

  private static boolean mayPromote(
      UncertainChange change, ClusterState clusterState, List<MemberEntry> voters) {
    InstanceId executor = change.executor();
    return change.promotes()
        && !clusterState.health().gone(executor)
        && voters.stream()
            .noneMatch(
                voter -> clusterState.members().instanceOf(voter).equals(Optional.of(executor)));
  }

  private static boolean tooFew(
      List<MemberEntry> voters, int others, int othersLost, Predicate<MemberEntry> lost) {
    int all = voters.size() + others;
    return all - othersLost - voters.stream().filter(lost).count() < Membership.quorumOf(all);
  }
}
