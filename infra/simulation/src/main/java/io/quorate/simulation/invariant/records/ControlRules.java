package io.quorate.simulation.invariant.records;

import io.quorate.codec.Codecs;
import io.quorate.codec.LeaseAttributes;
import io.quorate.command.CommandSlot;
import io.quorate.command.Lane;
import io.quorate.controller.reconcile.Turn;
import io.quorate.model.ClusterName;
import io.quorate.model.FencingToken;
import io.quorate.simulation.invariant.judge.Invariant;
import io.quorate.simulation.invariant.judge.Rules;
import io.quorate.simulation.invariant.judge.TableRecords;
import io.quorate.simulation.store.StoreModel;
import io.quorate.simulation.world.Resuming;
import io.quorate.simulation.world.SimCluster;
import io.quorate.simulation.world.SimWorld;
import io.quorate.state.ClockReading;
import io.quorate.state.Heartbeat;
import io.quorate.state.Lineage;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.Table;
import io.quorate.store.Write;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a controller writes to the cluster's records, against what it had read and what stands
 * there:
 *
 * <ul>
 *   <li>LEASE_IN_TURN: a lease is taken only when it is free, or past its end by the clock of who
 *       takes it, or ends further ahead than any lease lasts and clocks differ; and only its holder
 *       frees it.
 *   <li>NOT_ON_LATER_SCHEMA: no controller acts on what a later release wrote, for it understands
 *       half of it: whose last reading of spec, status or lineage was of a later schema writes no
 *       instruction and no lineage, nor over that record, and instructs no node whose row it read
 *       so.
 *   <li>NOT_DOWNWARD: on a table that is older than what a node's row has seen, no controller
 *       records an instruction or decides a bootstrap: it halts the cluster and says so. Nor later,
 *       when its turns have raised the token, before a person resumes. Only a bootstrap that the
 *       lineage mirror holds may be committed by a turn that began before any row had seen more;
 *       and of a node that reports only after the turn has looked, its own instruction is all that
 *       has to fail.
 * </ul>
 */
public final class ControlRules {
  private record Held(String owner, long until, String by) {
    static final Held FREE = new Held("", 0, "");
  }

  private final SimWorld world;
  private final ClusterName name;
  private final Key lease;
  private final Key lineage;
  private final Key status;
  private final Rules<StoreModel.Written> rules;
  private Held held = Held.FREE;
  private boolean halted;
  private boolean knownAtTake;

  public ControlRules(SimWorld world, SimCluster simCluster) {
    this.world = world;
    name = simCluster.name();
    lease = Keys.lease(name);
    lineage = Keys.lineage(name);
    status = Keys.status(name);
    rules =
        new Rules<StoreModel.Written>(world)
            .row("I4 LEASE_IN_TURN", this::leased)
            .row("I4 NOT_ON_LATER_SCHEMA", this::onLaterSchema);
    if (!world.recovers()) {
      rules.row("I4 NOT_DOWNWARD", this::downward);
    }
    world.store().onWrite(rules::judge);
    world
        .store()
        .onReplaced(
            () -> {
              held = Held.FREE;
              halted = false;
            });
  }

  /** What it judges, one invariant a rule. */
  public List<Invariant> invariants() {
    return rules.invariants();
  }

  private Optional<String> leased(StoreModel.Written done) {
    return done.writes().stream()
        .filter(Write.Update.class::isInstance)
        .map(Write.Update.class::cast)
        .filter(update -> update.key().equals(lease))
        .map(
            update ->
                new Held(
                    String.valueOf(update.set().get(LeaseAttributes.OWNER)),
                    (Long) update.set().getOrDefault(LeaseAttributes.UNTIL_MILLIS, 0L),
                    done.by()))
        .flatMap(next -> leased(next).stream())
        .reduce((first, later) -> first);
  }

  private Optional<String> leased(Held next) {
    Held before = held;
    held = next;
    long ahead = before.until() - next.until();
    if (before.owner().isEmpty() || before.owner().equals(next.owner())) {
      return Optional.empty();
    }
    if (next.owner().isEmpty()) {
      return next.by().equals(before.by())
          ? Optional.empty()
          : Optional.of(next.by() + " frees the lease though it is " + before);
    }
    return ahead >= -Turn.LEASE.toMillis() && ahead <= ClockReading.CLOCKS_APART.toMillis()
        ? Optional.of(
            next.by() + " takes the lease till " + next.until() + " though it is " + before)
        : Optional.empty();
  }

