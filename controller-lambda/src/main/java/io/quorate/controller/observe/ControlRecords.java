package io.quorate.controller.observe;

import io.quorate.certificate.NodeCertificates;
import io.quorate.codec.Codecs;
import io.quorate.codec.CommandCodec;
import io.quorate.codec.UnreadableRecordException;
import io.quorate.command.CommandSlot;
import io.quorate.command.Lane;
import io.quorate.controller.view.BucketView;
import io.quorate.controller.view.CertificateView;
import io.quorate.controller.view.ClusterRecords;
import io.quorate.controller.view.ReleaseView;
import io.quorate.controller.view.UnreadableSnapshot;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.model.InstanceId;
import io.quorate.recovery.Recovery;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.CatalogueDigest;
import io.quorate.state.Lineage;
import io.quorate.state.SpecRecord;
import io.quorate.state.Status;
import io.quorate.state.StruckRows;
import io.quorate.store.CatalogueLine;
import io.quorate.store.Expiry;
import io.quorate.store.FleetHealth;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.RecordStore;
import io.quorate.store.Table;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** The records of one cluster's control partition, as one batch of reads brought them. */
final class ControlRecords {
  private static final int BATCH = 100;

  private final ClusterName cluster;
  private final Map<Key, Item> items;
  private final Neighbours neighbours;

  private ControlRecords(ClusterName cluster, Map<Key, Item> items, Neighbours neighbours) {
    this.cluster = cluster;
    this.items = items;
    this.neighbours = neighbours;
  }

  /**
   * The operators' requests and the catalogue of snapshots.
   *
   * @param whole whether these are all lines of the catalogue
   */
  private record Neighbours(List<Item> requests, List<Item> snapshots, boolean whole) {}

  /**
   * Reads spec, lineage, status and these nodes' slots: one request up to 47 nodes; and one request
   * for the operators' requests and the catalogue of snapshots, which are neighbours. Of a long
   * catalogue only the newest lines are read, and those older ones that something rests on, while
   * the status says that nothing goes on.
   *
   * @param certified the nodes that told a public key; none, and no more is read, without TLS
   * @param now when the turn looks
   */
  static ControlRecords read(
      RecordStore store,
      ClusterName cluster,
      Collection<InstanceId> nodes,
      Collection<InstanceId> certified,
      Instant now) {
    List<Key> keys = new ArrayList<>();
    keys.add(Keys.spec(cluster));
    keys.add(Keys.lineage(cluster));
    keys.add(Keys.status(cluster));
    keys.add(Keys.recovery(cluster));
    keys.add(Keys.release(cluster));
    keys.add(Keys.struck(cluster));
    keys.add(Keys.fleetSize());
    nodes.forEach(
        node -> {
          keys.add(Keys.command(cluster, Lane.MEMBERSHIP, node));
          keys.add(Keys.command(cluster, Lane.MAINTENANCE, node));
        });
    if (!certified.isEmpty()) {
      keys.add(Keys.pki(cluster));
      certified.forEach(node -> keys.add(Keys.certificate(cluster, node)));
    }
    Map<Key, Item> items = new HashMap<>();
    for (int from = 0; from < keys.size(); from += BATCH) {
      items.putAll(store.read(keys.subList(from, Math.min(keys.size(), from + BATCH))));
    }
    ControlRecords read =
        new ControlRecords(cluster, items, new Neighbours(List.of(), List.of(), true));
    Neighbours neighbours =
        read.digest(now)
            .flatMap(digest -> read.newest(store, digest))
            .orElseGet(() -> read.all(store));
    return new ControlRecords(cluster, items, neighbours);
  }

  /** The same with every line of the catalogue. */
  ControlRecords whole(RecordStore store) {
    return new ControlRecords(cluster, items, all(store));
  }

