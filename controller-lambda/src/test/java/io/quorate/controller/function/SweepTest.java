package io.quorate.controller.function;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.codec.Codecs;
import io.quorate.memory.InMemoryRecordStore;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.state.FleetEntry;
import io.quorate.store.Expect;
import io.quorate.store.FleetHealth;
import io.quorate.store.Item;
import io.quorate.store.Keys;
import io.quorate.store.Write;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the schedule does for the fleet breaker. */
class SweepTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

  private final InMemoryRecordStore store = new InMemoryRecordStore();
  private final Sweep sweep = new Sweep(store, () -> NOW);

  @Test
  void ofASmallFleetNothingIsWritten() {
    fleet(FleetHealth.LARGE);

    assertThat(sweep.clusters()).hasSize(FleetHealth.LARGE);
    assertThat(store.read(List.of(Keys.fleetSize()))).isEmpty();
    assertThat(store.read(FleetHealth.keys())).isEmpty();
  }

  @Test
  void itTellsTheShardsOfTheFleetsHealth() {
    fleet(300);
    line(7, false);

    assertThat(sweep.clusters()).hasSize(300);

    assertThat(FleetHealth.unhealthy(store.read(FleetHealth.keys())))
        .hasValueSatisfying(
            unhealthy -> assertThat(unhealthy).containsOnlyKeys(new ClusterName("c-7")));
    assertThat(
            FleetHealth.size(
                Optional.ofNullable(store.read(List.of(Keys.fleetSize())).get(Keys.fleetSize()))))
        .hasValueSatisfying(size -> assertThat(size.clusters()).isEqualTo(300));
  }

  @Test
  void eachSweepSetsThemRightAgain() {
    fleet(300);
    line(7, false);
    assertThat(sweep.clusters()).hasSize(300);
    line(7, true); // By a turn that did not know of the shards.

    assertThat(sweep.clusters()).hasSize(300);

    assertThat(FleetHealth.unhealthy(store.read(FleetHealth.keys())))
        .hasValueSatisfying(unhealthy -> assertThat(unhealthy).isEmpty());
  }

  private void fleet(int clusters) {
    for (int n = 0; n < clusters; n++) {
      line(n, true);
    }
  }

  private void line(int n, boolean healthy) {
    ClusterName cluster = new ClusterName("c-" + n);
    FleetEntry entry = new FleetEntry(cluster, new ClusterUid("uid-" + n), "g-" + n, healthy, NOW);
    Item item = new Item(Keys.fleet(cluster), Codecs.FLEET.write(entry));
    assertThat(store.write(new Write.Put(item, Expect.anything())).written()).isTrue();
  }
}
