package io.quorate.simulation.invariant;

import io.quorate.codec.HeartbeatCodec;
import io.quorate.codec.UnreadableRecordException;
import io.quorate.model.FencingToken;
import io.quorate.simulation.faults.FaultKind;
import io.quorate.simulation.run.ClusterSite;
import io.quorate.simulation.run.World;
import io.quorate.simulation.store.StoreModel;
import io.quorate.state.Heartbeat;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.Table;
import io.quorate.store.Write;
import java.util.Optional;

/**
 * I4: nobody is instructed downward. On a table that is older than what a node's row has seen, no
 * controller records an instruction or a birth: it halts the cluster and says so. Nor later, when
 * its turns have raised the token: no person resumes here, and no newer table comes back.
 */
final class NotDownward implements Invariant {
  private final World world;
  private final ClusterSite site;
  private final boolean restores;
  private Optional<Heartbeat> older = Optional.empty();
  private Optional<String> broken = Optional.empty();

  NotDownward(World world, ClusterSite site) {
    this.world = world;
    this.site = site;
    restores =
        world.scenario().faults().stream().anyMatch(f -> f.kind() == FaultKind.RESTORE_TABLE);
    world.store().onWrite(this::written);
  }

  @Override
  public String name() {
    return "I4 NOT_DOWNWARD";
  }

  @Override
  public Optional<String> broken() {
    return broken;
  }

  private void written(StoreModel.Written done) {
    Long token = done.tokens().get(site.name().value());
    if (token == null || !done.by().startsWith("controller")) {
      return;
    }
    if (restores && older.isEmpty()) {
      older = newer(token);
    }
    for (Write write : done.writes()) {
      if (write instanceof Write.Put put && decides(put.key())) {
        older.or(() -> newer(token)).ifPresent(seen -> breaks(done.by(), put.key(), token, seen));
      }
    }
  }

  private boolean decides(Key key) {
    return key.equals(Keys.lineage(site.name()))
        || (key.partition().equals(site.name().value()) && key.sort().startsWith(Keys.INSTRUCTION));
  }

  private Optional<Heartbeat> newer(long token) {
    return world.store().tables().list(Table.NODES, site.name().value(), "").stream()
        .flatMap(item -> read(item).stream())
        .filter(row -> new FencingToken(token).before(row.seenToken()))
        .findFirst();
  }

  private static Optional<Heartbeat> read(Item item) {
    try {
      return Optional.of(HeartbeatCodec.read(item.attributes(), "row"));
    } catch (UnreadableRecordException e) {
      return Optional.empty();
    }
  }

  private void breaks(String by, Key key, long token, Heartbeat seen) {
    broken =
        broken.or(
            () ->
                Optional.of(
                    by
                        + " writes "
                        + key
                        + " under token "
                        + token
                        + ", but "
                        + seen.instance()
                        + " has seen "
                        + seen.seenToken()));
    world.changed();
  }
}
