package io.quorate.simulation.invariant;

import io.quorate.codec.LineageCodec;
import io.quorate.codec.StatusCodec;
import io.quorate.model.FencingToken;
import io.quorate.simulation.run.Resuming;
import io.quorate.simulation.run.SimCluster;
import io.quorate.simulation.run.SimWorld;
import io.quorate.simulation.store.StoreModel;
import io.quorate.state.Heartbeat;
import io.quorate.state.Lineage;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.Table;
import io.quorate.store.Write;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * I4: nobody is instructed downward. On a table that is older than what a node's row has seen, no
 * controller records an instruction or decides a birth: it halts the cluster and says so. Nor
 * later, when its turns have raised the token, before a person resumes. Only a birth whose twin
 * stands in the archive may be committed by a turn that began before any row had seen more; and of
 * a node that reports only after the turn has looked, its own instruction is all that has to fail.
 */
final class NotDownward extends EventInvariant {
  private final SimWorld world;
  private final SimCluster simCluster;
  private boolean halted;
  private boolean knownAtTake;

  NotDownward(SimWorld world, SimCluster simCluster) {
    super("I4 NOT_DOWNWARD", world);
    this.world = world;
    this.simCluster = simCluster;
    world.store().onWrite(this::written);
    world.store().onReplaced(() -> halted = false);
  }

  private void written(StoreModel.Written done) {
    if (done.by().startsWith(Resuming.OPERATOR)) {
      halted =
          halted
              && done.puts(Table.CLUSTERS, simCluster.name().value()).stream()
                  .noneMatch(this::resumes);
      return;
    }
    Long token = done.tokens().get(simCluster.name().value());
    if (token == null || !done.by().startsWith("controller")) {
      return;
    }
    for (Write write : done.writes()) {
      if (write instanceof Write.Update update
          && update.key().equals(Keys.lease(simCluster.name()))) {
        knownAtTake = newer(token).findFirst().isPresent();
      }
      if (write instanceof Write.Put put && put.key().equals(Keys.status(simCluster.name()))) {
        halted = halted || put.item().attributes().containsKey(StatusCodec.OLDER_TABLE);
      }
      if (write instanceof Write.Put put && decides(put.key()) && (knownAtTake || !commits(put))) {
        newer(token)
            .filter(seen -> known(done, put.key(), seen, token))
            .findFirst()
            .ifPresent(seen -> breaks(done.by(), put.key(), token, seen));
        if (halted) {
          breaks(done.by() + " writes " + put.key() + " though the table was found older before");
        }
      }
    }
  }

  private boolean resumes(Item item) {
    return item.key().equals(Keys.status(simCluster.name()))
        && !item.attributes().containsKey(StatusCodec.OLDER_TABLE);
  }

  private boolean decides(Key key) {
    return key.equals(Keys.lineage(simCluster.name()))
        || (key.partition().equals(simCluster.name().value())
            && key.sort().startsWith(Keys.INSTRUCTION));
  }

  private boolean commits(Write.Put put) {
    return put.key().equals(Keys.lineage(simCluster.name()))
        && LineageCodec.read(put.item().attributes(), "lineage").state() == Lineage.State.COMMITTED;
  }

  private Stream<Heartbeat> newer(long token) {
    return world.store().tables().list(Table.NODES, simCluster.name().value(), "").stream()
        .flatMap(item -> TableRecords.row(item).stream())
        .filter(row -> new FencingToken(token).before(row.seenToken()));
  }

  /** Whether its sender had read so, or had to rely on that row: the executor's own. */
  private boolean known(StoreModel.Written done, Key key, Heartbeat seen, long token) {
    return !key.sort().startsWith(Keys.INSTRUCTION)
        || key.equals(Keys.instruction(simCluster.name(), seen.instance()))
        || Optional.ofNullable(done.rows().get(Keys.node(simCluster.name(), seen.instance())))
            .flatMap(TableRecords::row)
            .filter(read -> new FencingToken(token).before(read.seenToken()))
            .isPresent();
  }

  private void breaks(String by, Key key, long token, Heartbeat seen) {
    breaks(
        by
            + " writes "
            + key
            + " under token "
            + token
            + ", but "
            + seen.instance()
            + " has seen "
            + seen.seenToken());
  }
}
