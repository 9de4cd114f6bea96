package io.quorate.controller.reconcile;

import io.quorate.codec.Codecs;
import io.quorate.codec.UnreadableRecordException;
import io.quorate.controller.act.JournalWriter;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.lifecycle.HaltChecks;
import io.quorate.lease.HeldLease;
import io.quorate.lease.Leases;
import io.quorate.model.ClusterName;
import io.quorate.model.InstanceId;
import io.quorate.state.Condition;
import io.quorate.state.FleetEntry;
import io.quorate.state.Heartbeat;
import io.quorate.state.Lineage;
import io.quorate.state.Phase;
import io.quorate.state.ProcessState;
import io.quorate.state.Status;
import io.quorate.store.Expect;
import io.quorate.store.Expiry;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.NodeListing;
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
 * Ends a cluster for good.
 *
 * <ol>
 *   <li>Takes the lease, so that no turn that began before writes anything after.
 *   <li>Refuses, unless forced, while a node may run an etcd: by its row, if EC2 has not shown its
 *       instance terminated, or because its row cannot be read.
 *   <li>In one transaction: the lineage becomes DELETED over the very state read, the status says
 *       so, the cluster's line in the fleet counts as gone, and the journal has who did it.
 * </ol>
 *
 * <p>No record is deleted, for the safety of the others rests on that: the lineage stays as the
 * name's tombstone. Agents that read it stop their etcd for good and put its directory aside.
 */
public final class DeleteCluster {
  private final RecordStore store;
  private final InstantSource clock;
  private final Supplier<String> nonces;

  /** Deletes through this store. */
  public DeleteCluster(RecordStore store, InstantSource clock, Supplier<String> nonces) {
    this.store = store;
    this.clock = clock;
    this.nonces = nonces;
  }

  /**
   * Deletes.
   *
   * @param by who says so
   * @param force whether members that serve are stopped
   * @throws UnreadableRecordException when lineage or status cannot be read; nothing was written
   * @throws io.quorate.store.StoreUnavailableException when it is unknown what was written
   */
  public DeleteResult run(ClusterName cluster, String by, boolean force) {
    if (lineage(cluster).state() == Lineage.State.DELETED) {
      return new DeleteResult.DoneBefore();
    }
    Instant now = clock.instant();
    Leases leases = new Leases(store);
    return leases.under(
        leases.take(cluster, nonces.get(), now, Turn.LEASE),
        new DeleteResult.Busy(),
        lease -> under(lease, by, force, now));
  }

  private DeleteResult under(HeldLease lease, String by, boolean force, Instant now) {
    ClusterName cluster = lease.cluster();
    Lineage lineage = lineage(cluster);
    if (lineage.state() == Lineage.State.DELETED) {
      return new DeleteResult.DoneBefore();
    }
    Status status = Codecs.STATUS.read(existing(Keys.status(cluster)), "status");
    List<String> serving = serving(cluster, status);
    if (!force && !serving.isEmpty()) {
      return new DeleteResult.Refused(serving);
    }
    List<Write> writes = writes(lease, lineage, status, by, now);
    return store.transact(Notice.with(cluster, writes)).written()
        ? new DeleteResult.Done()
        : new DeleteResult.Busy();
  }

  private List<Write> writes(
      HeldLease lease, Lineage lineage, Status status, String by, Instant now) {
    ClusterName cluster = lease.cluster();
    Condition condition = new Condition(Condition.Type.CLUSTER_DELETED, HaltChecks.DELETED, now);
    List<Write> parts = new ArrayList<>();
    parts.add(Leases.check(lease));
    parts.add(
        new Write.Put(
            new Item(Keys.lineage(cluster), Codecs.LINEAGE.write(lineage.deleted())),
            Expect.all(
                Expect.is("uid", lineage.uid().value()),
                Expect.is("state", lineage.state().name()),
                Expect.is("generation", lineage.generation().value()))));
    parts.add(
        new Write.Put(
            new Item(
                Keys.status(cluster),
                Codecs.STATUS.write(status.showing(Phase.HALTED, List.of(condition)))),
            Expect.anything()));
    fleet(cluster)
        .ifPresent(
            entry -> {
              parts.add(
                  new Write.Put(
                      new Item(Keys.fleet(cluster), Expiry.at(Codecs.FLEET.write(entry), now)),
                      Expect.is("uid", entry.uid().value())));
              parts.add(SpecWrites.groupLeftBy(entry, now));
            });
    parts.add(
        new JournalWriter(cluster, lease.token())
            .entry(
                now,
                "Delete",
                Reason.of("DELETED", by + " deleted the cluster of UID " + lineage.uid())));
    return parts;
  }

  private List<String> serving(ClusterName cluster, Status status) {
    List<String> why = new ArrayList<>();
    NodeListing listing = store.nodes(cluster.value());
    if (!listing.whole()) {
      why.add(listing.excess(cluster.value()));
    }
    listing.large().keySet().stream()
        .filter(key -> InstanceId.named(key).filter(status::terminated).isEmpty())
        .sorted()
        .map(key -> "whether " + key + " serves is unknown: its row is too large to be read")
        .forEach(why::add);
    for (Item item : listing.rows()) {
      boolean terminated =
          InstanceId.named(item.key().sort()).filter(status::terminated).isPresent();
      if (!terminated) {
        mayServe(item).ifPresent(why::add);
      }
    }
    return why;
  }

  private static Optional<String> mayServe(Item item) {
    try {
      Heartbeat row = Codecs.HEARTBEAT.read(item.attributes(), item.key().toString());
      return row.process() == ProcessState.STOPPED
          ? Optional.empty()
          : Optional.of("etcd of " + row.instance() + " was " + row.process() + " at " + row.at());
    } catch (UnreadableRecordException e) {
      return Optional.of("whether " + item.key().sort() + " serves is unknown: " + e.getMessage());
    }
  }

  private Optional<FleetEntry> fleet(ClusterName cluster) {
    Key key = Keys.fleet(cluster);
    return read(key).map(at -> Codecs.FLEET.read(at, key.toString()));
  }

  private Lineage lineage(ClusterName cluster) {
    Key key = Keys.lineage(cluster);
    return Codecs.LINEAGE.read(existing(key), key.toString());
  }

  private Map<String, Object> existing(Key key) {
    return read(key).orElseThrow(() -> new UnreadableRecordException(key + " is missing", null));
  }

  private Optional<Map<String, Object>> read(Key key) {
    return Optional.ofNullable(store.read(List.of(key)).get(key)).map(Item::attributes);
  }
}
