package io.quorate.simulation.invariant;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.DataVerdict;
import io.quorate.simulation.node.Machine;
import io.quorate.simulation.run.SimWorld;
import java.util.Optional;

/** I11: no agent starts an etcd on data that its own journal calls unusable. */
final class StartsUsable extends EventInvariant {

  StartsUsable(SimWorld world) {
    super("I11 STARTS_USABLE", world);
  }

  /** An agent starts an etcd. */
  void judge(Machine machine) {
    Optional<DataVerdict> verdict = machine.journal().flatMap(AgentJournal::verdict);
    if (verdict.isPresent()) {
      breaks(machine.instance().id() + " starts etcd though its journal says " + verdict.get());
    }
  }
}
