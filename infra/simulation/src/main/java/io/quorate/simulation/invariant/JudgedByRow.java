package io.quorate.simulation.invariant;

import io.quorate.model.InstanceId;
import io.quorate.simulation.node.Node;
import io.quorate.simulation.run.ClusterSite;
import io.quorate.simulation.run.World;
import io.quorate.simulation.store.StoreModel;
import io.quorate.state.Heartbeat;
import io.quorate.store.Table;
import java.util.Optional;

/** What is judged of each heartbeat of a cluster, as the store executes its write. */
abstract class JudgedByRow extends JudgedAtOnce {
  private final ClusterSite site;

  JudgedByRow(String name, World world, ClusterSite site) {
    super(name, world);
    this.site = site;
    world.store().onWrite(this::written);
  }

  private void written(StoreModel.Written done) {
    done.puts(Table.NODES, site.name().value()).stream()
        .flatMap(item -> Records.row(item).stream())
        .forEach(row -> judge(row, done.sentAt()));
  }

  /**
   * Judges one heartbeat.
   *
   * @param sentAt when its agent sent it
   */
  abstract void judge(Heartbeat row, long sentAt);

  /** The node of a row. */
  final Optional<Node> node(InstanceId instance) {
    return site.fleet().nodes().stream()
        .filter(node -> node.machine().instance().id().equals(instance))
        .findFirst();
  }
}
