package io.quorate.store;

import io.quorate.codec.Codecs;
import io.quorate.codec.UnreadableRecordException;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.release.EtcdRelease;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.spec.ClusterSpec;
import io.quorate.spec.SpecChange;
import io.quorate.spec.SpecError;
import io.quorate.spec.SpecField;
import io.quorate.state.FleetEntry;
import io.quorate.state.Lineage;
import io.quorate.state.Origin;
import io.quorate.state.SpecRecord;
import io.quorate.state.Status;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Applies a spec by compare-and-set.
 *
 * <ol>
 *   <li>The first apply is one transaction: it mints the UID, and with it the right to bootstrap,
 *       empty or with an imported snapshot.
 *   <li>A later one replaces exactly the version that it was compared with.
 * </ol>
 */
public final class SpecWrites {
  private final RecordStore store;

  /** Writes to this store. */
  public SpecWrites(RecordStore store) {
    this.store = store;
  }

  /** How an apply ended. */
  public sealed interface Applied {
    /** The cluster is new. */
    record Created(SpecRecord record) implements Applied {}

    /** The spec was replaced. */
    record Updated(SpecRecord record, SpecChange change) implements Applied {}

    /** The stored spec says the same. */
    record Unchanged(SpecRecord record) implements Applied {}

    /** The change may not be made; nothing was written. */
    record Refused(List<SpecError> errors) implements Applied {}

    /** Somebody else wrote meanwhile; nothing was written. */
    record Conflict() implements Applied {}
  }

  /** The stored spec, where there is one. */
  public Optional<SpecRecord> read(ClusterName cluster) {
    Key key = Keys.spec(cluster);
    return Optional.ofNullable(store.read(List.of(key)).get(key))
        .map(item -> Codecs.SPEC.read(item.attributes(), item.key().toString()));
  }

  /**
   * Applies a validated spec.
   *
   * @param spec the desired spec
   * @param freshUid used if this is the first apply
   * @param now by the writer's clock
   * @param by who applies
   */
  public Applied apply(ClusterSpec spec, ClusterUid freshUid, Instant now, String by) {
    return read(spec.name())
        .map(existing -> replace(existing, spec, now, by))
        .orElseGet(() -> create(spec, Lineage.unbootstrapped(freshUid), List.of(), now, by));
  }

  /**
   * Applies a validated spec for the first time, to a cluster that begins with a snapshot.
   *
   * @param imported the snapshot, which its bucket holds under this UID
   * @return Created; Refused, also where a cluster of this name is there; or Conflict
   */
  public Applied create(
      ClusterSpec spec, ClusterUid uid, SnapshotRecord imported, Instant now, String by) {
    if (read(spec.name()).isPresent()) {
      return new Applied.Refused(List.of(alreadyThere(spec)));
    }
    Origin origin = new Origin(imported.id(), imported.manifest().sha256());
    return create(
        spec,
        Lineage.importing(uid, origin),
        List.of(fresh(Keys.snapshot(spec.name(), imported.id()), Codecs.SNAPSHOT.write(imported))),
        now,
        by);
  }

  /** Why nothing is imported into a cluster that was applied before. */
  public static SpecError alreadyThere(ClusterSpec spec) {
    return SpecError.of(
        "name",
        spec.name().value(),
        "is there already: only a new cluster can begin with a snapshot; to bring a snapshot of its"
            + " own back: quorate restore "
            + spec.name());
  }

  /**
   * Why a first apply is refused: the name is reserved, or the group is another cluster's. A group
   * serves one cluster only, or both would count its nodes.
   */
  public List<SpecError> groupTaken(ClusterSpec spec) {
    if (spec.name().value().equals(EtcdRelease.PREFIX)) {
      return List.of(
          SpecError.of(
              "name",
              spec.name().value(),
              "is reserved: the bucket keeps the releases of etcd under it; take another name"));
    }
    return store.list(Table.CLUSTERS, Keys.FLEET, "").stream()
        .filter(item -> !Expiry.marked(item))
        .flatMap(item -> entry(item).stream())
        .filter(entry -> entry.group().equals(spec.group()) && !entry.name().equals(spec.name()))
        .map(
            entry ->
                SpecError.of(
                    "group",
                    spec.group(),
                    "is cluster " + entry.name() + "'s; a group serves one cluster only"))
        .toList();
  }

  // A line that cannot be read must not stop clusters beside it from being applied.
  private static Optional<FleetEntry> entry(Item item) {
    try {
      return Optional.of(Codecs.FLEET.read(item.attributes(), item.key().toString()));
    } catch (UnreadableRecordException e) {
      return Optional.empty();
    }
  }

