package io.quorate.controller.function;

import io.quorate.model.ClusterName;
import io.quorate.store.FleetHealth;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.RecordStore;
import io.quorate.store.StoreUnavailableException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The clusters that the schedule looks at. Of a fleet of more than {@link FleetHealth#LARGE} it
 * also sets the shards of the fleet's health right, by all lines: the fleet breaker reads them (ADR
 * 49).
 */
public final class Sweep {
  private static final Logger LOG = LoggerFactory.getLogger(Sweep.class);

  private final RecordStore store;
  private final ClusterIndex clusterIndex;
  private final InstantSource clock;
  private boolean large;

  /** Sweeps this store's fleet, by this clock. */
  public Sweep(RecordStore store, InstantSource clock) {
    this.store = store;
    this.clusterIndex = new ClusterIndex(store, clock);
    this.clock = clock;
  }

  /** The clusters there are. */
  ClusterIndex index() {
    return clusterIndex;
  }

  /** All clusters of a small fleet, or of a large one after the shards were set right. */
  List<ClusterName> clusters() {
    Optional<Map<Key, Item>> shards = large ? shards() : Optional.empty();
    List<ClusterName> all = clusterIndex.all();
    large = all.size() > FleetHealth.LARGE;
    if (large && shards.isEmpty()) {
      shards = shards(); // The shards are read before the lines by which they are set right.
      all = clusterIndex.all();
    }
    shards.filter(read -> large).ifPresent(this::keep);
    return all;
  }

  private Optional<Map<Key, Item>> shards() {
    try {
      List<Key> keys = new ArrayList<>(FleetHealth.keys());
      keys.add(Keys.fleetSize());
      return Optional.of(store.read(keys));
    } catch (StoreUnavailableException e) {
      unwritten(e);
      return Optional.empty();
    }
  }

  /** Until they are told, the breaker reads every line: nobody is less careful. */
  private void keep(Map<Key, Item> shards) {
    try {
      List<Key> changed =
          FleetHealth.keep(
              store,
              shards,
              FleetHealth.size(Optional.ofNullable(shards.get(Keys.fleetSize()))),
              clusterIndex.lines(),
              clock.instant());
      LOG.debug("fleet-health=written changed-meanwhile={}", changed);
    } catch (StoreUnavailableException e) {
      unwritten(e);
    }
  }

  private static void unwritten(StoreUnavailableException e) {
    LOG.warn("fleet-health=unwritten error=\"{}\"", e.getMessage());
  }
}