  private Optional<CatalogueDigest> digest(Instant now) {
    if (missing().isPresent()) {
      return Optional.empty();
    }
    return readableStatus()
        .filter(SteadyCheck::quiet)
        .filter(status -> !BucketReader.mayBeDue(status, now))
        .flatMap(status -> status.tasks().bucket().catalogue());
  }

  private Neighbours all(RecordStore store) {
    List<Item> found =
        store.range(Table.CLUSTERS, cluster.value(), Keys.REQUEST, Keys.SNAPSHOT + "~").stream()
            .filter(item -> !Expiry.marked(item))
            .toList();
    return new Neighbours(
        found.stream().filter(item -> item.key().sort().startsWith(Keys.REQUEST)).toList(),
        found.stream().filter(item -> item.key().sort().startsWith(Keys.SNAPSHOT)).toList(),
        true);
  }

  /** Empty where all lines are to be read: somebody asks for something, or the digest is old. */
  private Optional<Neighbours> newest(RecordStore store, CatalogueDigest digest) {
    List<Item> asked =
        store.list(Table.CLUSTERS, cluster.value(), Keys.REQUEST).stream()
            .filter(item -> !Expiry.marked(item))
            .toList();
    if (asked.stream().anyMatch(item -> !closed(item))) {
      return Optional.empty();
    }
    Map<Key, Item> lines = new TreeMap<>(Comparator.comparing(Key::sort));
    store
        .newest(Table.CLUSTERS, cluster.value(), Keys.SNAPSHOT, CatalogueDigest.NEWEST_LINES)
        .stream()
        .filter(item -> !Expiry.marked(item))
        .forEach(item -> lines.put(item.key(), item));
    List<Key> older = digest.older().stream().map(id -> Keys.snapshot(cluster, id)).toList();
    if (!older.isEmpty()) {
      store.read(older).values().stream()
          .filter(item -> !Expiry.marked(item))
          .forEach(item -> lines.put(item.key(), item));
    }
    boolean holds =
        lines.keySet().containsAll(older)
            && lines.keySet().stream()
                .reduce((one, next) -> next)
                .filter(Keys.snapshot(cluster, digest.newest())::equals)
                .isPresent();
    return holds
        ? Optional.of(new Neighbours(asked, List.copyOf(lines.values()), false))
        : Optional.empty();
  }

  private static boolean closed(Item request) {
    try {
      return Codecs.REQUEST.read(request.attributes(), request.key().toString()).state().closed();
    } catch (UnreadableRecordException e) {
      return false;
    }
  }

  boolean nothingApplied() {
    return !items.containsKey(Keys.spec(cluster)) && !items.containsKey(Keys.lineage(cluster));
  }

  /** What to tell about the first record that every cluster has and this one lacks. */
  Optional<String> missing() {
    return Stream.of(Keys.spec(cluster), Keys.lineage(cluster), Keys.status(cluster))
        .filter(key -> !items.containsKey(key))
        .map(ControlRecords::lacks)
        .findFirst();
  }

  SpecRecord spec() {
    return required(Keys.spec(cluster), Codecs.SPEC::read);
  }

  Lineage lineage() {
    return required(Keys.lineage(cluster), Codecs.LINEAGE::read);
  }

  Status status() {
    return required(Keys.status(cluster), Codecs.STATUS::read);
  }

  Optional<Status> readableStatus() {
    try {
      return Optional.of(status());
    } catch (UnreadableRecordException e) {
      return Optional.empty();
    }
  }

  /** How large the fleet is, where it is large. */
  Optional<FleetHealth.Size> fleetSize() {
    return FleetHealth.size(Optional.ofNullable(items.get(Keys.fleetSize())));
  }

  Map<InstanceId, CommandSlot> slots(Lane lane, Collection<InstanceId> nodes) {
    Map<InstanceId, CommandSlot> slots = new HashMap<>();
    for (InstanceId node : nodes) {
      Optional.ofNullable(items.get(Keys.command(cluster, lane, node)))
          .map(item -> CommandCodec.read(item.attributes(), item.key().toString(), lane))
          .ifPresent(slot -> slots.put(node, slot));
    }
    return slots;
  }

