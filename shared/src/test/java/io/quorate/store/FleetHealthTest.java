package io.quorate.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.memory.InMemoryRecordStore;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.state.FleetEntry;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FleetHealthTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
  private static final ClusterName A = new ClusterName("record");

  private final InMemoryRecordStore store = new InMemoryRecordStore();

  @Test
  void aShardTellsWhatItsClustersLinesTell() {
    keep(List.of(line(true)));
    assertThat(unhealthy()).isEmpty();

    write(FleetHealth.telling(line(false)));
    assertThat(unhealthy()).containsExactly(Map.entry(A, NOW));

    write(FleetHealth.telling(line(true)));
    assertThat(unhealthy()).isEmpty();
  }

  @Test
  void theScheduleSetsShardsRightAndForgetsWhoIsDeleted() {
    keep(List.of());
    write(FleetHealth.telling(line(false)));

    keep(List.of());
    assertThat(unhealthy()).as("deleted").isEmpty();

    keep(List.of(line(false)));
    assertThat(unhealthy()).as("from before the shards were kept").containsKey(A);
  }

  @Test
  void aChangeAfterTheShardsWereReadStands() {
    keep(List.of(line(true)));
    Map<Key, Item> read = store.read(FleetHealth.keys());
    write(FleetHealth.telling(line(false)));
    FleetEntry other =
        new FleetEntry(new ClusterName(sameShard()), new ClusterUid("uid-2"), "h", false, NOW);

    assertThat(FleetHealth.keep(store, read, size(), List.of(line(true), other), NOW))
        .containsExactly(Keys.fleetHealth(FleetHealth.shard(A)));

    assertThat(unhealthy()).containsOnlyKeys(A);
  }

  @Test
  void sinceStaysWhileTheSizeIsFresh() {
    keep(List.of());
    assertThat(
            FleetHealth.keep(
                store, store.read(FleetHealth.keys()), size(), List.of(), NOW.plusSeconds(60)))
        .isEmpty();
    assertThat(size().orElseThrow().since()).isEqualTo(NOW);

    Instant late = NOW.plusSeconds(60).plus(FleetHealth.FRESH);
    assertThat(FleetHealth.keep(store, store.read(FleetHealth.keys()), size(), List.of(), late))
        .isEmpty();
    assertThat(size().orElseThrow().since()).isEqualTo(late);
  }

  /** Another name of the same shard. */
  private static String sameShard() {
    return java.util.stream.IntStream.iterate(0, n -> n + 1)
        .mapToObj(n -> "c-" + n)
        .filter(name -> FleetHealth.shard(new ClusterName(name)) == FleetHealth.shard(A))
        .findFirst()
        .orElseThrow();
  }

  private static FleetEntry line(boolean healthy) {
    return new FleetEntry(A, new ClusterUid("uid-1"), "g", healthy, NOW);
  }

  private void keep(List<FleetEntry> lines) {
    assertThat(FleetHealth.keep(store, store.read(FleetHealth.keys()), size(), lines, NOW))
        .isEmpty();
  }

  private void write(Write write) {
    assertThat(store.write(write).written()).isTrue();
  }

  private Optional<FleetHealth.Size> size() {
    return FleetHealth.size(
        Optional.ofNullable(store.read(List.of(Keys.fleetSize())).get(Keys.fleetSize())));
  }

  private Map<ClusterName, Instant> unhealthy() {
    return FleetHealth.unhealthy(store.read(FleetHealth.keys())).orElseThrow();
  }
}
