package io.quorate.simulation.invariant;

import io.quorate.instruction.InstructionSlot;
import io.quorate.simulation.run.SimCluster;
import io.quorate.simulation.run.SimWorld;
import io.quorate.simulation.store.StoreModel;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.Table;
import java.util.List;
import java.util.Optional;

/**
 * I4: no controller acts on what a later release wrote, for it understands half of it: whose last
 * reading of spec, status or lineage was of a later schema writes no instruction and no lineage,
 * nor over that record, and instructs no node whose row it read so.
 */
final class NotOnLaterSchema extends EventInvariant {
  private final SimCluster simCluster;
  private final List<Key> records;

  NotOnLaterSchema(SimWorld world, SimCluster simCluster) {
    super("I4 NOT_ON_LATER_SCHEMA", world);
    this.simCluster = simCluster;
    records =
        List.of(
            Keys.spec(simCluster.name()),
            Keys.status(simCluster.name()),
            Keys.lineage(simCluster.name()));
    world.store().onWrite(this::written);
  }

  private void written(StoreModel.Written done) {
    if (!done.by().startsWith("controller")) {
      return;
    }
    Optional<Key> later = records.stream().filter(key -> readLater(done, key)).findFirst();
    done.puts(Table.CLUSTERS, simCluster.name().value())
        .forEach(item -> later.ifPresent(of -> judge(done, item.key(), of)));
    done.puts(Table.CLUSTERS, simCluster.name().value()).stream()
        .filter(item -> item.key().sort().startsWith(Keys.INSTRUCTION))
        .flatMap(item -> TableRecords.slot(item).stream())
        .filter(slot -> slot.state() == InstructionSlot.State.OPEN)
        .map(slot -> slot.instruction().header())
        .filter(header -> rowReadLater(done, Keys.node(simCluster.name(), header.executor())))
        .forEach(header -> breaks(done.by() + " writes " + header + " by a row of a later schema"));
  }

  private void judge(StoreModel.Written done, Key key, Key later) {
    if (key.equals(later)
        || key.equals(Keys.lineage(simCluster.name()))
        || key.sort().startsWith(Keys.INSTRUCTION)) {
      breaks(done.by() + " writes " + key + " though it read a later schema in " + later);
    }
  }

  private static boolean readLater(StoreModel.Written done, Key key) {
    return Optional.ofNullable(done.control().get(key)).filter(TableRecords::later).isPresent();
  }

  private static boolean rowReadLater(StoreModel.Written done, Key key) {
    return Optional.ofNullable(done.rows().get(key)).filter(TableRecords::later).isPresent();
  }
}
