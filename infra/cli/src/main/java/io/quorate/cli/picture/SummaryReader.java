package io.quorate.cli.picture;

import io.quorate.codec.Codecs;
import io.quorate.model.ClusterName;
import io.quorate.state.FleetEntry;
import io.quorate.state.JournalEntry;
import io.quorate.store.CatalogueLine;
import io.quorate.store.Expiry;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.RecordStore;
import io.quorate.store.Table;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Takes pictures: a few strongly consistent reads each, nothing is written. */
public final class SummaryReader {
  private final RecordStore store;
  private final InstantSource clock;

  /** Pictures of what this store holds, dated by this clock. */
  public SummaryReader(RecordStore store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
  }

  /** One cluster, with this many of its latest journal entries; four requests. */
  public ClusterSummary take(ClusterName cluster, int journalEntries) {
    RecordReader records = new RecordReader();
    Key spec = Keys.spec(cluster);
    Key lineage = Keys.lineage(cluster);
    Key status = Keys.status(cluster);
    Key lease = Keys.lease(cluster);
    Map<Key, Item> found = store.read(List.of(spec, lineage, status, lease));
    List<Item> nodes = store.list(Table.NODES, cluster.value(), "");
    return new ClusterSummary(
        cluster,
        records.read(at(found, spec), Codecs.SPEC::read),
        records.read(at(found, lineage), Codecs.LINEAGE::read),
        records.read(at(found, status), Codecs.STATUS::read),
        records.read(at(found, lease), Codecs.LEASE::read),
        records.readAll(nodes, Codecs.HEARTBEAT::read),
        records.readAll(
            store.list(Table.CLUSTERS, cluster.value(), Keys.SNAPSHOT).stream()
                .filter(item -> !Expiry.marked(item))
                .toList(),
            CatalogueLine::read),
        journal(records, cluster, journalEntries),
        records.unreadable(),
        clock.instant());
  }

  /** The latest journal entries alone, newest last. */
  public JournalPage journal(ClusterName cluster, int limit) {
    RecordReader records = new RecordReader();
    return new JournalPage(journal(records, cluster, limit), records.unreadable());
  }

  /** Every cluster's line in the fleet; what cannot be read is named. */
  public Fleet fleet() {
    RecordReader records = new RecordReader();
    List<FleetEntry> entries =
        records.readAll(
            store.list(Table.CLUSTERS, Keys.FLEET, "").stream()
                .filter(item -> !Expiry.marked(item))
                .toList(),
            Codecs.FLEET::read);
    return new Fleet(entries, records.unreadable());
  }

  /**
   * The clusters that there are.
   *
   * @param entries by name
   * @param unreadable one line for each record that could not be read
   */
  public record Fleet(List<FleetEntry> entries, List<String> unreadable) {
    public Fleet {
      entries = List.copyOf(entries);
      unreadable = List.copyOf(unreadable);
    }
  }

  /**
   * A stretch of a journal.
   *
   * @param entries newest last
   * @param unreadable one line for each record that could not be read
   */
  public record JournalPage(List<JournalEntry> entries, List<String> unreadable) {
    public JournalPage {
      entries = List.copyOf(entries);
      unreadable = List.copyOf(unreadable);
    }
  }

  private List<JournalEntry> journal(RecordReader records, ClusterName cluster, int limit) {
    if (limit == 0) {
      return List.of();
    }
    List<Item> newestFirst = store.newest(Table.CLUSTERS, cluster.value(), Keys.JOURNAL, limit);
    return records.readAll(newestFirst, Codecs.JOURNAL::read).reversed();
  }

  private static Optional<Item> at(Map<Key, Item> found, Key key) {
    return Optional.ofNullable(found.get(key));
  }
}
