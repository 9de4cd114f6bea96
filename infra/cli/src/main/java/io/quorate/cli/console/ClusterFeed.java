package io.quorate.cli.console;

import io.quorate.cli.picture.ClusterSummary;
import io.quorate.cli.picture.SummaryReader;
import io.quorate.cli.render.ConsoleJson;
import io.quorate.cli.render.EventsJson;
import io.quorate.codec.Codecs;
import io.quorate.model.ClusterName;
import io.quorate.recovery.Recovery;
import io.quorate.state.JournalEntry;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.RecordStore;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** One cluster: six requests a look. */
final class ClusterFeed implements Feed {
  /** How many journal entries a page that has just opened shows. */
  static final int JOURNAL = 500;

  private static final int NEWEST = 25;

  private final RecordStore store;
  private final SummaryReader summaries;
  private final ClusterName cluster;
  private final TreeMap<String, JournalEntry> journal = new TreeMap<>();
  private Map<String, Object> state = Map.of();
  private List<Map<String, Object>> catalogue = List.of();

  ClusterFeed(RecordStore store, InstantSource clock, ClusterName cluster) {
    this.store = store;
    this.summaries = new SummaryReader(store, clock);
    this.cluster = cluster;
  }

  @Override
  public Map<String, Object> look() {
    List<JournalEntry> fresh = freshEntries();
    ClusterSummary summary = summaries.take(cluster, 0);
    state = ConsoleJson.cluster(summary, recovery());
    Map<String, Object> change = new HashMap<>(state);
    change.put("entries", fresh.stream().map(EventsJson::of).toList());
    List<Map<String, Object>> snapshots = ConsoleJson.catalogue(summary);
    if (!snapshots.equals(catalogue)) {
      catalogue = snapshots;
      change.put("catalogue", snapshots);
    }
    return change;
  }

  @Override
  public Map<String, Object> whole() {
    Map<String, Object> all = new HashMap<>(state);
    all.put("entries", journal.values().stream().map(EventsJson::of).toList());
    all.put("catalogue", catalogue);
    return all;
  }

  /** A few each time; where none of them is known, there may be more. */
  private List<JournalEntry> freshEntries() {
    List<JournalEntry> latest = summaries.journal(cluster, NEWEST).entries();
    if (latest.size() == NEWEST && latest.stream().noneMatch(e -> journal.containsKey(e.id()))) {
      latest = summaries.journal(cluster, JOURNAL).entries();
    }
    List<JournalEntry> fresh = new ArrayList<>();
    for (JournalEntry entry : latest) {
      if (journal.put(entry.id(), entry) == null) {
        fresh.add(entry);
      }
    }
    while (journal.size() > JOURNAL) {
      journal.pollFirstEntry();
    }
    return fresh;
  }

  private Optional<Recovery> recovery() {
    Key key = Keys.recovery(cluster);
    return Optional.ofNullable(store.read(List.of(key)).get(key))
        .map(item -> Codecs.RECOVERY.read(item.attributes(), item.key().toString()));
  }
}
