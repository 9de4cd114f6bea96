package io.quorate.simulation.invariant.judge;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.etcdmodel.MemberView;
import io.quorate.etcdmodel.ModelProcess;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.simulation.node.SimNode;
import io.quorate.simulation.world.SimCluster;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Who votes, as the latest leader has it, and on which machine each member was started; what the
 * invariants have in common.
 */
public final class Voters {
  private final SimCluster simCluster;
  private final Map<MemberId, SimNode> homes = new HashMap<>();
  private final Set<MemberId> calledLost = new HashSet<>();
  private final Set<MemberId> removed = new HashSet<>();
  private Set<MemberId> now = Set.of();
  private long term;
  private boolean majorityLost;
  private boolean logsMayDiffer;

  public Voters(SimCluster simCluster) {
    this.simCluster = simCluster;
  }

  /** Looks again; whom the latest leader no longer counts since the look before. */
  public Set<MemberId> look() {
    for (SimNode node : simCluster.fleet().nodes()) {
      node.machine()
          .etcd()
          .flatMap(ModelProcess::memberView)
          .ifPresent(memberView -> homes.putIfAbsent(memberView.member(), node));
    }
    Set<MemberId> before = now;
    Optional<MemberView> leader = simCluster.leader();
    // Till a new leader has applied what its log held when it was elected, it shows older voters.
    if (leader.filter(l -> newest(l) && l.settled()).isPresent()) {
      term = leader.get().term();
      now = leader.get().voters();
    }
    now.stream().filter(member -> !calledUsable(member)).forEach(calledLost::add);
    majorityLost |= !now.isEmpty() && disksLost() * 2 >= now.size();
    if (before.equals(now)) {
      return Set.of();
    }
    Set<MemberId> gone = new HashSet<>(before);
    gone.removeAll(now);
    removed.addAll(gone);
    removed.removeAll(now);
    return gone;
  }

  /** Whether a member was a voter and was removed: its id never comes back. */
  public boolean removed(MemberId member) {
    return removed.contains(member);
  }

  /** Where most disks were lost or set back, the terms of before are forgotten with them. */
  private boolean newest(MemberView leader) {
    return leader.term() >= term || majorityLost;
  }

  /** The voters. */
  public Set<MemberId> now() {
    return now;
  }

  /** A voter went on with a disk set back while nobody could tell it, as ADR 6 leaves open. */
  public void forgotten() {
    logsMayDiffer = true;
  }

  /** Whether a voter ever went on so: then logs may differ, and what was acknowledged be lost. */
  public boolean logsMayDiffer() {
    return logsMayDiffer;
  }

  /** Whether the disks of so many voters were once lost that no majority of them was left. */
  public boolean majorityLost() {
    return majorityLost;
  }

  /** Whether no majority is left that could serve: disks are lost, or machines hang for good. */
  public boolean noneToServe() {
    return majorityLost
        || noneElectable()
        || (!now.isEmpty()
            && now.stream().filter(m -> hangs(m) || !diskHolds(m)).count() * 2 >= now.size());
  }

  /**
   * Whether a majority is awake and nobody of it can be elected, by the voters that each has
   * applied. A leader that promoted a learner may be gone before anybody else knows that to be
   * committed: then the others still count by the voters of before, and raft has no way out of
   * that.
   */
  public boolean noneElectable() {
    List<MemberView> awake =
        simCluster.members().stream().filter(g -> now.contains(g.member())).toList();
    return simCluster.leader().isEmpty()
        && awake.size() * 2 > now.size()
        && awake.stream().noneMatch(member -> electable(member, awake));
  }

  private static boolean electable(MemberView member, List<MemberView> awake) {
    Set<MemberId> voters = member.voters();
    return voters.contains(member.member())
        && awake.stream()
                    .filter(other -> voters.contains(other.member()) && !older(member, other))
                    .count()
                * 2
            > voters.size();
  }

  private static boolean older(MemberView log, MemberView than) {
    return log.lastTerm() < than.lastTerm()
        || (log.lastTerm() == than.lastTerm() && log.lastIndex() < than.lastIndex());
  }

  private boolean hangs(MemberId member) {
    return home(member).filter(SimNode::hangs).isPresent();
  }

  private long disksLost() {
    return now.stream().filter(member -> !diskHolds(member)).count();
  }

  /** Whether the disk that a member was started on still has its data, in etcd's path. */
  public boolean diskHolds(MemberId member) {
    SimNode home = homes.get(member);
    return home != null
        && !home.machine().destroyed()
        && !home.dataRolledBack()
        && home.machine()
            .journalOnDisk()
            .memberData()
            .filter(data -> !data.isCorrupt())
            .flatMap(data -> data.summary())
            .isPresent();
  }

  /** The node that a member was started on; empty for one that never ran. */
  public Optional<SimNode> home(MemberId member) {
    return Optional.ofNullable(homes.get(member));
  }

  /** The member that runs on an instance. */
  public Optional<MemberId> on(InstanceId instance) {
    return homes.entrySet().stream()
        .filter(home -> home.getValue().machine().instance().id().equals(instance))
        .filter(home -> now.contains(home.getKey()))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  /** Whether a member's process is awake on its machine. */
  public boolean awake(MemberId member) {
    return home(member)
        .flatMap(node -> node.machine().etcd())
        .filter(ModelProcess::awake)
        .flatMap(ModelProcess::memberView)
        .filter(memberView -> memberView.member().equals(member))
        .isPresent();
  }

  /** Whether nothing has beset any other voter for so long. */
  public boolean othersAtPeace(MemberId besides, long since) {
    return now.stream()
        .filter(member -> !member.equals(besides))
        .allMatch(member -> home(member).filter(n -> n.disturbedUntil() < since).isPresent());
  }

  /**
   * Whether its own journal says that this member's data can be used. What a disk that was set back
   * says does not count where another journal said before that it cannot.
   */
  public boolean usable(MemberId member) {
    return calledUsable(member)
        && !(calledLost.contains(member) && home(member).filter(SimNode::rolledBack).isPresent());
  }

  private boolean calledUsable(MemberId member) {
    return home(member)
        .flatMap(node -> node.machine().journal())
        .filter(journal -> journal.verdict().isEmpty())
        .flatMap(AgentJournal::member)
        .filter(held -> held.identity().memberId().equals(member))
        .isPresent();
  }
}
