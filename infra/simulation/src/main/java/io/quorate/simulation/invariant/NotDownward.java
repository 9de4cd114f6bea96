package io.quorate.simulation.invariant;

import io.quorate.codec.LineageCodec;
import io.quorate.codec.StatusCodec;
import io.quorate.model.FencingToken;
import io.quorate.simulation.run.ClusterSite;
import io.quorate.simulation.run.Resuming;
import io.quorate.simulation.run.World;
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
final class NotDownward extends JudgedAtOnce {
  private final World world;
  private final ClusterSite site;
  private boolean halted;
  private boolean knownAtTake;

  NotDownward(World world, ClusterSite site) {
    super("I4 NOT_DOWNWARD", world);
    this.world = world;
    this.site = site;
    world.store().onWrite(this::written);
    world.store().onReplaced(() -> halted = false);
  }

  private void written(StoreModel.Written done) {
    if (done.by().startsWith(Resuming.PERSON)) {
      halted =
          halted
              && done.puts(Table.CLUSTERS, site.name().value()).stream().noneMatch(this::resumes);
      return;
    }
    Long token = done.tokens().get(site.name().value());
    if (token == null || !done.by().startsWith("controller")) {
      return;
    }
    for (Write write : done.writes()) {
      if (write instanceof Write.Update update && update.key().equals(Keys.lease(site.name()))) {
        knownAtTake = newer(token).findFirst().isPresent();
      }
      if (write instanceof Write.Put put && put.key().equals(Keys.status(site.name()))) {
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
    return item.key().equals(Keys.status(site.name()))
        && !item.attributes().containsKey(StatusCodec.OLDER_TABLE);
  }

  private boolean decides(Key key) {
    return key.equals(Keys.lineage(site.name()))
        || (key.partition().equals(site.name().value()) && key.sort().startsWith(Keys.INSTRUCTION));
  }

  private boolean commits(Write.Put put) {
    return put.key().equals(Keys.lineage(site.name()))
        && LineageCodec.read(put.item().attributes(), "lineage").state() == Lineage.State.COMMITTED;
  }

  private Stream<Heartbeat> newer(long token) {
    return world.store().tables().list(Table.NODES, site.name().value(), "").stream()
        .flatMap(item -> Records.row(item).stream())
        .filter(row -> new FencingToken(token).before(row.seenToken()));
  }

  /** Whether its sender had read so, or had to rely on that row: the executor's own. */
  private boolean known(StoreModel.Written done, Key key, Heartbeat seen, long token) {
    return !key.sort().startsWith(Keys.INSTRUCTION)
        || key.equals(Keys.instruction(site.name(), seen.instance()))
        || Optional.ofNullable(done.rows().get(Keys.node(site.name(), seen.instance())))
            .flatMap(Records::row)
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
