package io.quorate.simulation.invariant.records;

import io.quorate.controller.act.JournalWriter;
import io.quorate.model.InstanceId;
import io.quorate.simulation.cloud.Instance;
import io.quorate.simulation.faults.Knob;
import io.quorate.simulation.invariant.judge.EventInvariant;
import io.quorate.simulation.store.StoreModel;
import io.quorate.simulation.world.SimCluster;
import io.quorate.simulation.world.SimWorld;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.Table;
import io.quorate.store.Write;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Journal and tables stay bounded. The product itself prunes nothing but the journal, whose entries
 * expire; all else may grow with the instances that ever were, but with nothing else:
 *
 * <ol>
 *   <li>one node's row and one slot each, and the four records of the cluster;
 *   <li>a row's size, with something for each instance in status and lease;
 *   <li>so many journal entries in so much time; each has an expiry;
 *   <li>so many terminations of what has long been leaving: a listing may be late, lost or without
 *       the instance, but not each one. Every termination is journalled;
 *   <li>so many terminations of one instance in so much time, whatever the listings show.
 * </ol>
 */
public final class Bounded extends EventInvariant {
  private static final long CONTROL_ROWS = 4;
  private static final long ROW_BYTES = 4_000;
  private static final long INSTANCE_BYTES = 400;
  private static final long JOURNAL_BURST = 30;
  private static final long JOURNAL_PER_MINUTE = 45;

  /** Five rounds, each with its voters, their answers and a sentence. */
  private static final long COMPARISONS_BYTES = 6_000;

  /** How users and roles differ from the spec, and what waits, each twice: with its condition. */
  private static final long RIGHTS_BYTES = 4_000;

  /** What the name tells, to whom, and what is written next. */
  private static final long NAME_BYTES = 1_000;

  private static final int TERMINATIONS = 60;
  private static final long CALLS_MILLIS = 15_000;
  private static final long CALLS_BURST = 20;
  private static final long CALLS_PER_MINUTE = 15;

  private final SimWorld world;
  private final SimCluster simCluster;
  private final Map<Table, Set<Key>> rows = new HashMap<>();
  private final Map<InstanceId, Long> leavingSince = new HashMap<>();
  private final Map<InstanceId, Integer> terminations = new HashMap<>();
  private final Map<InstanceId, Long> firstCalls = new HashMap<>();
  private final Map<InstanceId, Long> calls = new HashMap<>();
  private long journalled;

  public Bounded(SimWorld world, SimCluster simCluster) {
    super("BOUNDED", world);
    this.world = world;
    this.simCluster = simCluster;
    world.store().onWrite(this::written);
    simCluster.group().onControllerTerminates(this::terminates);
  }

  private void written(StoreModel.Written done) {
    for (Write write : done.writes()) {
      if (write.key().partition().equals(simCluster.name().value())) {
        switch (write) {
          case Write.Put put -> {
            sized(put.item());
            put(put.item());
          }
          case Write.Update update -> updated(update.key());
          case Write.Delete delete ->
              rows.getOrDefault(delete.key().table(), new HashSet<>()).remove(delete.key());
          case Write.Check check -> {}
        }
      }
    }
  }

  private void updated(Key key) {
    Optional.ofNullable(world.store().tables().read(List.of(key)).get(key)).ifPresent(this::sized);
  }

  private void sized(Item item) {
    long size = size(item.attributes());
    long instances = simCluster.group().instances().size();
    long most =
        ROW_BYTES
            + INSTANCE_BYTES * instances
            + (simCluster.maintained() ? COMPARISONS_BYTES : 0)
            + (simCluster.accessControl().possible() ? RIGHTS_BYTES : 0)
            + (world.scenario().knob(Knob.NAMED) > 0 ? NAME_BYTES : 0);
    if (size > most) {
      breaks(
          "%s takes %d bytes with %d instances ever, most of them %s"
              .formatted(item.key(), size, instances, largest(item)));
    }
  }

  private static String largest(Item item) {
    return item.attributes().entrySet().stream()
        .sorted(Comparator.comparing(entry -> -size(entry.getValue())))
        .limit(3)
        .map(entry -> entry.getKey() + " " + size(entry.getValue()))
        .collect(Collectors.joining(", "));
  }

  private void put(Item item) {
    long instances = simCluster.group().instances().size();
    if (item.key().sort().startsWith(Keys.JOURNAL)) {
      journalled(item);
      return;
    }
    Set<Key> known = rows.computeIfAbsent(item.key().table(), table -> new HashSet<>());
    known.add(item.key());
    long most = item.key().table() == Table.CLUSTERS ? CONTROL_ROWS + slots(instances) : instances;
    if (known.size() > most) {
      breaks(
          known.size()
              + " rows in "
              + item.key().table()
              + ", expected at most "
              + most
              + "; the latest is "
              + item.key());
    }
  }

  /** One for each lane in which an instance can be told something. */
  private long slots(long instances) {
    boolean twoLanes = simCluster.maintained() || simCluster.accessControl().possible();
    return twoLanes ? 2 * instances : instances;
  }

  private void journalled(Item item) {
    journalled++;
    long most = JOURNAL_BURST + JOURNAL_PER_MINUTE * world.scheduler().now() / 60_000;
    if (journalled > most) {
      breaks(journalled + " journal entries, expected at most " + most);
    }
    if (!(item.attributes().get(JournalWriter.EXPIRES_AT) instanceof Long)) {
      breaks(item.key() + " never expires");
    }
  }

  private void terminates(Instance instance) {
    called(instance.id());
    if (!instance.lifecycle().startsWith("Terminating")) {
      return;
    }
    long now = world.scheduler().now();
    long since = leavingSince.computeIfAbsent(instance.id(), id -> now);
    if (now - since <= world.scenario().knob(Knob.LISTING_LATE) + CALLS_MILLIS) {
      return;
    }
    int times = terminations.merge(instance.id(), 1, Integer::sum);
    if (times > TERMINATIONS) {
      breaks(
          "a controller terminates %s, which is leaving since %d, for the %dth time"
              .formatted(instance.id(), since, times));
    }
  }

  private void called(InstanceId instance) {
    long now = world.scheduler().now();
    long first = firstCalls.computeIfAbsent(instance, id -> now);
    long times = calls.merge(instance, 1L, Long::sum);
    long most = CALLS_BURST + CALLS_PER_MINUTE * (now - first) / 60_000;
    if (times > most) {
      breaks(
          "%s is terminated by a controller for the %dth time since %d, expected at most %d"
              .formatted(instance, times, first, most));
    }
  }

  /** About what DynamoDB counts. */
  private static long size(Object value) {
    return switch (value) {
      case Map<?, ?> map -> {
        long size = 3;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          size += size(entry.getKey()) + size(entry.getValue());
        }
        yield size;
      }
      case List<?> list -> 3 + list.stream().mapToLong(Bounded::size).sum();
      case String text -> 1 + text.length();
      default -> 10;
    };
  }
}
