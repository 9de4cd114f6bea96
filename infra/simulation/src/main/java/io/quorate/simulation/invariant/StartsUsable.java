package io.quorate.simulation.invariant;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.Verdict;
import io.quorate.simulation.node.Machine;
import io.quorate.simulation.run.World;
import java.util.Optional;

/** I11: no agent starts an etcd on data that its own journal calls unusable. */
final class StartsUsable implements Invariant {
  private final World world;
  private Optional<String> broken = Optional.empty();

  StartsUsable(World world) {
    this.world = world;
  }

  @Override
  public String name() {
    return "I11 STARTS_USABLE";
  }

  @Override
  public Optional<String> broken() {
    return broken;
  }

  /** An agent starts an etcd. */
  void judge(Machine machine) {
    Optional<Verdict> verdict = machine.journal().flatMap(AgentJournal::verdict);
    if (verdict.isPresent()) {
      broken =
          Optional.of(
              machine.instance().id() + " starts etcd though its journal says " + verdict.get());
      world.changed();
    }
  }
}
