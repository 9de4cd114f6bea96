package io.quorate.simulation.invariant;

import io.quorate.etcdmodel.ModelDirectory;
import io.quorate.simulation.invariant.data.Fenced;
import io.quorate.simulation.invariant.data.KeptAcross;
import io.quorate.simulation.invariant.data.NewestKept;
import io.quorate.simulation.invariant.data.OneLife;
import io.quorate.simulation.invariant.data.PrunedCovered;
import io.quorate.simulation.invariant.data.RevisionsRise;
import io.quorate.simulation.invariant.data.SeededOnce;
import io.quorate.simulation.invariant.judge.Generations;
import io.quorate.simulation.invariant.judge.Invariant;
import io.quorate.simulation.invariant.judge.Look;
import io.quorate.simulation.invariant.members.OnlyWrongLeave;
import io.quorate.simulation.invariant.records.AccessRules;
import io.quorate.simulation.invariant.records.AgentRules;
import io.quorate.simulation.invariant.records.ControlRules;
import io.quorate.simulation.invariant.records.HeartbeatRules;
import io.quorate.simulation.invariant.records.ListsItsOwn;
import io.quorate.simulation.invariant.records.NameTells;
import io.quorate.simulation.invariant.records.OneLineage;
import io.quorate.simulation.node.Machine;
import io.quorate.simulation.node.Watcher;
import io.quorate.simulation.world.SimCluster;
import io.quorate.simulation.world.SimWorld;
import java.util.ArrayList;
import java.util.List;

/**
 * What must hold of a cluster that is brought back when it is lost. Judges that know one generation
 * only, and take its end for a fault, are left out.
 */
final class RecoveryInvariants {
  private RecoveryInvariants() {}

  static List<Invariant> of(SimWorld world, SimCluster simCluster) {
    Generations generations = new Generations(world, simCluster);
    PrunedCovered pruned = new PrunedCovered(world, simCluster);
    OnlyWrongLeave onlyWrong = new OnlyWrongLeave(world, simCluster);
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

              @Override
              public void pruned(Machine machine, ModelDirectory directory) {
                pruned.pruned(machine, directory);
              }
            });
    List<Invariant> all =
        new ArrayList<>(
            List.of(
                new Look("generations", generations::look),
                new Look("changed bytes", onlyWrong::look),
                onlyWrong,
                new ListsItsOwn(simCluster),
                new OneLineage(simCluster, world.store()),
                new OneLife(simCluster, generations),
                new KeptAcross(world, simCluster, generations),
                new RevisionsRise(simCluster, generations, world.scheduler()::now),
                new SeededOnce(simCluster),
                pruned,
                new Fenced(world, simCluster),
                new NewestKept(simCluster, world.store().archive()),
                new NameTells(world, simCluster)));
    all.addAll(agents.invariants());
    all.addAll(new AccessRules(world, simCluster).invariants());
    all.addAll(new HeartbeatRules(world, simCluster).invariants());
    all.addAll(new ControlRules(world, simCluster).invariants());
    return all;
  }
}
