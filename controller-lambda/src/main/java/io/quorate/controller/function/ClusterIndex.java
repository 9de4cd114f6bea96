package io.quorate.controller.function;

import io.quorate.codec.FleetEntryCodec;
import io.quorate.codec.UnreadableRecordException;
import io.quorate.model.ClusterName;
import io.quorate.state.FleetEntry;
import io.quorate.store.Expiry;
import io.quorate.store.Item;
import io.quorate.store.Keys;
import io.quorate.store.RecordStore;
import io.quorate.store.Table;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The clusters there are, read from the fleet's partition and kept for a short while. A cluster
 * whose line cannot be read still has its turns: its key names it, and only its group is unknown.
 */
public final class ClusterIndex {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterIndex.class);
  private static final Duration KEPT = Duration.ofSeconds(30);
  private static final Duration MISS_KEPT = Duration.ofSeconds(2);

  private final RecordStore store;
  private final InstantSource clock;
  private List<FleetEntry> entries = List.of();
  private List<ClusterName> unreadable = List.of();
  private Instant readAt = Instant.EPOCH;

  /** Reads this store, by this clock. */
  public ClusterIndex(RecordStore store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
  }

  /** All clusters, as they are now. */
  List<ClusterName> all() {
    refresh();
    return Stream.concat(entries.stream().map(FleetEntry::name), unreadable.stream()).toList();
  }

  /**
   * All clusters of this group; one is meant, but nobody else can keep a second from being made.
   */
  List<ClusterName> ofGroup(String group) {
    return find(entry -> entry.group().equals(group));
  }

  boolean knows(ClusterName cluster) {
    return !find(entry -> entry.name().equals(cluster)).isEmpty() || unreadable.contains(cluster);
  }

  private List<ClusterName> find(Predicate<FleetEntry> wanted) {
    if (!readAt.plus(KEPT).isAfter(clock.instant())) {
      refresh();
    }
    List<ClusterName> found = search(wanted);
    if (found.isEmpty() && !readAt.plus(MISS_KEPT).isAfter(clock.instant())) {
      refresh(); // It may have been applied a moment ago.
      return search(wanted);
    }
    return found;
  }

  private List<ClusterName> search(Predicate<FleetEntry> wanted) {
    return entries.stream().filter(wanted).map(FleetEntry::name).toList();
  }

  private void refresh() {
    List<FleetEntry> read = new ArrayList<>();
    List<ClusterName> unread = new ArrayList<>();
    for (Item item : store.list(Table.CLUSTERS, Keys.FLEET, "")) {
      if (Expiry.marked(item)) {
        continue;
      }
      try {
        read.add(FleetEntryCodec.read(item.attributes(), item.key().toString()));
      } catch (UnreadableRecordException e) {
        LOG.warn("fleet=unreadable error=\"{}\"", e.getMessage());
        Optional.of(item.key().sort())
            .filter(ClusterName::isValid)
            .map(ClusterName::new)
            .ifPresent(unread::add);
      }
    }
    entries = List.copyOf(read);
    unreadable = List.copyOf(unread);
    readAt = clock.instant();
  }
}
