package io.quorate.simulation.invariant;

import io.quorate.model.InstanceId;
import io.quorate.simulation.node.Machine;
import io.quorate.simulation.node.SimNode;
import io.quorate.simulation.run.SimCluster;
import java.util.Optional;

/**
 * No loss of power leaves a journal that its agent cannot read: it would refuse to start, and no
 * other could tell whose the data is. Nor does any agent go on with the journal of another
 * instance: what that one may do, nobody may do a second time.
 */
final class JournalKept implements Invariant {
  private final SimCluster simCluster;
  private Optional<String> taken = Optional.empty();

  JournalKept(SimCluster simCluster) {
    this.simCluster = simCluster;
  }

  @Override
  public String name() {
    return "JOURNAL_KEPT";
  }

  /** An agent has saved its journal. */
  void saved(Machine machine) {
    InstanceId own = machine.instance().id();
    taken =
        taken.or(
            () ->
                machine
                    .journalOnDisk()
                    .named()
                    .filter(named -> !named.equals(own))
                    .map(named -> own + " saves the journal of " + named));
  }

  @Override
  public Optional<String> broken() {
    if (taken.isPresent()) {
      return taken;
    }
    for (SimNode node : simCluster.fleet().nodes()) {
      Optional<String> damage = node.machine().journalOnDisk().damage();
      if (damage.isPresent()) {
        return Optional.of(
            "the agent of " + node.machine().instance().id() + " cannot read: " + damage.get());
      }
    }
    return Optional.empty();
  }
}
