package io.quorate.simulation.invariant.records;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.CommandProgress;
import io.quorate.model.InstanceId;
import io.quorate.simulation.invariant.judge.Invariant;
import io.quorate.simulation.invariant.judge.Rules;
import io.quorate.simulation.node.Machine;
import io.quorate.simulation.node.SimNode;
import io.quorate.simulation.world.SimCluster;
import io.quorate.simulation.world.SimWorld;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What an agent does, against its own journal and against what it did before:
 *
 * <ul>
 *   <li>STARTS_USABLE: it starts no etcd on data that its journal calls unusable.
 *   <li>STOPS_IN_GRACE: it kills no etcd that was not asked to stop, or not yet for the spec's
 *       {@code stopGrace}: it may still hand over its leadership, or write what it acknowledged.
 *   <li>JOURNAL_KEPT: no loss of power leaves a journal that its agent cannot read: it would refuse
 *       to start, and no other could tell whose the data is. Nor does it go on with the journal of
 *       another instance: what that one may do, nobody may do a second time.
 *   <li>TIME_KEPT: the time that a journal counts for one instruction never falls from save to
 *       save, unless its disk was set back: else an agent that keeps crashing never comes to its
 *       deadline.
 *   <li>IN_TIME: a node that nothing besets goes over to undoing what it was told as soon as the
 *       deadline is past, whatever goes on around it.
 * </ul>
 */
public final class AgentRules {
  /** One step that waits for all its requests to time out, and a time that is saved in parts. */
  private static final long SLACK_MILLIS = 60_000;

  private record Killed(Machine machine, long askedMillis) {}

  private record Begun(String id, long at) {}

  private record Spent(String command, long millis) {
    static Spent of(CommandProgress progress) {
      return new Spent(progress.command().header().id(), progress.spentMillis());
    }
  }

  private final SimWorld world;
  private final SimCluster simCluster;
  private final Map<Machine, Spent> counted = new HashMap<>();
  private final Map<SimNode, Begun> begun = new HashMap<>();
  private final Rules<Machine> starting;
  private final Rules<Killed> killing;
  private final Rules<Machine> saving;
  private final Rules<SimNode> looking;

  public AgentRules(SimWorld world, SimCluster simCluster) {
    this.world = world;
    this.simCluster = simCluster;
    starting = new Rules<Machine>(world).row("I11 STARTS_USABLE", AgentRules::unusable);
    killing = new Rules<Killed>(world).row("I5 STOPS_IN_GRACE", AgentRules::tooSoon);
    saving =
        new Rules<Machine>(world)
            .row("JOURNAL_KEPT", AgentRules::anothers)
            .row("I3 TIME_KEPT", this::timeFell);
    looking = new Rules<SimNode>(world).row("JOURNAL_KEPT", AgentRules::damaged);
    if (!world.recovers()) {
      looking.row("I3 IN_TIME", this::late);
    }
  }

  /** What it judges, one invariant a rule. */
  public List<Invariant> invariants() {
    return Stream.of(
            looking.invariants(() -> simCluster.fleet().nodes().forEach(looking::judge)),
            saving.invariants(),
            killing.invariants(),
            starting.invariants())
        .flatMap(List::stream)
        .toList();
  }

  /** An agent starts an etcd. */
  public void starts(Machine machine) {
    starting.judge(machine);
  }

  /** An agent kills its etcd so long after one first asked it to stop. */
  public void kills(Machine machine, long askedMillis) {
    killing.judge(new Killed(machine, askedMillis));
  }

  /** An agent has saved its journal. */
  public void saved(Machine machine) {
    saving.judge(machine);
  }

  private static InstanceId on(Machine machine) {
    return machine.instance().id();
  }

  private static Optional<String> unusable(Machine machine) {
    return machine
        .journal()
        .flatMap(AgentJournal::verdict)
        .map(verdict -> on(machine) + " starts etcd though its journal says " + verdict);
  }

  private static Optional<String> tooSoon(Killed killed) {
    return killed
        .machine()
        .journal()
        .flatMap(AgentJournal::spec)
        .map(spec -> spec.timings().stopGrace().toMillis())
        .filter(grace -> killed.askedMillis() < grace)
        .map(
            grace ->
                "%s kills its etcd %d ms after it asked it to stop; stopGrace is %d"
                    .formatted(on(killed.machine()), killed.askedMillis(), grace));
  }

  private static Optional<String> anothers(Machine machine) {
    return machine
        .journalOnDisk()
        .named()
        .filter(named -> !named.equals(on(machine)))
        .map(named -> on(machine) + " saves the journal of " + named);
  }

  private static Optional<String> damaged(SimNode node) {
    return node.machine()
        .journalOnDisk()
        .damage()
        .map(damage -> "the agent of " + on(node.machine()) + " cannot read: " + damage);
  }

  private Optional<String> timeFell(Machine machine) {
    Optional<Spent> now = machine.journal().flatMap(AgentJournal::progress).map(Spent::of);
    Optional<Spent> before = Optional.ofNullable(counted.remove(machine));
    now.ifPresent(spent -> counted.put(machine, spent));
    return now.filter(spent -> !setBack(machine))
        .filter(spent -> before.filter(then -> fell(then, spent)).isPresent())
        .map(
            spent -> on(machine) + " counts " + spent + ", it had counted " + before.orElseThrow());
  }

  private boolean setBack(Machine machine) {
    return simCluster.fleet().nodes().stream()
        .anyMatch(node -> node.machine() == machine && node.rolledBack());
  }

  private static boolean fell(Spent then, Spent now) {
    return now.command().equals(then.command()) && now.millis() < then.millis();
  }

  private Optional<String> late(SimNode node) {
    Optional<CommandProgress> going =
        node.machine()
            .journal()
            .flatMap(AgentJournal::progress)
            .filter(progress -> progress.undo().isEmpty());
    if (going.isEmpty() || node.machine().destroyed()) {
      begun.remove(node);
      return Optional.empty();
    }
    long now = world.scheduler().now();
    String id = going.get().command().header().id();
    Begun since =
        begun.merge(node, new Begun(id, now), (was, is) -> was.id().equals(id) ? was : is);
    long atWork = now - Math.max(since.at(), node.disturbedUntil());
    return going
        .filter(at -> atWork > at.command().deadline().toMillis() + SLACK_MILLIS)
        .map(
            at ->
                "%s is at step %s of %s after %d s in peace"
                    .formatted(on(node.machine()), at.step(), at.command(), atWork / 1_000));
  }
}
