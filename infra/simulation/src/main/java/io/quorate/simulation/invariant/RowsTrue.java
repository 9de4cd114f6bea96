package io.quorate.simulation.invariant;

import io.quorate.simulation.node.EtcdLooks;
import io.quorate.simulation.node.SimNode;
import io.quorate.simulation.run.SimCluster;
import io.quorate.simulation.run.SimWorld;
import io.quorate.state.Heartbeat;

/**
 * I2: a heartbeat says that its etcd answers, or proves a quorum, only if it did so to this node's
 * agent a moment before. A node that stood still in between cannot know how old its knowledge is.
 */
final class RowsTrue extends RowInvariant {
  private static final long MOMENT_MILLIS = 15_000;

  RowsTrue(SimWorld world, SimCluster simCluster) {
    super("I2 ROWS_TRUE", world, simCluster);
  }

  @Override
  void judge(Heartbeat row, long sentAt) {
    node(row.instance())
        .filter(node -> node.disturbedUntil() < sentAt - MOMENT_MILLIS)
        .ifPresent(node -> judge(row, node, sentAt));
  }

  private void judge(Heartbeat row, SimNode node, long sentAt) {
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