  /** The records beside spec, lineage, status and the instruction slots. */
  ClusterRecords others(Collection<InstanceId> nodes, ClusterUid uid) {
    List<SnapshotRecord> catalogue = new ArrayList<>();
    List<UnreadableSnapshot> unreadable = new ArrayList<>();
    neighbours.snapshots().forEach(item -> line(item, uid, catalogue, unreadable));
    ClusterRecords read =
        new ClusterRecords(
            slots(Lane.MAINTENANCE, nodes),
            neighbours.requests().stream()
                .map(item -> Codecs.REQUEST.read(item.attributes(), item.key().toString()))
                .toList(),
            catalogue,
            new BucketView.NotObserved(),
            recovery(),
            CertificateView.NONE,
            unreadable,
            List.of(),
            release(),
            Set.of(),
            spec().pauses(),
            true,
            Map.of());
    return neighbours.whole() ? read : read.withoutOldLines();
  }

  /** Much of a line is what an agent told: one that cannot be read ends no turn. */
  private static void line(
      Item item,
      ClusterUid uid,
      List<SnapshotRecord> catalogue,
      List<UnreadableSnapshot> unreadable) {
    try {
      SnapshotRecord record = CatalogueLine.read(item);
      if (!record.manifest().uid().equals(uid)) {
        throw new UnreadableRecordException(
            item.key() + ": it is of UID " + record.manifest().uid() + ", expected " + uid, null);
      }
      catalogue.add(record);
    } catch (UnreadableRecordException e) {
      unreadable.add(
          new UnreadableSnapshot(CatalogueLine.id(item), String.valueOf(e.getMessage())));
    }
  }

  /** No healing waits for a release: a record that cannot be read ends no turn. */
  private ReleaseView release() {
    Item item = items.get(Keys.release(cluster));
    if (item == null) {
      return ReleaseView.NONE;
    }
    try {
      return ReleaseView.of(Codecs.TARGET_RELEASE.read(item.attributes(), item.key().toString()));
    } catch (UnreadableRecordException e) {
      return ReleaseView.unreadable(String.valueOf(e.getMessage()));
    }
  }

  Optional<Recovery> recovery() {
    return Optional.ofNullable(items.get(Keys.recovery(cluster)))
        .map(item -> Codecs.RECOVERY.read(item.attributes(), item.key().toString()));
  }

  /** The node rows that a person put aside. */
  StruckRows struck() {
    return Optional.ofNullable(items.get(Keys.struck(cluster)))
        .map(item -> Codecs.STRUCK.read(item.attributes(), item.key().toString()))
        .orElse(StruckRows.NONE);
  }

  /** The authorities, and what they signed. */
  CertificateView certificates(Collection<InstanceId> nodes) {
    Map<InstanceId, NodeCertificates> signed = new HashMap<>();
    for (InstanceId node : nodes) {
      Optional.ofNullable(items.get(Keys.certificate(cluster, node)))
          .map(item -> Codecs.NODE_CERTIFICATES.read(item.attributes(), item.key().toString()))
          .ifPresent(certificates -> signed.put(node, certificates));
    }
    return new CertificateView(
        Optional.ofNullable(items.get(Keys.pki(cluster)))
            .map(item -> Codecs.AUTHORITIES.read(item.attributes(), item.key().toString())),
        signed,
        Map.of());
  }

  private static String lacks(Key key) {
    return key
        + " is missing, expected the record that the first apply made; the table was"
        + " restored, emptied or edited: put it back";
  }

  private <T> T required(Key key, BiFunction<Map<String, Object>, String, T> reader) {
    Item item = items.get(key);
    if (item == null) {
      throw new UnreadableRecordException(lacks(key), null);
    }
    return reader.apply(item.attributes(), key.toString());
  }
}
