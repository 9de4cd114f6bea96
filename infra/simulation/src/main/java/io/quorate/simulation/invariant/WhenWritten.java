package io.quorate.simulation.invariant;

import io.quorate.model.InstanceId;
import io.quorate.simulation.run.ClusterSite;
import io.quorate.simulation.run.World;
import io.quorate.simulation.store.StoreModel;
import io.quorate.state.Heartbeat;
import io.quorate.store.Table;
import java.util.HashMap;
import java.util.Map;

/** When each heartbeat was sent, and so what whoever read it cannot have known. */
final class WhenWritten {
  /** Within this an agent's row tells what has become of its disk. */
  static final long MOMENT_MILLIS = 15_000;

  private record Beat(InstanceId instance, String bootNonce, long sequence) {
    static Beat of(Heartbeat row) {
      return new Beat(row.instance(), row.boot().nonce(), row.sequence());
    }
  }

  private final World world;
  private final ClusterSite site;
  private final Map<Beat, Long> sent = new HashMap<>();

  WhenWritten(World world, ClusterSite site) {
    this.world = world;
    this.site = site;
    world.store().onWrite(this::written);
  }

  private void written(StoreModel.Written done) {
    done.puts(Table.NODES, site.name().value()).stream()
        .flatMap(item -> Records.row(item).stream())
        .forEach(row -> sent.putIfAbsent(Beat.of(row), done.sentAt()));
  }

  /**
   * What whoever wrote cannot have known: that a voter failed just before, or after, its last row
   * was sent that it had read, if by that row and all observations the voter serves.
   */
  Unknown unknownTo(StoreModel.Written done) {
    Evidence evidence = new Evidence(site, world.store(), done);
    Map<InstanceId, Long> told = new HashMap<>();
    for (Heartbeat row : Evidence.read(site, done)) {
      if (evidence.healthy(row)) {
        told.put(row.instance(), sent.getOrDefault(Beat.of(row), 0L));
      }
    }
    return (voter, since) ->
        told.containsKey(voter.instance()) && since > told.get(voter.instance()) - MOMENT_MILLIS;
  }
}