  private Applied create(
      ClusterSpec spec, Lineage lineage, List<Write> besides, Instant now, String by) {
    List<SpecError> taken = groupTaken(spec);
    if (!taken.isEmpty()) {
      return new Applied.Refused(taken);
    }
    ClusterName name = spec.name();
    ClusterUid uid = lineage.uid();
    SpecRecord record = new SpecRecord(spec, uid, 1, now, by);
    FleetEntry entry = new FleetEntry(name, uid, spec.group(), true, now);
    List<Write> writes = new ArrayList<>();
    writes.add(fresh(Keys.spec(name), Codecs.SPEC.write(record)));
    writes.add(fresh(Keys.lineage(name), Codecs.LINEAGE.write(lineage)));
    writes.add(fresh(Keys.status(name), Codecs.STATUS.write(Status.initial())));
    writes.add(
        new Write.Put(new Item(Keys.fleet(name), Codecs.FLEET.write(entry)), Expect.anything()));
    writes.add(groupOf(entry));
    writes.addAll(new ResolvedRelease(store, spec).writes());
    writes.addAll(besides);
    WriteResult result = store.transact(Notice.with(name, writes));
    return result.written() ? new Applied.Created(record) : new Applied.Conflict();
  }

  /** That a cluster has its group; refused while another has it. */
  public static Write groupOf(FleetEntry entry) {
    return new Write.Put(
        new Item(Keys.group(entry.group()), Codecs.FLEET.write(entry)), free(entry));
  }

  /** That a cluster has its group no longer. */
  public static Write groupLeftBy(FleetEntry entry, Instant now) {
    return new Write.Put(
        new Item(Keys.group(entry.group()), Expiry.at(Codecs.FLEET.write(entry), now)),
        free(entry));
  }

  private static Expect free(FleetEntry entry) {
    return Expect.any(Expiry.goneOrNone(), Expect.is("uid", entry.uid().value()));
  }

  private static Write fresh(Key key, Map<String, Object> attributes) {
    return new Write.Put(new Item(key, attributes), Expect.noRecord());
  }

  /** Why nothing is applied to a cluster that was deleted: its name is used up. */
  private List<SpecError> deleted(ClusterName cluster) {
    Key key = Keys.lineage(cluster);
    return Optional.ofNullable(store.read(List.of(key)).get(key))
        .map(item -> Codecs.LINEAGE.read(item.attributes(), key.toString()))
        .filter(lineage -> lineage.state() == Lineage.State.DELETED)
        .map(
            lineage ->
                List.of(
                    SpecError.of(
                        "name",
                        cluster.value(),
                        "was deleted, and a deleted cluster's name is never used again: give the"
                            + " new one another")))
        .orElse(List.of());
  }

  /**
   * Why a later apply is refused: because the cluster was deleted, by the two specs, by the etcd
   * that members run, or by the size of their database.
   */
  public List<SpecError> refused(ClusterSpec before, ClusterSpec after) {
    List<SpecError> gone = deleted(before.name());
    if (!gone.isEmpty()) {
      return gone;
    }
    List<SpecError> errors = SpecChange.check(before, after);
    List<String> restarts =
        SpecChange.between(before, after).changes().stream()
            .filter(change -> change.effect() == SpecField.Effect.ETCD_RESTART)
            .map(SpecChange.FieldChange::path)
            .toList();
    if (errors.isEmpty()) {
      errors = new QuotaCheck(store).refusing(before, after);
    }
    boolean versionChanges = !before.etcd().version().equals(after.etcd().version());
    return errors.isEmpty() && (versionChanges || !restarts.isEmpty())
        ? new RunningReleases(store)
            .refusing(after, versionChanges, restarts, new ResolvedRelease(store, after).present())
        : errors;
  }

  /** What an operator is to know of a change that is not refused. */
  public List<String> warnings(ClusterSpec before, ClusterSpec after) {
    return new QuotaCheck(store).warnings(before, after);
  }

  /** Whether an apply of the same spec would resolve it to another stored release. */
  public boolean resolvesAnew(ClusterSpec spec) {
    return new ResolvedRelease(store, spec).changes();
  }

  /**
   * Records that another owner controls a spec, which stays unchanged; nothing is written when it
   * changed meanwhile.
   */
  public void handOver(SpecRecord existing, Instant now, String by) {
    SpecRecord next = existing.replacedBy(existing.spec(), now, by);
    store.write(
        new Write.Put(
            new Item(Keys.spec(existing.spec().name()), Codecs.SPEC.write(next)),
            Expect.is("version", existing.version())));
  }

  private Applied replace(SpecRecord existing, ClusterSpec spec, Instant now, String by) {
    List<SpecError> errors = refused(existing.spec(), spec);
    if (!errors.isEmpty()) {
      return new Applied.Refused(errors);
    }
    if (existing.spec().equals(spec) && !resolvesAnew(spec)) {
      return new Applied.Unchanged(existing);
    }
    SpecRecord next = existing.replacedBy(spec, now, by);
    Write put =
        new Write.Put(
            new Item(Keys.spec(spec.name()), Codecs.SPEC.write(next)),
            Expect.is("version", existing.version()));
    List<Write> writes = new ArrayList<>(new ResolvedRelease(store, spec).writes());
    writes.add(put);
    return store.transact(Notice.with(spec.name(), writes)).written()
        ? new Applied.Updated(next, SpecChange.between(existing.spec(), spec))
        : new Applied.Conflict();
  }
}
