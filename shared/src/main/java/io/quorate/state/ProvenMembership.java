package io.quorate.state;

import io.quorate.model.EtcdClusterId;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The newest member list that a quorum has proved, as far as the controller has seen. While no
 * quorum serves it is the only ground for saying which voters are lost.
 *
 * <p>A heartbeat that proves a quorum brackets its member list. The watermark was committed before
 * the linearizable read, so the list holds every change up to it. The status was asked after the
 * list, so the list holds no change past its raft index. One list is therefore newer than another
 * if its watermark is at or past the other's raft index.
 *
 * @param generation the generation whose cluster it is
 * @param clusterId that cluster
 * @param members voters and learners, in the order of their ids
 * @param holders the instance of each member, where it is known
 * @param removed members that an instruction, answered as done, has removed since the list was
 *     proven, in the order of their ids; a list that holds one of them is older, for no id is given
 *     twice
 * @param raftTerm raft term of the reporter after it had read the list
 * @param raftIndex raft index that the reporter knew to be committed then
 * @param reportedBy whose heartbeat proved it
 * @param since when the controller first saw this list, by its clock
 */
public record ProvenMembership(
    Generation generation,
    EtcdClusterId clusterId,
    List<MemberEntry> members,
    Map<MemberId, InstanceId> holders,
    List<MemberId> removed,
    long raftTerm,
    long raftIndex,
    InstanceId reportedBy,
    Instant since) {
  public ProvenMembership {
    members = sorted(members);
    holders = Map.copyOf(holders);
    removed = removed.stream().distinct().sorted().toList();
  }

  /** The list that a heartbeat of this generation proves; empty when it proves no quorum. */
  public static Optional<ProvenMembership> told(Heartbeat row, Bootstrap bootstrap, Instant now) {
    return row.status()
        .filter(status -> row.serving() && status.clusterId().equals(bootstrap.clusterId()))
        .filter(status -> !row.members().isEmpty())
        .map(
            status ->
                new ProvenMembership(
                    bootstrap.generation(),
                    bootstrap.clusterId(),
                    row.members(),
                    Map.of(),
                    List.of(),
                    status.raftTerm(),
                    status.raftIndex(),
                    row.instance(),
                    now));
  }

  /** Whether it is about this generation's cluster. */
  public boolean of(Bootstrap bootstrap) {
    return generation.equals(bootstrap.generation()) && clusterId.equals(bootstrap.clusterId());
  }

  /** Whether a list that holds every change up to this position is not older than this one. */
  public boolean reachedBy(Watermark position) {
    return position.term() > raftTerm
        || (position.term() == raftTerm && position.index() >= raftIndex);
  }

  /** Whether these are the same members, in whatever order. */
  public boolean lists(List<MemberEntry> others) {
    return members.equals(sorted(others));
  }

  /**
   * Whether this list is not newer than the one that a heartbeat tells: that one names the same
   * members and the same of them vote, or it holds every change up to this one.
   */
  public boolean notNewerThan(Heartbeat row) {
    return votes(members).equals(votes(row.members()))
        || (reachedBy(reached(row)) && !outdates(row.members()));
  }

  /**
   * Whether a list is certainly older than this one, whatever its watermark: it holds a member that
   * was removed since, or as a learner whom this one has as a voter, for no voter becomes a
   * learner.
   */
  public boolean outdates(List<MemberEntry> listed) {
    return listed.stream()
        .anyMatch(
            member -> removed.contains(member.id()) || (member.learner() && hasVoter(member.id())));
  }

  private boolean hasVoter(MemberId id) {
    return members.stream().anyMatch(member -> member.id().equals(id) && !member.learner());
  }

  private static Map<MemberId, Boolean> votes(List<MemberEntry> members) {
    return members.stream().collect(Collectors.toMap(MemberEntry::id, MemberEntry::learner));
  }

  /**
   * Up to where a heartbeat's list holds every change. An agent that tells no watermark is of a
   * release that asked for the status before the list.
   */
  public static Watermark reached(Heartbeat row) {
    return row.watermark().equals(Watermark.NONE)
        ? row.status()
            .map(status -> new Watermark(status.raftTerm(), status.raftIndex()))
            .orElse(Watermark.NONE)
        : row.watermark();
  }

  /**
   * The same with the instances of members whose instance was not known: a member is created once,
   * on one disk, so what is known stays.
   */
  public ProvenMembership heldBy(Map<MemberId, InstanceId> seen) {
    Map<MemberId, InstanceId> all = new HashMap<>(seen);
    all.keySet().retainAll(members.stream().map(MemberEntry::id).collect(Collectors.toSet()));
    all.putAll(holders);
    return new ProvenMembership(
        generation, clusterId, members, all, removed, raftTerm, raftIndex, reportedBy, since);
  }

  /** The same without a member that is known to be removed since; its evidence stays. */
  public ProvenMembership without(MemberId gone) {
    if (members.stream().noneMatch(member -> member.id().equals(gone))) {
      return this;
    }
    Map<MemberId, InstanceId> left = new HashMap<>(holders);
    left.remove(gone);
    return new ProvenMembership(
        generation,
        clusterId,
        members.stream().filter(member -> !member.id().equals(gone)).toList(),
        left,
        Stream.concat(removed.stream(), Stream.of(gone)).toList(),
        raftTerm,
        raftIndex,
        reportedBy,
        since);
  }

  /**
   * The same with this voter, which is known to have been promoted since, and its instance.
   *
   * @param applied a term and index at which its own etcd had applied the promotion
   */
  public ProvenMembership with(MemberEntry voter, InstanceId holder, Watermark applied) {
    if (members.contains(voter) && holder.equals(holders.get(voter.id()))) {
      return this;
    }
    Map<MemberId, InstanceId> held = new HashMap<>(holders);
    held.put(voter.id(), holder);
    boolean newer = reachedBy(applied);
    return new ProvenMembership(
        generation,
        clusterId,
        Stream.concat(
                members.stream().filter(member -> !member.id().equals(voter.id())),
                Stream.of(voter))
            .toList(),
        held,
        removed,
        newer ? applied.term() : raftTerm,
        newer ? applied.index() : raftIndex,
        reportedBy,
        since);
  }

  private static List<MemberEntry> sorted(List<MemberEntry> members) {
    return members.stream().sorted(Comparator.comparing(MemberEntry::id)).toList();
  }
}
