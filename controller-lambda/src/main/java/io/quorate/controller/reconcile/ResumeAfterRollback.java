package io.quorate.controller.reconcile;

import io.quorate.codec.Codecs;
import io.quorate.codec.UnreadableRecordException;
import io.quorate.controller.act.JournalWriter;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.observe.CloudReader;
import io.quorate.controller.observe.Strangers;
import io.quorate.controller.observe.StruckOff;
import io.quorate.lease.HeldLease;
import io.quorate.lease.Leases;
import io.quorate.model.ClusterName;
import io.quorate.model.FencingToken;
import io.quorate.spec.ClusterSpec;
import io.quorate.state.Heartbeat;
import io.quorate.state.Lineage;
import io.quorate.state.RollOutHalt;
import io.quorate.state.Status;
import io.quorate.state.TableRollback;
import io.quorate.store.Expect;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.RecordStore;
import io.quorate.store.Write;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Lets the controller go on where it halted, because a person says so: with restarts of members
 * after one has failed; or with a table that was restored to an older state, when no newer one is
 * left.
 *
 * <ol>
 *   <li>Takes the lease by a token past every one that a node has seen; a row that tells of one
 *       which nobody can have issued counts as unreadable.
 *   <li>Refuses while a node holds another UID or a newer generation (the table cannot describe
 *       this cluster), or carries out an instruction (which the table may have forgotten). An
 *       instance that EC2 has shown terminated carries out nothing, whatever its row still says.
 *   <li>Strikes off the halt, and says so in the journal. The stored member list goes with it: it
 *       may be older than the membership, and by it voters would be called lost that are none.
 * </ol>
 *
 * <p>It sees only what nodes reported: that all of them have reported since the restore is for the
 * person to know.
 */
public final class ResumeAfterRollback {
  private final RecordStore store;
  private final CloudReader cloud;
  private final InstantSource clock;
  private final Supplier<String> nonces;

  /** Resumes through this store; rows that cannot be read are looked up in this cloud. */
  public ResumeAfterRollback(
      RecordStore store, CloudReader cloud, InstantSource clock, Supplier<String> nonces) {
    this.store = store;
    this.cloud = cloud;
    this.clock = clock;
    this.nonces = nonces;
  }

  /**
   * Resumes.
   *
   * @param by who says so
   * @throws UnreadableRecordException when a record that this rests on cannot be read
   * @throws io.quorate.store.StoreUnavailableException when it is unknown what was written
   */
  public ResumeResult run(ClusterName cluster, String by) {
    Optional<Status> halted =
        status(cluster)
            .filter(read -> read.tableRollback().isPresent() || read.rollOutHalt().isPresent());
    if (halted.isEmpty()) {
      return new ResumeResult.NotHalted();
    }
    Instant now = clock.instant();
    Leases leases = new Leases(store);
    FencingToken seen =
        rows(cluster, halted.get(), leases.issued(cluster), now).stream()
            .map(Heartbeat::seenToken)
            .max(FencingToken::compareTo)
            .orElse(FencingToken.NONE);
    return leases.under(
        leases.takePast(seen, cluster, nonces.get(), now, Turn.LEASE),
        new ResumeResult.Busy(),
        lease -> under(lease, by, now));
  }

  private ResumeResult under(HeldLease lease, String by, Instant now) {
    Optional<Status> status = status(lease.cluster());
    Optional<TableRollback> older = status.flatMap(Status::tableRollback);
    if (older.isEmpty()) {
      return status
          .filter(read -> read.rollOutHalt().isPresent())
          .map(read -> rollOut(lease, read, by, now))
          .orElseGet(ResumeResult.NotHalted::new);
    }
    List<String> against = against(lease, status.get(), now);
    if (!against.isEmpty()) {
      return new ResumeResult.Refused(against);
    }
    Status next = status.get().withTableRollback(Optional.empty()).withProven(Optional.empty());
    return write(lease, next, now, by + " goes on with the older table: " + older.get().evidence());
  }

