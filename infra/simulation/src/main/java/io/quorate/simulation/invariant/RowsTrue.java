package io.quorate.simulation.invariant;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.model.MemberId;
import io.quorate.simulation.node.EtcdLooks;
import io.quorate.simulation.node.Machine;
import io.quorate.simulation.node.SimNode;
import io.quorate.simulation.run.SimCluster;
import io.quorate.simulation.run.SimWorld;
import io.quorate.state.DataState;
import io.quorate.state.Heartbeat;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * I2: a heartbeat says that its etcd answers, or proves a quorum, only if it did so to this node's
 * agent a moment before, and that its data is intact only if it was in etcd's path a moment before.
 * A node that stood still in between cannot know how old its knowledge is.
 */
final class RowsTrue extends RowInvariant {
  private static final long MOMENT_MILLIS = 15_000;

  private final SimWorld world;
  private final SimCluster simCluster;

  /** Since when agents that are awake could see that their member's data is gone. */
  private final Map<MemberId, Long> missingSince = new HashMap<>();

  /** Those whose data was there. */
  private final Set<MemberId> born = new HashSet<>();

  RowsTrue(SimWorld world, SimCluster simCluster) {
    super("I2 ROWS_TRUE", world, simCluster);
    this.world = world;
    this.simCluster = simCluster;
  }

  @Override
  public Optional<String> broken() {
    long now = world.scheduler().now();
    for (SimNode node : simCluster.fleet().nodes()) {
      boolean awake = node.living().filter(agent -> agent.frozenUntil() <= now).isPresent();
      member(node.machine()).ifPresent(member -> look(member, holds(node.machine()), awake));
    }
    return super.broken();
  }

  private void look(MemberId member, boolean holds, boolean awake) {
    if (holds) {
      born.add(member);
    }
    if (holds || !awake) {
      missingSince.remove(member);
    } else if (born.contains(member)) {
      missingSince.putIfAbsent(member, world.scheduler().now());
    }
  }

  @Override
  void judge(Heartbeat row, long sentAt) {
    row.identity()
        .filter(held -> row.data() == DataState.INTACT)
        .map(held -> missingSince.getOrDefault(held.memberId(), sentAt))
        .filter(since -> since < sentAt - MOMENT_MILLIS)
        .filter(since -> node(row.instance()).filter(n -> !holds(n.machine())).isPresent())
        .ifPresent(since -> breaks(row, "data is whole", sentAt - since));
    node(row.instance())
        .filter(node -> node.disturbedUntil() < sentAt - MOMENT_MILLIS)
        .ifPresent(node -> judge(row, node, sentAt));
  }

  private void judge(Heartbeat row, SimNode node, long sentAt) {
    EtcdLooks looks = node.machine().etcdLooks();
    if (row.quorumProven() && looks.provenAt() < sentAt - MOMENT_MILLIS) {
      breaks(row, "etcd proves a quorum", sentAt - looks.provenAt());
    }
    if (row.status().isPresent() && looks.answeredAt() < sentAt - MOMENT_MILLIS) {
      breaks(row, "etcd answers", sentAt - looks.answeredAt());
    }
  }

  private static Optional<MemberId> member(Machine machine) {
    return machine.journal().flatMap(AgentJournal::member).map(held -> held.identity().memberId());
  }

  private static boolean holds(Machine machine) {
    boolean runs = machine.etcd().filter(etcd -> etcd.exited().isEmpty()).isPresent();
    return machine
        .journalOnDisk()
        .memberData()
        .filter(data -> data.summary().isPresent())
        .filter(data -> !runs || machine.etcdHolds(data))
        .isPresent();
  }

  private void breaks(Heartbeat row, String says, long ago) {
    breaks(
        row.instance()
            + " reports that its "
            + says
            + " (sequence "
            + row.sequence()
            + "), but it was last so "
            + ago / 1_000
            + " s before");
  }
}
