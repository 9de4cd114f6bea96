package io.quorate.cli.console;

import io.quorate.cli.picture.SummaryReader;
import io.quorate.cli.render.ConsoleJson;
import io.quorate.model.ClusterName;
import io.quorate.state.FleetEntry;
import io.quorate.store.RecordStore;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;

/**
 * All clusters, however many there are, at a bounded price.
 *
 * <ol>
 *   <li>Each look lists the fleet, which tells which clusters there are and whether the last turn
 *       found each healthy.
 *   <li>It reads whole those that were never read, some at a time, and those whose line changed.
 *   <li>Of the others it reads a few: those that were read longest ago, of which the unhealthy ones
 *       count as older. Few clusters are read at each look, thousands in rotation; each row tells
 *       when it was read.
 * </ol>
 */
final class FleetFeed implements Feed {
  /** How many clusters a look reads that it could also read later. */
  static final int IN_ROTATION = 10;

  /** How many a look reads at most. */
  static final int AT_MOST = 400;

  private static final int SIDE_BY_SIDE = 8;
  private static final long UNHEALTHY_COUNTS = 10;

  private final SummaryReader summaries;
  private final Map<ClusterName, Row> rows = new TreeMap<>(Comparator.comparing(Object::toString));
  private List<String> unreadable = List.of();
  private String readAt;
  private final InstantSource clock;
  private long looks;

  FleetFeed(RecordStore store, InstantSource clock) {
    this.summaries = new SummaryReader(store, clock);
    this.clock = clock;
    this.readAt = clock.instant().toString();
  }

  private record Row(FleetEntry entry, long look, Map<String, Object> tree) {}

  @Override
  public Map<String, Object> look() {
    SummaryReader.Fleet fleet = summaries.fleet();
    looks++;
    Set<ClusterName> there =
        fleet.entries().stream().map(FleetEntry::name).collect(Collectors.toSet());
    List<String> gone =
        rows.keySet().stream().filter(name -> !there.contains(name)).map(Object::toString).toList();
    rows.keySet().retainAll(there);
    List<Map<String, Object>> read = read(due(fleet.entries()));
    unreadable = fleet.unreadable();
    readAt = clock.instant().toString();
    return tree(read, gone, there.size());
  }

  @Override
  public Map<String, Object> whole() {
    return tree(rows.values().stream().map(Row::tree).toList(), List.of(), rows.size());
  }

  private Map<String, Object> tree(
      List<Map<String, Object>> read, List<String> gone, int clusters) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("rows", read);
    tree.put("gone", gone);
    tree.put("clusters", clusters);
    tree.put("unreadable", unreadable);
    tree.put("readAt", readAt);
    return tree;
  }

  /** Those that must be read now, then as many others as a look may read. */
  private List<FleetEntry> due(List<FleetEntry> entries) {
    List<FleetEntry> due =
        new ArrayList<>(entries.stream().filter(this::news).limit(AT_MOST).toList());
    entries.stream()
        .filter(entry -> !news(entry))
        .sorted(Comparator.comparingLong(this::age).reversed())
        .limit(Math.max(0, IN_ROTATION - due.size()))
        .forEach(due::add);
    return due;
  }

  private boolean news(FleetEntry entry) {
    return known(entry).filter(row -> row.entry().equals(entry)).isEmpty();
  }

  private long age(FleetEntry entry) {
    long age = looks - known(entry).map(Row::look).orElse(0L);
    return entry.healthy() ? age : age * UNHEALTHY_COUNTS;
  }

  private Optional<Row> known(FleetEntry entry) {
    return Optional.ofNullable(rows.get(entry.name()));
  }

  private List<Map<String, Object>> read(List<FleetEntry> due) {
    List<Map<String, Object>> read = new ArrayList<>();
    try (ExecutorService side =
        Executors.newFixedThreadPool(SIDE_BY_SIDE, Thread.ofVirtual().factory())) {
      Map<FleetEntry, Future<Map<String, Object>>> asked = new LinkedHashMap<>();
      due.forEach(
          entry ->
              asked.put(
                  entry,
                  side.submit(() -> ConsoleJson.row(summaries.take(entry.name(), 0), entry))));
      asked.forEach(
          (entry, answer) -> {
            Map<String, Object> tree = Answers.of(answer);
            rows.put(entry.name(), new Row(entry, looks, tree));
            read.add(tree);
          });
    }
    return read;
  }
}
