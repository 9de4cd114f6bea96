package io.quorate.simulation.invariant;

import io.quorate.simulation.node.Machine;
import io.quorate.simulation.node.Watcher;
import io.quorate.simulation.run.SimCluster;
import io.quorate.simulation.run.SimWorld;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What must hold of a cluster that is brought back when it is lost. Judges that know one generation
 * only, and take its end for a fault, are left out.
 */
final class RecoveryInvariants {
  private RecoveryInvariants() {}

  static List<Invariant> of(SimWorld world, SimCluster simCluster) {
    Generations generations = new Generations(world, simCluster);
    AgentRules agents = new AgentRules(world, simCluster);
    simCluster
        .fleet()
        .watch(
            new Watcher() {
              @Override
              public void starts(Machine machine) {
                agents.starts(machine);
              }

              @Override
              public void saved(Machine machine) {
                agents.saved(machine);
              }

              @Override
              public void step(Machine machine, String step) {
                simCluster.reached(machine, step);
              }
            });
    List<Invariant> all =
        new ArrayList<>(
            List.of(
                new Looks(generations),
                new ListsItsOwn(simCluster),
                new OneLineage(simCluster, world.store()),
                new OneLife(simCluster, generations),
                new KeptAcross(world, simCluster, generations),
                new RevisionsRise(simCluster, generations, world.scheduler()::now),
                new SeededOnce(simCluster),
                new Fenced(world, simCluster),
                new NewestKept(simCluster, world.store().archive())));
    all.addAll(agents.invariants());
    all.addAll(new HeartbeatRules(world, simCluster).invariants());
    all.addAll(new ControlRules(world, simCluster).invariants());
    return all;
  }

  /** Looks who votes before the others are asked. */
  private record Looks(Generations generations) implements Invariant {
    @Override
    public String name() {
      return "generations";
    }

    @Override
    public Optional<String> broken() {
      generations.look();
      return Optional.empty();
    }
  }
}
