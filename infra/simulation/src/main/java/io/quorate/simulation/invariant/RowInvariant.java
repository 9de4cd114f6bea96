package io.quorate.simulation.invariant;

import io.quorate.model.InstanceId;
import io.quorate.simulation.node.SimNode;
import io.quorate.simulation.run.SimCluster;
import io.quorate.simulation.run.SimWorld;
import io.quorate.simulation.store.StoreModel;
import io.quorate.state.Heartbeat;
import io.quorate.store.Table;
import java.util.Optional;

/** What is judged of each heartbeat of a cluster, as the store executes its write. */
abstract class RowInvariant extends EventInvariant {
  private final SimCluster simCluster;

  RowInvariant(String name, SimWorld world, SimCluster simCluster) {
    super(name, world);
    this.simCluster = simCluster;
    world.store().onWrite(this::written);
  }

  private void written(StoreModel.Written done) {
    done.puts(Table.NODES, simCluster.name().value()).stream()
        .flatMap(item -> TableRecords.row(item).stream())
        .forEach(row -> judge(row, done.sentAt()));
  }

  /**
   * Judges one heartbeat.
   *
   * @param sentAt when its agent sent it
   */
  abstract void judge(Heartbeat row, long sentAt);

  /** The node of a row. */
  final Optional<SimNode> node(InstanceId instance) {
    return simCluster.fleet().nodes().stream()
        .filter(node -> node.machine().instance().id().equals(instance))
        .findFirst();
  }
}
