package io.quorate.simulation.run;

import io.quorate.simulation.faults.Fault;
import io.quorate.simulation.schedule.SimProcess;
import io.quorate.simulation.store.Dialect;
import io.quorate.simulation.world.SimCluster;
import io.quorate.simulation.world.SimWorld;
import io.quorate.store.Item;
import io.quorate.store.Keys;
import io.quorate.store.Table;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/** Copies of both tables, every few seconds, for a person who puts an older one in their place. */
final class TableBackups {
  private static final long EVERY_MILLIS = 5_000;
  private static final long SENT_MILLIS = 1_000;

  private final SimWorld world;
  private final TreeMap<Long, List<Item>> copies = new TreeMap<>();

  TableBackups(SimWorld world) {
    this.world = world;
  }

  void begin() {
    copies.put(world.scheduler().now(), copied());
    if (!world.outages().calm()) {
      world.scheduler().after(EVERY_MILLIS, this::begin);
    }
  }

  /** Whoever restores a record of a later release has that release; here, it is of this one. */
  private List<Item> copied() {
    return world.store().copy(partitions()).stream()
        .map(item -> Dialect.readable(item) ? item : Dialect.OWN_SCHEMA.apply(item))
        .toList();
  }

  private List<String> partitions() {
    List<String> partitions = new ArrayList<>(List.of(Keys.FLEET));
    world.simClusters().forEach(simCluster -> partitions.add(simCluster.name().value()));
    return partitions;
  }

  /** What agents have sent already still arrives before the copy is made. */
  String readInAnotherRegion(long until) {
    long from = world.scheduler().now() + SENT_MILLIS;
    if (from >= until) {
      return "";
    }
    world.outages().elsewhere(from, until);
    world.scheduler().after(SENT_MILLIS, () -> copyUntil(until));
    return "another region";
  }

  private void copyUntil(long until) {
    List<Item> copy = copied();
    world
        .scheduler()
        .after(
            until - world.scheduler().now(),
            () -> {
              // What reads the copy writes nothing else.
              world.controllers().forEach(reader -> reader.crashAtCall(0, SimProcess.Point.BEFORE));
              world.store().restore(copy, EnumSet.allOf(Table.class), partitions());
              world.simClusters().forEach(SimCluster::tableRestored);
            });
  }

  /** Restores; what that is told as, or nothing when there is no copy so old. */
  String restore(Fault fault) {
    var copy = copies.floorEntry(world.scheduler().now() - fault.amount());
    if (copy == null) {
      return "";
    }
    Set<Table> which =
        fault.pick() % 2 == 0 ? EnumSet.of(Table.CLUSTERS) : EnumSet.allOf(Table.class);
    world.store().restore(copy.getValue(), which, partitions());
    world.simClusters().forEach(SimCluster::tableRestored);
    return which + " to " + copy.getKey();
  }
}
