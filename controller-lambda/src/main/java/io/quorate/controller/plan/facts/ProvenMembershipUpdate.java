package io.quorate.controller.plan.facts;

import io.quorate.command.CommandEffect;
import io.quorate.command.Outcome;
import io.quorate.controller.view.ClusterView;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.state.Bootstrap;
import io.quorate.state.Heartbeat;
import io.quorate.state.InitialMember;
import io.quorate.state.MemberEntry;
import io.quorate.state.MemberIdentity;
import io.quorate.state.OpenCommand;
import io.quorate.state.ProvenMembership;
import io.quorate.state.Status;
import io.quorate.state.Watermark;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which member list a quorum proved last.
 *
 * <ol>
 *   <li>The stored list counts while it is of this generation's cluster.
 *   <li>Of the heartbeats that prove a quorum now, the one with the highest watermark is asked.
 *   <li>Its list takes the stored one's place only if it differs, and is proven to be newer: its
 *       watermark is at or past the raft index of the stored list.
 *   <li>A list that holds a member which an instruction has removed since is older, whatever its
 *       watermark: the stored list was changed at once, and its evidence is from before.
 *   <li>So is one that holds as a learner whom the stored list has as a voter: no voter becomes a
 *       learner. A joiner that answers when it has lost its data names no index of its promotion.
 *   <li>An unchanged list keeps the term and index at which it was first proven, so that a steady
 *       turn writes nothing; after a removal it takes new evidence once.
 * </ol>
 *
 * <p>Only what is said to people rests on it: no rule that removes or terminates reads it.
 */
public final class ProvenMembershipUpdate {
  private static final Comparator<Heartbeat> BY_WATERMARK =
      Comparator.comparingLong((Heartbeat row) -> ProvenMembership.reached(row).term())
          .thenComparingLong(row -> ProvenMembership.reached(row).index());

  private ProvenMembershipUpdate() {}

  /**
   * The list to go on with.
   *
   * @param proving the heartbeats of nodes that are not silent and prove a quorum
   */
  public static Optional<ProvenMembership> next(
      Optional<ProvenMembership> stored,
      Bootstrap bootstrap,
      Stream<Heartbeat> proving,
      Instant now) {
    Optional<ProvenMembership> known = stored.filter(list -> list.of(bootstrap));
    return proving
        .max(BY_WATERMARK)
        .filter(row -> known.map(list -> replaces(row, list)).orElse(true))
        .flatMap(row -> ProvenMembership.told(row, bootstrap, now))
        .map(list -> known.map(before -> list.heldBy(before.holders())).orElse(list))
        .or(() -> known);
  }

  private static boolean replaces(Heartbeat row, ProvenMembership known) {
    return known.reachedBy(ProvenMembership.reached(row))
        && !known.outdates(row.members())
        && !(known.lists(row.members()) && known.removed().isEmpty());
  }

  /** The initial members, which stand in until a quorum has proved a list. */
  public static List<MemberEntry> initialMembers(Bootstrap bootstrap) {
    return bootstrap.voters().stream().map(ProvenMembershipUpdate::initialMember).toList();
  }

  private static MemberEntry initialMember(InitialMember voter) {
    return new MemberEntry(
        voter.memberId(), voter.instance().value(), List.of(voter.endpoints().peerUrl()), false);
  }

  /** The instance of each member of a list, where that is known. */
  public static Map<MemberId, InstanceId> holders(
      ClusterMembers clusterMembers, ProvenMembership list) {
    return list.members().stream()
        .flatMap(
            member ->
                clusterMembers
                    .instanceOf(member)
                    .or(
                        () ->
                            clusterMembers.nodeOf(member).map(node -> node.heartbeat().instance()))
                    .map(instance -> Map.entry(member.id(), instance))
                    .stream())
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /**
   * A list after the open instruction, where its executor answers it as done: the executor may be
   * lost before a heartbeat shows the new list.
   */
  public static ProvenMembership answered(ClusterView view, Status status, ProvenMembership list) {
    return status
        .operation()
        .flatMap(
            open ->
                Optional.ofNullable(view.nodes().get(open.executor()))
                    .map(ObservedNode::heartbeat)
                    .filter(row -> done(open, row))
                    .map(row -> after(open, row, list)))
        .orElse(list);
  }

  private static boolean done(OpenCommand open, Heartbeat row) {
    return open.answer(row).filter(it -> it.result() == Outcome.Result.DONE).isPresent();
  }

  private static ProvenMembership after(OpenCommand done, Heartbeat row, ProvenMembership list) {
    ProvenMembership next = list;
    for (CommandEffect effect : done.effects()) {
      next =
          switch (effect) {
            case CommandEffect.Removes removes -> next.without(removes.member());
            case CommandEffect.Promotes promotes -> joined(next, row).orElse(next);
            case CommandEffect.Stops stops -> next;
            case CommandEffect.Restarts restarts -> next;
            case CommandEffect.Blocks blocks -> next;
          };
    }
    return next;
  }

  private static Optional<ProvenMembership> joined(ProvenMembership list, Heartbeat row) {
    Watermark applied =
        row.status()
            .filter(status -> !status.learner())
            .map(status -> new Watermark(status.raftTerm(), status.raftIndex()))
            .orElse(Watermark.NONE);
    // It votes even if its data was lost since.
    return row.identity()
        .map(MemberIdentity::memberId)
        .map(
            id ->
                new MemberEntry(
                    id, row.instance().value(), List.of(row.endpoints().peerUrl()), false))
        .map(voter -> list.with(voter, row.instance(), applied));
  }
}