  /** On a current table nothing prevents it. */
  private ResumeResult rollOut(HeldLease lease, Status status, String by, Instant now) {
    RollOutHalt halt = status.rollOutHalt().orElseThrow();
    return write(
        lease,
        status.withRollOutHalt(Optional.empty()),
        now,
        by
            + halt.snapshot()
                .map(snapshot -> " has the release tried again that refused snapshot " + snapshot)
                .orElseGet(() -> " goes on with the restarts that ended with " + halt.instance()));
  }

  private ResumeResult write(HeldLease lease, Status next, Instant now, String words) {
    Reason reason = Reason.of("RESUMED", words);
    List<Write> parts =
        List.of(
            Leases.check(lease),
            new Write.Put(
                new Item(Keys.status(lease.cluster()), Codecs.STATUS.write(next)),
                Expect.anything()),
            new JournalWriter(lease.cluster(), lease.token()).entry(now, "Resume", reason));
    return store.transact(parts).written()
        ? new ResumeResult.Done(lease.token())
        : new ResumeResult.Busy();
  }

  private List<String> against(HeldLease lease, Status status, Instant now) {
    Lineage lineage = lineage(lease.cluster());
    List<String> why = new ArrayList<>();
    rows(lease.cluster(), status, lease.token(), now)
        .forEach(
            row ->
                Stream.of(newer(row, lineage), busy(row, status), ahead(row, lease))
                    .flatMap(Optional::stream)
                    .forEach(why::add));
    return why;
  }

  private static Optional<String> newer(Heartbeat row, Lineage lineage) {
    boolean other = row.identity().filter(held -> !held.uid().equals(lineage.uid())).isPresent();
    return other || lineage.generation().before(row.seenGeneration())
        ? Optional.of(
            "node "
                + row.instance()
                + " holds "
                + row.identity().map(held -> "UID " + held.uid() + " and ").orElse("")
                + "generation "
                + row.seenGeneration()
                + ", the table UID "
                + lineage.uid()
                + " and generation "
                + lineage.generation()
                + ": it does not describe this cluster; restore a newer table")
        : Optional.empty();
  }

  private static Optional<String> busy(Heartbeat row, Status status) {
    return row.currentStep()
        .filter(currentStep -> !status.terminated(row.instance()))
        .map(
            currentStep ->
                "node "
                    + row.instance()
                    + " carries out '"
                    + currentStep
                    + "', which the table may have forgotten: wait until it has ended");
  }

  private static Optional<String> ahead(Heartbeat row, HeldLease lease) {
    return lease.token().before(row.seenToken())
        ? Optional.of(
            "node "
                + row.instance()
                + " has just seen fencing token "
                + row.seenToken()
                + ", past "
                + lease.token()
                + ": another controller works on a newer table")
        : Optional.empty();
  }

  private List<Heartbeat> rows(
      ClusterName cluster, Status status, FencingToken issued, Instant now) {
    return RowsOfKnown.read(
        store,
        cluster,
        Optional.of(status),
        issued,
        lineage(cluster),
        now,
        StruckOff.inEffect(store, cluster, cloud, () -> spec(cluster).group()),
        ids ->
            Strangers.among(
                cluster, ids, lineage(cluster), Optional.of(status), cloud, spec(cluster).group()));
  }

  private ClusterSpec spec(ClusterName cluster) {
    Key key = Keys.spec(cluster);
    return read(key)
        .map(at -> Codecs.SPEC.read(at, key.toString()).spec())
        .orElseThrow(() -> new UnreadableRecordException(key + " is missing", null));
  }

  private Optional<Status> status(ClusterName cluster) {
    return read(Keys.status(cluster)).map(at -> Codecs.STATUS.read(at, "status"));
  }

  private Lineage lineage(ClusterName cluster) {
    Key key = Keys.lineage(cluster);
    return read(key)
        .map(at -> Codecs.LINEAGE.read(at, key.toString()))
        .orElseThrow(() -> new UnreadableRecordException(key + " is missing", null));
  }

  private Optional<Map<String, Object>> read(Key key) {
    return Optional.ofNullable(store.read(List.of(key)).get(key)).map(Item::attributes);
  }
}
