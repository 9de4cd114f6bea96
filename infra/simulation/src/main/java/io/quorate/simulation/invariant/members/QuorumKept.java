package io.quorate.simulation.invariant.members;

import io.quorate.controller.view.InstanceState;
import io.quorate.model.MemberId;
import io.quorate.simulation.cloud.Instance;
import io.quorate.simulation.invariant.judge.EventInvariant;
import io.quorate.simulation.invariant.judge.Instructed;
import io.quorate.simulation.invariant.judge.Voters;
import io.quorate.simulation.node.Machine;
import io.quorate.simulation.world.SimCluster;
import io.quorate.simulation.world.SimWorld;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * I2: nobody ends a voter unless those that remain are a quorum: of the voters that remain when it
 * was removed, of all of them, itself among them, when its machine is terminated, for it stays
 * listed. What faults did to others in the last minutes, no controller can have known: then it is
 * not judged. The agent that removes a voter asks the others just before (docs/adr/0016): only what
 * befell them a moment ago it cannot have known.
 */
public final class QuorumKept extends EventInvariant {
  private static final long PEACE_MILLIS = 120_000;
  private static final long MOMENT_MILLIS = 15_000;

  private final SimWorld world;
  private final Voters voters;
  private final Instructed instructed;
  private final Map<MemberId, Long> goneSince = new HashMap<>();

  public QuorumKept(SimWorld world, SimCluster simCluster, Voters voters, Instructed instructed) {
    super("I2 QUORUM_KEPT", world);
    this.world = world;
    this.voters = voters;
    this.instructed = instructed;
    simCluster.group().onControllerTerminates(this::terminates);
  }

  /** For what EC2 ended before only a replacement is requested: no vote is lost by that. */
  private void terminates(Instance instance) {
    if (instance.state() == InstanceState.TERMINATED) {
      return;
    }
    voters
        .on(instance.id())
        .ifPresent(
            member ->
                judge(
                    member,
                    mayVote(member) ? voters.now().size() : remaining(member),
                    "a controller terminates " + instance.id()));
  }

  /** An etcd votes on in memory when its data is lost. */
  private boolean mayVote(MemberId member) {
    return voters.usable(member) || voters.awake(member);
  }

  /** A voter was removed from the membership. */
  public void removed(MemberId member) {
    judge(member, remaining(member), "member " + member + " was removed");
    long now = world.scheduler().now();
    long there =
        voters.now().stream()
            .filter(m -> goneSince.getOrDefault(m, now) >= now - MOMENT_MILLIS)
            .count();
    if (there * 2 <= voters.now().size() && !voters.majorityLost() && !voters.logsMayDiffer()) {
      breaks(
          "member "
              + member
              + " was removed while only "
              + there
              + " of "
              + voters.now().size()
              + " voters that remain were there a moment before");
    }
  }

  @Override
  public Optional<String> broken() {
    long now = world.scheduler().now();
    for (MemberId member : voters.now()) {
      if (isThere(member)) {
        goneSince.remove(member);
      } else {
        goneSince.putIfAbsent(member, now);
      }
    }
    return super.broken();
  }

  /** Its etcd is awake, or will be started again on whole data. */
  private boolean isThere(MemberId member) {
    return voters.awake(member)
        || (voters.diskHolds(member)
            && voters.usable(member)
            && voters
                .home(member)
                .filter(node -> node.machine().on() && !node.hangs())
                .isPresent());
  }

  /**
   * An agent stops an etcd; one that restarts comes back, and the others are a quorum meanwhile.
   * One that is closed to clients, and that its journal opens, is started again at once (ADR 48).
   */
  public void stops(Machine machine) {
    boolean closed = machine.etcd().filter(process -> process.spec().closed()).isPresent();
    if (closed && machine.journal().filter(journal -> !journal.closed()).isPresent()) {
      return;
    }
    Optional<MemberId> member = voters.on(machine.instance().id());
    if (instructed.restarts(machine.instance().id())) {
      member.ifPresent(
          voter ->
              judge(
                  voter,
                  voters.now().size(),
                  "the agent of " + machine.instance().id() + " stops its voter to restart it"));
      return;
    }
    if (member.filter(m -> voters.awake(m) && voters.usable(m)).isPresent()) {
      breaks(
          "the agent of "
              + machine.instance().id()
              + " stops voter "
              + member.get()
              + " whose data its journal calls usable");
    }
  }

  private long remaining(MemberId without) {
    return voters.now().stream().filter(m -> !m.equals(without)).count();
  }

  private void judge(MemberId member, long listed, String what) {
    long awake = voters.now().stream().filter(m -> !m.equals(member)).filter(voters::awake).count();
    boolean atPeace = voters.othersAtPeace(member, world.scheduler().now() - PEACE_MILLIS);
    if (awake * 2 <= listed && atPeace) {
      breaks(what + " while only " + awake + " others of " + listed + " listed voters are awake");
    }
  }
}
