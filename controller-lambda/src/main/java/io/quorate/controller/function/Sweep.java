package io.quorate.controller.function;

import io.quorate.controller.events.Trigger;
import io.quorate.model.ClusterName;
import io.quorate.state.FleetEntry;
import io.quorate.store.FleetHealth;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.RecordStore;
import io.quorate.store.StoreUnavailableException;
import io.quorate.store.Table;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The clusters that the schedule looks at. Of a fleet of more than {@link FleetHealth#LARGE} it
 * also sets the shards of the fleet's health right, by all lines: the fleet breaker reads them (ADR
 * 49).
 */
public final class Sweep {
  /** No name comes before it: each begins with a digit or a lower-case letter. */
  private static final String FIRST = "-";

  private static final String LAST = "~";

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

  /**
   * The clusters of a part of the fleet, in the order of their names.
   *
   * @param clusters each with its group, where its line can be read
   */
  record Part(List<ClusterName> clusters, Map<ClusterName, String> groups) {
    static Part of(ClusterIndex.Lines lines) {
      return new Part(
          Stream.concat(lines.read().stream().map(FleetEntry::name), lines.unread().stream())
              .sorted()
              .toList(),
          ClusterIndex.groupsOf(lines.read()));
    }

    Part and(Part other) {
      Map<ClusterName, String> all = new HashMap<>(groups);
      all.putAll(other.groups);
      return new Part(
          Stream.concat(clusters.stream(), other.clusters.stream()).distinct().toList(), all);
    }
  }

  /** The clusters of a share, as they are now. */
  Part part(Trigger.Share share) {
    String from = share.from().value();
    String to = share.to().value();
    return from.compareTo(to) <= 0
        ? between(from, to)
        : between(from, LAST).and(between(FIRST, to));
  }

  private Part between(String from, String to) {
    return Part.of(ClusterIndex.Lines.of(store.range(Table.CLUSTERS, Keys.FLEET, from, to)));
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
