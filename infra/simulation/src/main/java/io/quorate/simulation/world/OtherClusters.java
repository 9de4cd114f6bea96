package io.quorate.simulation.world;

import io.quorate.codec.Codecs;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.state.FleetEntry;
import io.quorate.store.Item;
import io.quorate.store.Keys;
import java.time.Instant;
import java.util.OptionalLong;

/**
 * Clusters of which there is no more than their line of the fleet, as their controllers left it.
 */
public final class OtherClusters {
  /** So many that, when they fall, far more than a fifth of the fleet does. */
  private static final int COUNT = 4;

  private final SimWorld world;
  private OptionalLong fallenAt = OptionalLong.empty();

  OtherClusters(SimWorld world) {
    this.world = world;
  }

  /**
   * When all of them were last seen to turn unhealthy, in milliseconds; empty while they are well.
   */
  public OptionalLong fallenAt() {
    return fallenAt;
  }

  /** They fall, and rise again. */
  public void fall(long until) {
    long now = world.scheduler().now();
    fallenAt = OptionalLong.of(now);
    list(false);
    world.scheduler().after(until - now, this::rise);
  }

  private void rise() {
    fallenAt = OptionalLong.empty();
    list(true);
  }

  private void list(boolean healthy) {
    Instant now = world.instant();
    for (int n = 1; n <= COUNT; n++) {
      ClusterName name = new ClusterName("other" + n);
      FleetEntry line =
          new FleetEntry(name, new ClusterUid("uid-" + name), name.value(), healthy, now);
      world.store().put(new Item(Keys.fleet(name), Codecs.FLEET.write(line)));
    }
  }
}
