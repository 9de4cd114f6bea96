package io.quorate.store;

import io.quorate.codec.Schema;
import io.quorate.model.ClusterName;
import io.quorate.state.FleetEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Which clusters of a large fleet are unhealthy, in few records: what the fleet breaker reads
 * instead of every cluster's line.
 *
 * <ol>
 *   <li>A cluster belongs to one of {@link #SHARDS} shards, by the hash of its name. The record of
 *       a shard names its unhealthy clusters and since when. A turn that changes its cluster's line
 *       changes the shard's record in the same transaction.
 *   <li>The record of the size says how many clusters there are. The schedule writes it where they
 *       are more than {@link #LARGE}, after it has set the shards right by the lines.
 *   <li>It counts only while it is {@link #FRESH}, and only {@link #SETTLING} after it was first
 *       written: a turn that began before did not know of the shards. Else, and where a shard's
 *       record is missing, the lines are read.
 * </ol>
 */
public final class FleetHealth {
  /** How many shards there are; few enough for one batch beside other keys. */
  public static final int SHARDS = 64;

  /** Up to so many clusters the lines are read: they are a page at most. */
  public static final int LARGE = 200;

  /** How old the record of the size may be; the schedule writes it each minute. */
  public static final Duration FRESH = Duration.ofMinutes(3);

  /** Longer than a turn takes. */
  public static final Duration SETTLING = Duration.ofMinutes(2);

  private static final String CLUSTERS = "clusters";
  private static final String AT = "atMillis";
  private static final String SINCE = "sinceMillis";
  private static final String CHANGES = "changes";

  /** Before a cluster's name, which might be an attribute's. */
  private static final String NAME = "c-";

  private FleetHealth() {}

  /**
   * How many clusters there are.
   *
   * @param clusters the number
   * @param at when they were counted
   * @param since since when the shards are kept
   */
  public record Size(long clusters, Instant at, Instant since) {
    /** Whether the shards tell what the lines would. */
    public boolean counts(Instant now) {
      return clusters > LARGE && at.plus(FRESH).isAfter(now) && !since.plus(SETTLING).isAfter(now);
    }
  }

  /** A cluster's shard. */
  public static int shard(ClusterName cluster) {
    return Math.floorMod(cluster.value().hashCode(), SHARDS);
  }

  /** The size that its record tells; empty where there is none, or none that can be read. */
  public static Optional<Size> size(Optional<Item> item) {
    return item.map(Item::attributes)
        .flatMap(
            found ->
                found.get(CLUSTERS) instanceof Long clusters
                        && found.get(AT) instanceof Long at
                        && found.get(SINCE) instanceof Long since
                    ? Optional.of(
                        new Size(clusters, Instant.ofEpochMilli(at), Instant.ofEpochMilli(since)))
                    : Optional.empty());
  }

  /** The keys of all shards. */
  public static List<Key> keys() {
    return IntStream.range(0, SHARDS).mapToObj(Keys::fleetHealth).toList();
  }

  /** That a shard tells of a cluster what its line tells. */
  public static Write telling(FleetEntry entry) {
    return new Write.Update(
        Keys.fleetHealth(shard(entry.name())),
        Map.of(
            Schema.ATTRIBUTE,
            Schema.VERSION,
            NAME + entry.name(),
            entry.healthy() ? 0L : entry.since().toEpochMilli()),
        Map.of(CHANGES, 1L),
        Expect.anything());
  }

  /**
   * The unhealthy clusters and since when, of the records of all shards.
   *
   * @return empty where a shard has none: then the lines are to be read
   */
  public static Optional<Map<ClusterName, Instant>> unhealthy(Map<Key, Item> shards) {
    Map<ClusterName, Instant> all = new HashMap<>();
    for (Key key : keys()) {
      Item shard = shards.get(key);
      if (shard == null) {
        return Optional.empty();
      }
      all.putAll(unhealthy(shard));
    }
    return Optional.of(all);
  }

  private static Map<ClusterName, Instant> unhealthy(Item shard) {
    Map<ClusterName, Instant> found = new HashMap<>();
    shard
        .attributes()
        .forEach(
            (name, value) -> {
              if (name.startsWith(NAME) && value instanceof Long since && since > 0) {
                found.put(
                    new ClusterName(name.substring(NAME.length())), Instant.ofEpochMilli(since));
              }
            });
    return found;
  }

  /**
   * Sets the shards right, then counts the clusters. Whoever changed a shard since it was read is
   * left alone: the next schedule looks again.
   *
   * @param shards the records of the shards, read before the lines
   * @param lines of all clusters
   * @param now when
   * @return the shards that were left alone
   */
  public static List<Key> keep(
      RecordStore store,
      Map<Key, Item> shards,
      Optional<Size> before,
      Collection<FleetEntry> lines,
      Instant now) {
    List<Map<ClusterName, Instant>> wanted = new ArrayList<>();
    IntStream.range(0, SHARDS).forEach(shard -> wanted.add(new HashMap<>()));
    lines.stream()
        .filter(line -> !line.healthy())
        .forEach(line -> wanted.get(shard(line.name())).put(line.name(), millis(line.since())));
    List<Key> changed = new ArrayList<>();
    for (int shard = 0; shard < SHARDS; shard++) {
      Key key = Keys.fleetHealth(shard);
      Optional<Item> read = Optional.ofNullable(shards.get(key));
      Map<ClusterName, Instant> should = wanted.get(shard);
      boolean right = read.isPresent() && unhealthy(read.get()).equals(should);
      if (!right && !replaced(store, key, read, should)) {
        changed.add(key);
      }
    }
    Instant since =
        before.filter(size -> size.at().plus(FRESH).isAfter(now)).map(Size::since).orElse(now);
    Map<String, Object> size =
        Map.of(CLUSTERS, (long) lines.size(), AT, now.toEpochMilli(), SINCE, since.toEpochMilli());
    if (!written(store, Keys.fleetSize(), size, Expect.anything())) {
      changed.add(Keys.fleetSize());
    }
    return changed;
  }

  /** Only as it was read: a turn may have changed it since. */
  private static boolean replaced(
      RecordStore store, Key key, Optional<Item> read, Map<ClusterName, Instant> unhealthy) {
    long changes = read.map(FleetHealth::changes).orElse(0L);
    Map<String, Object> attributes = new HashMap<>();
    unhealthy.forEach((name, since) -> attributes.put(NAME + name, since.toEpochMilli()));
    attributes.put(CHANGES, changes + 1);
    return written(
        store, key, attributes, read.isEmpty() ? Expect.noRecord() : Expect.is(CHANGES, changes));
  }

  private static boolean written(
      RecordStore store, Key key, Map<String, Object> attributes, Expect expect) {
    Map<String, Object> all = new HashMap<>(attributes);
    all.put(Schema.ATTRIBUTE, Schema.VERSION);
    return store.write(new Write.Put(new Item(key, all), expect)).written();
  }

  private static long changes(Item shard) {
    return shard.attributes().get(CHANGES) instanceof Long count ? count : 0;
  }

  /** As the record keeps it. */
  private static Instant millis(Instant at) {
    return Instant.ofEpochMilli(at.toEpochMilli());
  }
}
