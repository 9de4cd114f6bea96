package io.quorate.simulation.invariant;

import io.quorate.controller.view.InstanceState;
import io.quorate.etcdmodel.MemberView;
import io.quorate.etcdmodel.ModelDirectory;
import io.quorate.etcdmodel.ModelProcess;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.simulation.counterfactual.LogEnd;
import io.quorate.simulation.counterfactual.TrueVoter;
import io.quorate.simulation.counterfactual.TrueWorld;
import io.quorate.simulation.counterfactual.VoterState;
import io.quorate.simulation.node.Machine;
import io.quorate.simulation.node.SimNode;
import io.quorate.simulation.run.SimCluster;
import io.quorate.simulation.run.SimWorld;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The members of one cluster as they truly are, and since when one has not been whole. */
final class TrueMembership {
  private static final long EVERY_MILLIS = 1_000;

  private final SimWorld world;
  private final SimCluster simCluster;
  private final Voters voters;
  private final Map<MemberId, Long> unwholeSince = new HashMap<>();
  private final Map<MemberId, LogEnd> furthest = new HashMap<>();

  /** An etcd goes on in memory when its directory is deleted. */
  private final Map<MemberId, LogEnd> furthestInMemory = new HashMap<>();

  private final LastAcked lastAcked;
  private long lookedAt = -EVERY_MILLIS;

  TrueMembership(SimWorld world, SimCluster simCluster, Voters voters) {
    this.world = world;
    this.simCluster = simCluster;
    this.voters = voters;
    lastAcked = new LastAcked(simCluster);
  }

  /** Looks again, where a while has passed. */
  void look() {
    long now = world.scheduler().now();
    if (now - lookedAt < EVERY_MILLIS) {
      return;
    }
    lookedAt = now;
    Set<MemberId> members = new HashSet<>(voters.now());
    simCluster.leader().ifPresent(leader -> leader.members().forEach(m -> members.add(m.id())));
    for (MemberId member : members) {
      Optional<ModelDirectory> data = data(member);
      data.ifPresent(directory -> furthest.merge(member, end(directory), TrueMembership::later));
      inMemory(member).ifPresent(end -> furthestInMemory.merge(member, end, TrueMembership::later));
      if (standing(member, data) == VoterState.WHOLE) {
        unwholeSince.remove(member);
      } else {
        unwholeSince.putIfAbsent(member, now);
      }
    }
  }

  private static LogEnd later(LogEnd one, LogEnd other) {
    return one.compareTo(other) >= 0 ? one : other;
  }

  /** The voters now; one that is not whole counts as whole where nobody can have known that. */
  TrueWorld voters(UnknowableFacts unknown) {
    return voters(voters.now(), unknown);
  }

  /** The same with these voters. */
  TrueWorld voters(Set<MemberId> members, UnknowableFacts unknown) {
    lastAcked.look();
    return new TrueWorld(members.stream().map(member -> voter(member, unknown)).toList());
  }

  /** A member that is to vote, or does. */
  TrueVoter voter(MemberId member, UnknowableFacts unknown) {
    Optional<ModelDirectory> data = data(member);
    TrueVoter voter =
        new TrueVoter(
            member,
            home(member).map(m -> m.instance().id()).orElse(nowhere(member)),
            standing(member, data),
            data.map(TrueMembership::end).orElse(LogEnd.NONE),
            data.filter(directory -> directory.holds(lastAcked.place())).isPresent());
    long since = unwholeSince.getOrDefault(member, world.scheduler().now());
    return voter.standing() != VoterState.WHOLE && unknown.unknown(voter, since)
        ? new TrueVoter(member, voter.instance(), VoterState.WHOLE, seenFurthest(member), true)
        : voter;
  }

  private LogEnd furthest(MemberId member) {
    return furthest.getOrDefault(member, LogEnd.NONE);
  }

  /** Where its log ended, on its disk or in the memory of its etcd. */
  private LogEnd seenFurthest(MemberId member) {
    LogEnd before = later(furthest(member), furthestInMemory.getOrDefault(member, LogEnd.NONE));
    return inMemory(member).map(now -> later(now, before)).orElse(before);
  }

  private Optional<LogEnd> inMemory(MemberId member) {
    return home(member)
        .flatMap(Machine::etcd)
        .flatMap(ModelProcess::memberView)
        .filter(memberView -> memberView.member().equals(member))
        .map(memberView -> new LogEnd(memberView.lastTerm(), memberView.lastIndex()));
  }

  /** Of a founder that never ran. */
  private static InstanceId nowhere(MemberId member) {
    return new InstanceId("i-unborn-" + member);
  }

  /**
   * One that will have caught up when it votes: at least a quorum of the voters of before holds its
   * promotion then, and with that whatever was acknowledged.
   */
  TrueVoter caughtUp(MemberId member, InstanceId instance) {
    LogEnd end =
        Stream.concat(
                furthest.values().stream(),
                voters.now().stream()
                    .flatMap(voter -> data(voter).map(TrueMembership::end).stream()))
            .reduce(LogEnd.NONE, TrueMembership::later);
    return new TrueVoter(member, instance, VoterState.WHOLE, end, true);
  }

  private VoterState standing(MemberId member, Optional<ModelDirectory> data) {
    Optional<Machine> machine = home(member);
    if (data.isEmpty() && machine.filter(m -> !runs(m, member)).isPresent()) {
      return VoterState.GONE;
    }
    if (data.isEmpty()
        || machine.filter(m -> usable(member, m, data.get())).isEmpty()
        || end(data.get()).compareTo(furthest(member)) < 0) {
      return VoterState.LOST;
    }
    InstanceState state = machine.get().instance().state();
    boolean still = state == InstanceState.STOPPING || state == InstanceState.STOPPED;
    return still || voters.home(member).filter(SimNode::hangs).isPresent()
        ? VoterState.STANDS_STILL
        : VoterState.WHOLE;
  }

  private boolean usable(MemberId member, Machine machine, ModelDirectory data) {
    boolean running = machine.etcd().filter(etcd -> etcd.exited().isEmpty()).isPresent();
    return !machine.destroyed()
        && machine.instance().state() != InstanceState.TERMINATED
        && voters.usable(member)
        && (!running || machine.etcdHolds(data))
        && others(machine, member).isEmpty();
  }

  /** Whether a process on a machine is this member, which then votes on in memory. */
  private static boolean runs(Machine machine, MemberId member) {
    return machine
        .etcd()
        .filter(etcd -> etcd.exited().isEmpty())
        .flatMap(ModelProcess::memberView)
        .filter(memberView -> memberView.member().equals(member))
        .isPresent();
  }

  private static Optional<MemberId> others(Machine machine, MemberId member) {
    return machine
        .etcd()
        .flatMap(ModelProcess::memberView)
        .map(MemberView::member)
        .filter(Predicate.not(member::equals));
  }

  /** The member's data in its place, synced; a running etcd's log is, before it is told of. */
  private Optional<ModelDirectory> data(MemberId member) {
    return home(member)
        .flatMap(machine -> machine.journalOnDisk().memberData())
        .filter(data -> data.summary().filter(of -> of.memberId().equals(member)).isPresent());
  }

  private Optional<Machine> home(MemberId member) {
    return voters.home(member).map(SimNode::machine);
  }

  private static LogEnd end(ModelDirectory data) {
    return data.summary().map(of -> new LogEnd(of.lastTerm(), of.lastIndex())).orElse(LogEnd.NONE);
  }
}
