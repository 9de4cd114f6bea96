package io.quorate.controller.function;

import io.quorate.codec.Codecs;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The clusters there are, read from the fleet's partition and kept for a short while. A cluster
 * whose line cannot be read still has its turns: its key names it, and only its group is unknown.
 *
 * <p>A group that is not found is not looked for in the table again: the account's events about
 * other groups must cost nothing (ADR 36). Whoever applies a cluster names it in a hint, and so do
 * its nodes' first heartbeats; an unknown cluster is looked for.
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

  /** The lines of the last reading. */
  List<FleetEntry> lines() {
    return entries;
  }

  /**
   * All clusters of this group; one is meant, but nobody else can keep a second from being made.
   */
  List<ClusterName> ofGroup(String group) {
    refreshAfter(KEPT);
    return search(entry -> entry.group().equals(group));
  }

  /** The groups of all clusters. */
  Set<String> groups() {
    refreshAfter(KEPT);
    return entries.stream().map(FleetEntry::group).collect(Collectors.toUnmodifiableSet());
  }

  boolean knows(ClusterName cluster) {
    refreshAfter(KEPT);
    if (listed(cluster)) {
      return true;
    }
    refreshAfter(MISS_KEPT); // It may have been applied a moment ago.
    return listed(cluster);
  }

  private boolean listed(ClusterName cluster) {
    return !search(entry -> entry.name().equals(cluster)).isEmpty() || unreadable.contains(cluster);
  }

  private void refreshAfter(Duration kept) {
    if (!readAt.plus(kept).isAfter(clock.instant())) {
      refresh();
    }
  }

  private List<ClusterName> search(Predicate<FleetEntry> wanted) {
    return entries.stream().filter(wanted).map(FleetEntry::name).toList();
  }

  /** The group of each cluster whose line of the last reading could be read. */
  Map<ClusterName, String> groupsOf() {
    return groupsOf(entries);
  }

  static Map<ClusterName, String> groupsOf(List<FleetEntry> lines) {
    Map<ClusterName, String> groups = new HashMap<>();
    lines.forEach(line -> groups.put(line.name(), line.group()));
    return groups;
  }

  private void refresh() {
    Lines lines = Lines.of(store.list(Table.CLUSTERS, Keys.FLEET, ""));
    entries = lines.read();
    unreadable = lines.unread();
    readAt = clock.instant();
  }

  /**
   * Lines of the fleet.
   *
   * @param unread those of which only the cluster's name is known
   */
  record Lines(List<FleetEntry> read, List<ClusterName> unread) {
    static Lines of(List<Item> items) {
      List<FleetEntry> read = new ArrayList<>();
      List<ClusterName> unread = new ArrayList<>();
      for (Item item : items) {
        if (Expiry.marked(item)) {
          continue;
        }
        try {
          read.add(Codecs.FLEET.read(item.attributes(), item.key().toString()));
        } catch (UnreadableRecordException e) {
          LOG.warn("fleet=unreadable error=\"{}\"", e.getMessage());
          Optional.of(item.key().sort())
              .filter(ClusterName::isValid)
              .map(ClusterName::new)
              .ifPresent(unread::add);
        }
      }
      return new Lines(List.copyOf(read), List.copyOf(unread));
    }
  }
}