  private Optional<String> onLaterSchema(StoreModel.Written done) {
    if (!done.by().startsWith("controller")) {
      return Optional.empty();
    }
    List<Item> puts = done.puts(Table.CLUSTERS, name.value());
    Optional<String> record =
        Stream.of(Keys.spec(name), status, lineage)
            .filter(key -> isLater(done.control().get(key)))
            .findFirst()
            .flatMap(
                later ->
                    puts.stream()
                        .map(Item::key)
                        .filter(key -> key.equals(later) || decides(key))
                        .map(key -> " writes " + key + " though it read a later schema in " + later)
                        .findFirst());
    return record
        .or(
            () ->
                puts.stream()
                    .filter(item -> item.key().sort().startsWith(Keys.slots(Lane.MEMBERSHIP)))
                    .flatMap(item -> TableRecords.slot(item).stream())
                    .filter(slot -> slot.state() == CommandSlot.State.OPEN)
                    .map(slot -> slot.command().header())
                    .filter(at -> isLater(done.rows().get(Keys.node(name, at.executor()))))
                    .map(header -> " writes " + header + " by a row of a later schema")
                    .findFirst())
        .map(what -> done.by() + what);
  }

  private static boolean isLater(@Nullable Item read) {
    return read != null && TableRecords.later(read);
  }

  private boolean decides(Key key) {
    return key.equals(lineage)
        || (key.partition().equals(name.value())
            && key.sort().startsWith(Keys.slots(Lane.MEMBERSHIP)));
  }

  private Optional<String> downward(StoreModel.Written done) {
    if (done.by().startsWith(Resuming.OPERATOR)) {
      halted = halted && done.puts(Table.CLUSTERS, name.value()).stream().noneMatch(this::resumes);
      return Optional.empty();
    }
    Long token = done.tokens().get(name.value());
    if (token == null || !done.by().startsWith("controller")) {
      return Optional.empty();
    }
    for (Write write : done.writes()) {
      if (write instanceof Write.Update update && update.key().equals(lease)) {
        knownAtTake = newer(token).findFirst().isPresent();
      }
      if (write instanceof Write.Put put) {
        halted = halted || (put.key().equals(status) && !resumes(put.item()));
        Optional<String> breach = downward(done, put, token);
        if (breach.isPresent()) {
          return breach;
        }
      }
    }
    return Optional.empty();
  }

  private Optional<String> downward(StoreModel.Written done, Write.Put put, long token) {
    if (!decides(put.key()) || (!knownAtTake && commits(put))) {
      return Optional.empty();
    }
    String what = done.by() + " writes " + put.key();
    return newer(token)
        .filter(seen -> known(done, put.key(), seen, token))
        .findFirst()
        .map(
            seen ->
                "%s under token %d, but %s has seen %s"
                    .formatted(what, token, seen.instance(), seen.seenToken()))
        .or(
            () ->
                halted
                    ? Optional.of(what + " though the table was found older before")
                    : Optional.empty());
  }

  private boolean resumes(Item item) {
    return item.key().equals(status) && !item.attributes().containsKey(Codecs.TABLE_ROLLBACK);
  }

  private boolean commits(Write.Put put) {
    return put.key().equals(lineage)
        && Codecs.LINEAGE.read(put.item().attributes(), "lineage").state()
            == Lineage.State.COMMITTED;
  }

  private Stream<Heartbeat> newer(long token) {
    return world.store().tables().list(Table.NODES, name.value(), "").stream()
        .flatMap(item -> TableRecords.row(item).stream())
        .filter(row -> new FencingToken(token).before(row.seenToken()));
  }

  /** Whether its sender had read so, or had to rely on that row: the executor's own. */
  private boolean known(StoreModel.Written done, Key key, Heartbeat seen, long token) {
    return !key.sort().startsWith(Keys.slots(Lane.MEMBERSHIP))
        || key.equals(Keys.command(name, Lane.MEMBERSHIP, seen.instance()))
        || Optional.ofNullable(done.rows().get(Keys.node(name, seen.instance())))
            .flatMap(TableRecords::row)
            .filter(read -> new FencingToken(token).before(read.seenToken()))
            .isPresent();
  }
}
