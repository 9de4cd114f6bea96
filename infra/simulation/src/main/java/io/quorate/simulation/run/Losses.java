package io.quorate.simulation.run;

import io.quorate.simulation.cloud.Instance;
import io.quorate.simulation.faults.Fault;
import io.quorate.simulation.faults.FaultKind;
import io.quorate.simulation.node.SimNode;
import io.quorate.simulation.world.SimCluster;
import io.quorate.simulation.world.SimWorld;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Many nodes lose what they have, at once. */
final class Losses {
  private static final long SETTLED_MILLIS = 120_000;
  private static final long NEW_DISK_MILLIS = 5_000;

  private final SimWorld world;
  private final NodeHarm harm;

  Losses(SimWorld world) {
    this.world = world;
    harm = new NodeHarm(world);
  }

  /** Befalls a majority of those that run, or all; whom, empty when nobody. */
  String bring(Fault fault, SimCluster simCluster) {
    List<SimNode> nodes = new ArrayList<>(simCluster.fleet().running());
    Collections.rotate(nodes, fault.pick() % Math.max(1, nodes.size()));
    int count = fault.kind() == FaultKind.LOSE_ALL ? nodes.size() : nodes.size() / 2 + 1;
    List<SimNode> lost = nodes.subList(0, Math.min(count, nodes.size()));
    lost.forEach(node -> lose(fault, simCluster, node));
    return String.join(
        " ", lost.stream().map(node -> node.machine().instance().id().value()).toList());
  }

  private void lose(Fault fault, SimCluster simCluster, SimNode node) {
    node.disturbed(world.scheduler().now() + SETTLED_MILLIS);
    Instance instance = node.machine().instance();
    switch ((int) fault.amount()) {
      case 0, 1 -> simCluster.group().terminateAtEc2(instance);
      case 2, 3 -> simCluster.group().terminate(instance, "many are lost");
      case 4 -> harm.wipe(node);
      default -> harm.outage(simCluster, node, fault.lasting(NEW_DISK_MILLIS), node::newDisk);
    }
  }
}
