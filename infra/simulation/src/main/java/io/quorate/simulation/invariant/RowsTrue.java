package io.quorate.simulation.invariant;

import io.quorate.model.InstanceId;
import io.quorate.simulation.node.EtcdLooks;
import io.quorate.simulation.node.Node;
import io.quorate.simulation.run.ClusterSite;
import io.quorate.simulation.run.World;
import io.quorate.simulation.store.StoreModel;
import io.quorate.state.Heartbeat;
import io.quorate.store.Table;
import java.util.Optional;

/**
 * I2: a heartbeat says that its etcd answers, or proves a quorum, only if it did so to this node's
 * agent a moment before. A node that stood still in between cannot know how old its knowledge is.
 */
final class RowsTrue extends JudgedAtOnce {
  private static final long MOMENT_MILLIS = 15_000;

  private final ClusterSite site;

  RowsTrue(World world, ClusterSite site) {
    super("I2 ROWS_TRUE", world);
    this.site = site;
    world.store().onWrite(this::written);
  }

  private void written(StoreModel.Written done) {
    done.puts(Table.NODES, site.name().value()).stream()
        .flatMap(item -> Records.row(item).stream())
        .forEach(
            row ->
                node(row.instance())
                    .filter(node -> node.disturbedUntil() < done.sentAt() - MOMENT_MILLIS)
                    .ifPresent(node -> judge(row, node, done.sentAt())));
  }

  private Optional<Node> node(InstanceId instance) {
    return site.fleet().nodes().stream()
        .filter(node -> node.machine().instance().id().equals(instance))
        .findFirst();
  }

  private void judge(Heartbeat row, Node node, long sentAt) {
    EtcdLooks looks = node.machine().etcdLooks();
    if (row.quorumProven() && looks.provenAt() < sentAt - MOMENT_MILLIS) {
      breaks(row, "proves a quorum", sentAt - looks.provenAt());
    }
    if (row.status().isPresent() && looks.answeredAt() < sentAt - MOMENT_MILLIS) {
      breaks(row, "answers", sentAt - looks.answeredAt());
    }
  }

  private void breaks(Heartbeat row, String says, long ago) {
    breaks(
        row.instance()
            + " reports that its etcd "
            + says
            + " (sequence "
            + row.sequence()
            + "), but it last did so "
            + ago / 1_000
            + " s before");
  }
}
