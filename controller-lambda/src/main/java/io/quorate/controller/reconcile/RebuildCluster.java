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
import io.quorate.spec.SpecError;
import io.quorate.state.FleetEntry;
import io.quorate.state.Heartbeat;
import io.quorate.state.Lineage;
import io.quorate.state.MirroredLineage;
import io.quorate.state.SpecRecord;
import io.quorate.state.Status;
import io.quorate.state.TableRollback;
import io.quorate.store.Expect;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.Notice;
import io.quorate.store.RecordStore;
import io.quorate.store.SpecWrites;
import io.quorate.store.Write;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Writes the records of a cluster again that its table has lost, never as a new cluster:
 *
 * <ol>
 *   <li>Takes the lease.
 *   <li>The lineage is what the mirror in the bucket holds, under the UID that the mirror names.
 *       Without one nothing is written: the cluster never began, or this is another bucket.
 *   <li>Refuses when nothing is missing, when what is there is of another UID or was deleted, and
 *       when a node holds another UID or a newer generation: the mirror is not this cluster's. A
 *       row that cannot be read is passed over only if it is a {@link Strangers stranger's}.
 *   <li>In one transaction: lineage, spec and status, each only where it is missing, the cluster's
 *       line in the fleet, and the journal. The status is halted as for an older table, so that
 *       nothing is decided before a person has seen every node report, and resumes.
 * </ol>
 *
 * <p>Nobody is recorded as a holder of data: who held any is unknown, and no recovery begins by
 * itself on that.
 */
public final class RebuildCluster {
  private final RecordStore store;
  private final CloudReader cloud;
  private final InstantSource clock;
  private final Supplier<String> nonces;

  /** Rebuilds in this store; rows that cannot be read are looked up in this cloud. */
  public RebuildCluster(
      RecordStore store, CloudReader cloud, InstantSource clock, Supplier<String> nonces) {
    this.store = store;
    this.cloud = cloud;
    this.clock = clock;
    this.nonces = nonces;
  }

  /**
   * Rebuilds.
   *
   * @param mirrored what the bucket holds; empty where it knows no cluster of this name
   * @param desired the spec to write where it is missing
   * @param by who says so
   * @throws UnreadableRecordException when a record that is there cannot be read
   * @throws io.quorate.store.StoreUnavailableException when it is unknown what was written
   */
  public RebuildResult run(
      ClusterName cluster,
      Optional<MirroredLineage> mirrored,
      Optional<ClusterSpec> desired,
      String by) {
    Optional<Lineage> lineage = mirrored.flatMap(MirroredLineage::lineage);
    if (lineage.isEmpty()) {
      return new RebuildResult.Refused(
          List.of(
              "the bucket holds no generation of a cluster '"
                  + cluster
                  + "': it never began, or this is not its bucket; a new cluster is made with:"
                  + " quorate apply"));
    }
    Instant now = clock.instant();
    Leases leases = new Leases(store);
    return leases.under(
        leases.take(cluster, nonces.get(), now, Turn.LEASE),
        new RebuildResult.Busy(),
        lease -> under(lease, lineage.get(), desired, by, now));
  }

  private RebuildResult under(
      HeldLease lease, Lineage lineage, Optional<ClusterSpec> desired, String by, Instant now) {
    ClusterName cluster = lease.cluster();
    Optional<Lineage> there =
        read(Keys.lineage(cluster)).map(at -> Codecs.LINEAGE.read(at, "lineage"));
    Optional<SpecRecord> spec = read(Keys.spec(cluster)).map(at -> Codecs.SPEC.read(at, "spec"));
    Optional<Status> status =
        read(Keys.status(cluster)).map(at -> Codecs.STATUS.read(at, "status"));
    List<String> against = new ArrayList<>();
    if (there.isPresent() && spec.isPresent() && status.isPresent()) {
      against.add("lineage, spec and status are there: nothing is to be rebuilt");
    }
    there.flatMap(found -> other(found, lineage)).ifPresent(against::add);
    spec.filter(found -> !found.uid().equals(lineage.uid()))
        .ifPresent(
            found ->
                against.add(
                    "the spec is of UID " + found.uid() + ", the bucket of " + lineage.uid()));
    if (spec.isEmpty()) {
      against.addAll(unfit(cluster, desired));
    }
    spec.map(SpecRecord::spec)
        .or(() -> desired)
        .map(known -> nodes(known, there.orElse(lineage), status, lease.token(), now))
        .ifPresent(against::addAll);
    if (!against.isEmpty()) {
      return new RebuildResult.Refused(against);
    }
    List<Write> parts = new ArrayList<>();
    List<String> written = new ArrayList<>();
    parts.add(Leases.check(lease));
    if (there.isEmpty()) {
      add(parts, written, Keys.lineage(cluster), Codecs.LINEAGE.write(lineage));
    }
    ClusterSpec kept = spec.map(SpecRecord::spec).or(() -> desired).orElseThrow();
    if (spec.isEmpty()) {
      SpecRecord record = new SpecRecord(kept, lineage.uid(), 1, now, by);
      add(parts, written, Keys.spec(cluster), Codecs.SPEC.write(record));
    }
    parts.add(status(cluster, status, by, now));
    if (status.isEmpty()) {
      written.add(Keys.status(cluster).toString());
    }
    FleetEntry entry = new FleetEntry(cluster, lineage.uid(), kept.group(), true, now);
    parts.add(
        new Write.Put(new Item(Keys.fleet(cluster), Codecs.FLEET.write(entry)), Expect.anything()));
    parts.add(SpecWrites.groupOf(entry));
    parts.add(
        new JournalWriter(cluster, lease.token())
            .entry(now, "Rebuild", Reason.of("REBUILT", by + " rebuilt " + written)));
    return store.transact(Notice.with(cluster, parts)).written()
        ? new RebuildResult.Done(there.orElse(lineage), written)
        : new RebuildResult.Busy();
  }

  private static Write status(ClusterName cluster, Optional<Status> there, String by, Instant now) {
    TableRollback halt = new TableRollback(by + " rebuilt records that the table had lost", now);
    Status next = there.orElseGet(Status::initial).withTableRollback(Optional.of(halt));
    return new Write.Put(
        new Item(Keys.status(cluster), Codecs.STATUS.write(next)),
        there.isPresent() ? Expect.anything() : Expect.noRecord());
  }

  private static void add(
      List<Write> parts, List<String> written, Key key, Map<String, Object> attributes) {
    parts.add(new Write.Put(new Item(key, attributes), Expect.noRecord()));
    written.add(key.toString());
  }

  private static Optional<String> other(Lineage there, Lineage mirrored) {
    if (there.state() == Lineage.State.DELETED) {
      return Optional.of("the cluster was deleted: its name is used up");
    }
    return there.uid().equals(mirrored.uid())
        ? Optional.empty()
        : Optional.of("the lineage is of UID " + there.uid() + ", the bucket of " + mirrored.uid());
  }

  private List<String> unfit(ClusterName cluster, Optional<ClusterSpec> desired) {
    if (desired.isEmpty()) {
      return List.of("the spec is missing: expected the cluster's file, with -f");
    }
    if (!desired.get().name().equals(cluster)) {
      return List.of("the file is of cluster '" + desired.get().name() + "'");
    }
    return new SpecWrites(store)
        .groupTaken(desired.get()).stream().map(SpecError::toString).toList();
  }

  private List<String> nodes(
      ClusterSpec spec,
      Lineage lineage,
      Optional<Status> status,
      FencingToken issued,
      Instant now) {
    List<String> why = new ArrayList<>();
    List<Heartbeat> rows =
        RowsOfKnown.read(
            store,
            spec.name(),
            status,
            issued,
            lineage,
            now,
            StruckOff.inEffect(store, spec.name(), cloud, spec::group),
            ids -> Strangers.among(spec.name(), ids, lineage, status, cloud, spec.group()));
    for (Heartbeat row : rows) {
      boolean another =
          row.identity().filter(held -> !held.uid().equals(lineage.uid())).isPresent();
      if (another || lineage.generation().before(row.seenGeneration())) {
        why.add(
            "node "
                + row.instance()
                + " holds "
                + row.identity().map(held -> "UID " + held.uid() + " and ").orElse("")
                + "generation "
                + row.seenGeneration()
                + ", the bucket UID "
                + lineage.uid()
                + " and generation "
                + lineage.generation()
                + ": it does not describe this cluster; use the bucket that it belongs to");
      }
    }
    return why;
  }

  private Optional<Map<String, Object>> read(Key key) {
    return Optional.ofNullable(store.read(List.of(key)).get(key)).map(Item::attributes);
  }
}
