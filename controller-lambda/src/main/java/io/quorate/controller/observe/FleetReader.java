package io.quorate.controller.observe;

import io.quorate.codec.Codecs;
import io.quorate.codec.UnreadableRecordException;
import io.quorate.controller.breaker.FleetBreaker;
import io.quorate.controller.view.FleetView;
import io.quorate.model.ClusterName;
import io.quorate.state.FleetEntry;
import io.quorate.store.Expiry;
import io.quorate.store.FleetHealth;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.RecordStore;
import io.quorate.store.Table;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Looks at the fleet for one cluster: at the shards of a large one, in one batch; else, and where
 * the shards are missing or old, at every line (ADR 49).
 */
final class FleetReader {
  private final RecordStore store;

  FleetReader(RecordStore store) {
    this.store = store;
  }

  /**
   * What was read.
   *
   * @param observed for the breaker
   * @param own the cluster's own line
   */
  record Read(FleetView.Observed observed, Optional<FleetEntry> own) {}

  /** Reads what tells of the others, for a cluster that looks unsteady. */
  Read read(ClusterName cluster, Optional<FleetHealth.Size> size, Instant now) {
    return size.filter(counted -> counted.counts(now))
        .flatMap(counted -> ofShards(cluster, counted, now))
        .orElseGet(() -> ofLines(cluster, now));
  }

  private Optional<Read> ofShards(ClusterName cluster, FleetHealth.Size size, Instant now) {
    List<Key> keys = new ArrayList<>(FleetHealth.keys());
    keys.add(Keys.fleet(cluster));
    Map<Key, Item> items = store.read(keys);
    Optional<FleetEntry> own =
        Optional.ofNullable(items.get(Keys.fleet(cluster)))
            .filter(item -> !Expiry.marked(item))
            .flatMap(FleetReader::entry);
    return FleetHealth.unhealthy(items)
        .map(
            unhealthy ->
                new Read(
                    FleetBreaker.observed(
                        Math.toIntExact(size.clusters()), unhealthy, own, cluster, now),
                    own));
  }

  private Read ofLines(ClusterName cluster, Instant now) {
    List<FleetEntry> lines =
        store.list(Table.CLUSTERS, Keys.FLEET, "").stream()
            .filter(item -> !Expiry.marked(item))
            .flatMap(item -> entry(item).stream())
            .toList();
    return new Read(
        FleetBreaker.observed(lines, cluster, true, now),
        lines.stream().filter(line -> line.name().equals(cluster)).findFirst());
  }

  // ClusterIndex reports an unreadable line; it must not stop the other clusters.
  private static Optional<FleetEntry> entry(Item item) {
    try {
      return Optional.of(Codecs.FLEET.read(item.attributes(), item.key().toString()));
    } catch (UnreadableRecordException e) {
      return Optional.empty();
    }
  }
}
