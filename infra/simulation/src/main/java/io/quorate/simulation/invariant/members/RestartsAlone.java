package io.quorate.simulation.invariant.members;

import io.quorate.etcdmodel.ModelDirectory;
import io.quorate.simulation.invariant.judge.Invariant;
import io.quorate.simulation.node.Machine;
import io.quorate.simulation.node.SimNode;
import io.quorate.simulation.world.SimCluster;
import io.quorate.simulation.world.SimWorld;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * I10: an etcd that ended on whole data is started again by its own agent, store or no store,
 * within {@link #BOUND_MILLIS} of the agent's being awake: the longest back-off of half a minute,
 * the wait for the control record, and one round of asking the others whether it was removed.
 */
public final class RestartsAlone implements Invariant {
  private static final long BOUND_MILLIS = 40_000;

  private final SimWorld world;
  private final SimCluster simCluster;
  private final Map<SimNode, Long> downSince = new HashMap<>();

  public RestartsAlone(SimWorld world, SimCluster simCluster) {
    this.world = world;
    this.simCluster = simCluster;
  }

  @Override
  public String name() {
    return "I10 STATIC (restart)";
  }

  @Override
  public Optional<String> broken() {
    long now = world.scheduler().now();
    for (SimNode node : simCluster.fleet().nodes()) {
      if (!shouldRun(node, now)) {
        downSince.remove(node);
        continue;
      }
      long since = downSince.computeIfAbsent(node, key -> now);
      if (now - since > BOUND_MILLIS) {
        return Optional.of(
            "etcd of "
                + node.machine().instance().id()
                + " is down for "
                + (now - since) / 1_000
                + " s on whole data, though its agent is awake; "
                + node.machine().journal().orElseThrow());
      }
    }
    return Optional.empty();
  }

  private static boolean shouldRun(SimNode node, long now) {
    Machine machine = node.machine();
    return machine.on()
        && machine.etcd().filter(process -> process.exited().isEmpty()).isEmpty()
        && node.living().filter(agent -> agent.frozenUntil() <= now).isPresent()
        && machine
            .journal()
            .filter(journal -> journal.progress().isEmpty())
            .filter(journal -> journal.usableMember().isPresent())
            .isPresent()
        && machine
            .journalOnDisk()
            .memberData()
            .filter(data -> !data.isCorrupt())
            .flatMap(ModelDirectory::summary)
            .isPresent();
  }
}
