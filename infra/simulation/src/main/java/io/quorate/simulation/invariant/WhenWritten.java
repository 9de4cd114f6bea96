package io.quorate.simulation.invariant;

import io.quorate.model.InstanceId;
import io.quorate.simulation.run.SimCluster;
import io.quorate.simulation.run.SimWorld;
import io.quorate.simulation.store.StoreModel;
import io.quorate.state.Heartbeat;
import io.quorate.store.Table;
import java.util.HashMap;
import java.util.Map;

/** When each heartbeat was sent, and so what whoever read it cannot have known. */
final class WhenWritten {
  /** Within this an agent's row tells what has become of its disk. */
  static final long MOMENT_MILLIS = 15_000;

  private record Beat(InstanceId instance, String incarnationNonce, long sequence) {
    static Beat of(Heartbeat row) {
      return new Beat(row.instance(), row.boot().nonce(), row.sequence());
    }
  }

  private final SimWorld world;
  private final SimCluster simCluster;
  private final Map<Beat, Long> sent = new HashMap<>();

  WhenWritten(SimWorld world, SimCluster simCluster) {
    this.world = world;
    this.simCluster = simCluster;
    world.store().onWrite(this::written);
  }

  private void written(StoreModel.Written done) {
    done.puts(Table.NODES, simCluster.name().value()).stream()
        .flatMap(item -> TableRecords.row(item).stream())
        .forEach(row -> sent.putIfAbsent(Beat.of(row), done.sentAt()));
  }

  /**
   * What whoever wrote cannot have known: that a voter failed just before, or after, its last row
   * was sent that it had read, if by that row and all observations the voter serves.
   */
  UnknowableFacts unknownTo(StoreModel.Written done) {
    Evidence evidence = new Evidence(simCluster, world.store(), done);
    Map<InstanceId, Long> told = new HashMap<>();
    for (Heartbeat row : Evidence.read(simCluster, done)) {
      if (evidence.healthy(row)) {
        told.put(row.instance(), sent.getOrDefault(Beat.of(row), 0L));
      }
    }
    return (voter, since) ->
        told.containsKey(voter.instance()) && since > told.get(voter.instance()) - MOMENT_MILLIS;
  }
}
