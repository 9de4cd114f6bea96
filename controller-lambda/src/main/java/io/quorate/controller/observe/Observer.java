package io.quorate.controller.observe;

import io.quorate.codec.UnreadableRecordException;
import io.quorate.command.CommandSlot;
import io.quorate.command.Lane;
import io.quorate.controller.plan.facts.CertificateDue;
import io.quorate.controller.plan.facts.PlausibleNumbers;
import io.quorate.controller.plan.instances.PrunableInstances;
import io.quorate.controller.plan.recovery.TrialWatch;
import io.quorate.controller.view.BucketView;
import io.quorate.controller.view.CertificateView;
import io.quorate.controller.view.ClusterRecords;
import io.quorate.controller.view.ClusterView;
import io.quorate.controller.view.FleetView;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.InstanceState;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.ClusterName;
import io.quorate.model.InstanceId;
import io.quorate.recovery.Recovery;
import io.quorate.spec.ClusterSpec;
import io.quorate.state.Bootstrap;
import io.quorate.state.ClockReading;
import io.quorate.state.Condition;
import io.quorate.state.FleetEntry;
import io.quorate.state.Heartbeat;
import io.quorate.state.Lineage;
import io.quorate.state.Status;
import io.quorate.state.TableRollback;
import io.quorate.state.UnansweredCall;
import io.quorate.store.FleetHealth;
import io.quorate.store.LineageMirror;
import io.quorate.store.NodeListing;
import io.quorate.store.RecordStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Looks at one cluster.
 *
 * <ol>
 *   <li>Query the nodes' rows, as far as the bounds let: beyond them the cluster halts.
 *   <li>One batch: spec, lineage, status, every node's slot. The requests and the catalogue; of a
 *       long one the newest lines, while all is quiet.
 *   <li>Ask Auto Scaling for the group and EC2 for the instances. Rows of strangers, and those that
 *       a person put aside, are left out from here on.
 *   <li>Only if an operator asks, a recovery chooses or an hour has passed: list the snapshots in
 *       the bucket, and read the mirror of the lineage.
 *   <li>Only if something looks unsteady, and the cluster is bootstrapped: query the fleet, or read
 *       the shards of a large one.
 * </ol>
 */
public final class Observer {
  private final RecordStore store;
  private final CloudReader cloud;
  private final InstantSource clock;
  private final Optional<BucketReader> bucket;

  /** Looks through these ports, by this clock. */
  public Observer(RecordStore store, CloudReader cloud, InstantSource clock) {
    this(store, cloud, Optional.empty(), clock);
  }

  /** Looks through these ports, at the bucket too, by this clock. */
  public Observer(
      RecordStore store,
      CloudReader cloud,
      SnapshotStores snapshots,
      LineageMirror mirror,
      InstantSource clock) {
    this(store, cloud, Optional.of(new BucketReader(snapshots, mirror)), clock);
  }

  private Observer(
      RecordStore store, CloudReader cloud, Optional<BucketReader> bucket, InstantSource clock) {
    this.store = store;
    this.cloud = cloud;
    this.clock = clock;
    this.bucket = bucket;
  }

  /**
   * Looks.
   *
   * @throws io.quorate.store.StoreUnavailableException when the store did not answer
   */
  public ObserveResult look(ClusterName cluster, ObserveContext with) {
    Instant now = clock.instant();
    NodeListing listing = store.nodes(cluster.value());
    NodeRows rows =
        NodeRows.read(listing, with.before(), new ClockReading(with.clockName(), now))
            .believed(row -> PlausibleNumbers.lie(row, with.issued()));
    ControlRecords records =
        listing.whole()
            ? ControlRecords.read(store, cluster, rows.ids(), rows.withPublicKey(), now)
            : ControlRecords.read(store, cluster, Set.of(), Set.of(), now);
    if (records.nothingApplied()) {
      return new ObserveResult.NoCluster();
    }
    if (!listing.whole()) {
      String excess = listing.excess(cluster.value());
      return halted(Condition.Type.RECORD_UNREADABLE, excess, records, rows, with, now);
    }
    Optional<String> missing = records.missing();
    if (missing.isPresent()) {
      return halted(Condition.Type.TABLE_ROLLED_BACK, missing.get(), records, rows, with, now);
    }
    Condition.Type onUnreadable = Condition.Type.SPEC_INVALID;
    try {
      ClusterSpec spec = records.spec().spec();
      onUnreadable = Condition.Type.RECORD_UNREADABLE;
      ObserveResult first = seen(cluster, with, now, rows, spec, records);
      return first instanceof ObserveResult.Seen some && !enough(some.view())
          ? seen(cluster, with, now, rows, spec, records.whole(store))
          : first;
    } catch (UnreadableRecordException e) {
      return halted(onUnreadable, message(e), records, rows, with, now);
    }
  }

  /** Where something goes on after all, a decision may rest on any line of the catalogue. */
  private static boolean enough(ClusterView view) {
    return view.records().wholeCatalogue() || SteadyCheck.quiet(view);
  }

  private static ObserveResult.Halted halted(
      Condition.Type type,
      String message,
      ControlRecords records,
      NodeRows rows,
      ObserveContext with,
      Instant now) {
    Optional<TableRollback> older =
        rows.nodes().values().stream()
            .map(ObservedNode::heartbeat)
            .sorted(Comparator.comparing(Heartbeat::instance))
            .flatMap(row -> TableRollback.proof(row, with.issued(), now).stream())
            .findFirst();
    return new ObserveResult.Halted(
        type,
        message,
        records.readableStatus(),
        older,
        rows.heartbeatProgress(
            id -> records.readableStatus().filter(s -> s.terminated(id)).isPresent()),
        now);
  }

  private ObserveResult seen(
      ClusterName cluster,
      ObserveContext with,
      Instant now,
      NodeRows read,
      ClusterSpec spec,
      ControlRecords records) {
    Lineage lineage = records.lineage();
    Status status = records.status();
    NodeRows all = read.believed(row -> PlausibleNumbers.lie(row, with.issued(), lineage, now));
    GroupView group = cloud.group(spec.group());
    Map<InstanceId, InstanceState> instances =
        cloud.instances(concerned(all, lineage, status, group));
    Set<InstanceId> strangers =
        Strangers.among(
            all,
            new Strangers.Records(lineage, status, records.recovery(), with.issued(), now),
            new Strangers.Listings(cluster, cloud, group, instances));
    Set<InstanceId> struck = StruckOff.inEffect(records.struck(), group);
    NodeRows rows = all.without(strangers).without(struck);
    List<String> keys =
        Stream.concat(
                strangers.stream().filter(id -> !struck.contains(id)).map(InstanceId::value),
                all.nobodys().stream())
            .sorted()
            .toList();
    ClusterView view =
        view(
            cluster,
            with,
            now,
            rows,
            spec,
            records,
            group,
            instances,
            keys,
            unknownToEc2(lineage, status, group, instances, now));
    return withFleet(view, rows, records.fleetSize());
  }

  /** A look that failed halfway shows some, and says nothing of the others. */
  private Set<InstanceId> unknownToEc2(
      Lineage lineage,
      Status status,
      GroupView group,
      Map<InstanceId, InstanceState> instances,
      Instant now) {
    Set<InstanceId> missing = new TreeSet<>(status.data().holders().keySet());
    if (group instanceof GroupView.Observed observed) {
      missing.addAll(observed.lifecycles().keySet());
    }
    status.terminations().forEach(intent -> missing.add(intent.instance()));
    missing.removeIf(status::terminated);
    missing.addAll(PrunableInstances.asked(lineage, status, now));
    missing.removeAll(instances.keySet());
    return missing.isEmpty() ? Set.of() : cloud.unknown(missing).orElse(Set.of());
  }

  private ClusterView view(
      ClusterName cluster,
      ObserveContext with,
      Instant now,
      NodeRows rows,
      ClusterSpec spec,
      ControlRecords records,
      GroupView group,
      Map<InstanceId, InstanceState> instances,
      List<String> strangers,
      Set<InstanceId> unknownToEc2) {
    Lineage lineage = records.lineage();
    Status status = records.status();
    ClusterRecords others =
        records
            .others(rows.ids(), lineage.uid())
            .withStrangers(strangers)
            .withUnknownToEc2(unknownToEc2);
    Map<InstanceId, CommandSlot> slots = records.slots(Lane.MEMBERSHIP, rows.ids());
    ClusterRecords complete =
        others
            .with(
                bucket
                    .map(
                        reader ->
                            reader.look(
                                cluster,
                                spec,
                                lineage,
                                status,
                                others,
                                trialEnded(others, rows),
                                now))
                    .orElseGet(BucketView.NotObserved::new))
            .with(certificates(spec, rows, records, now));
    return new ClusterView(
        cluster,
        spec,
        lineage,
        status,
        slots,
        complete.withUnanswered(UnansweredCall.next(with.unanswered(), cloud.outcomes(), now)),
        rows.nodes(),
        group,
        instances,
        new FleetView.NotObserved("not looked at, as while all seems well"),
        with.token(),
        with.issued(),
        with.nonce(),
        now);
  }

  private static boolean trialEnded(ClusterRecords records, NodeRows rows) {
    return records
        .recovery()
        .filter(recovery -> recovery.state() == Recovery.State.TRIAL)
        .flatMap(
            recovery ->
                Optional.ofNullable(rows.nodes().get(recovery.trial().orElseThrow().candidate()))
                    .flatMap(candidate -> TrialWatch.outcome(recovery, candidate)))
        .isPresent();
  }

  /** EC2 is asked for addresses only where something is to be signed. */
  private CertificateView certificates(
      ClusterSpec spec, NodeRows rows, ControlRecords records, Instant now) {
    CertificateView read = records.certificates(rows.withPublicKey());
    List<InstanceId> due =
        rows.nodes().values().stream()
            .filter(
                node ->
                    CertificateDue.due(
                        spec,
                        node,
                        Optional.ofNullable(read.nodes().get(node.heartbeat().instance())),
                        now))
            .map(node -> node.heartbeat().instance())
            .toList();
    return due.isEmpty() ? read : read.showing(cloud.addresses(due));
  }

  /** A member may have outlived its node's row: its name tells which instance it lived on. */
  static Set<InstanceId> concerned(NodeRows rows, Lineage lineage, Status status, GroupView group) {
    Set<InstanceId> ids = new TreeSet<>(rows.ids());
    rows.nodes().values().stream()
        .flatMap(node -> node.heartbeat().members().stream())
        .flatMap(member -> InstanceId.named(member.name()).stream())
        .forEach(ids::add);
    lineage
        .bootstrap()
        .map(Bootstrap::voters)
        .orElse(List.of())
        .forEach(v -> ids.add(v.instance()));
    status.terminations().forEach(intent -> ids.add(intent.instance()));
    status.operation().ifPresent(operation -> ids.add(operation.executor()));
    ids.addAll(status.data().holders().keySet());
    status.group().hooks().forEach(answer -> ids.add(answer.instance()));
    switch (group) {
      case GroupView.Observed observed -> ids.addAll(observed.lifecycles().keySet());
      case GroupView.Unknown unknown -> {}
    }
    ids.removeIf(status::terminated);
    return ids;
  }

  private ObserveResult withFleet(
      ClusterView view, NodeRows rows, Optional<FleetHealth.Size> size) {
    List<String> doubts = doubts(view, rows);
    if (doubts.isEmpty() && SteadyCheck.steady(view)) {
      return seen(view, rows, Optional.empty(), false);
    }
    if (view.lineage().state() != Lineage.State.COMMITTED) {
      // A bootstrap destroys nothing and says nothing about the observer, but somebody waits for
      // it.
      ClusterView unbootstrapped =
          view.withFleet(new FleetView.NotObserved("not looked at before the bootstrap"));
      return seen(unbootstrapped, rows, Optional.empty(), false);
    }
    FleetReader.Read fleet = new FleetReader(store).read(view.cluster(), size, view.observedAt());
    ClusterView respected =
        view.withFleet(doubts.isEmpty() ? fleet.observed() : new FleetView.RowsUnread(doubts));
    return seen(respected, rows, fleet.own(), size.isPresent());
  }

  private static ObserveResult seen(
      ClusterView view, NodeRows rows, Optional<FleetEntry> own, boolean shards) {
    Set<InstanceId> watched =
        PrunableInstances.watched(view.lineage(), view.status(), view.observedAt());
    return new ObserveResult.Seen(
        view,
        rows.heartbeatProgress(id -> view.status().terminated(id) && !watched.contains(id)),
        own,
        rows.complaints(),
        shards);
  }

  /**
   * An unreadable row may hold evidence against a destructive decision, so the breaker stays on.
   * The row of a terminated instance does not count: it is evidence of nothing, and is never
   * replaced.
   */
  private static List<String> doubts(ClusterView view, NodeRows rows) {
    return rows.unreadable().stream()
        .filter(row -> row.of().filter(id -> gone(view, id)).isEmpty())
        .map(NodeRows.Unread::why)
        .toList();
  }

  private static boolean gone(ClusterView view, InstanceId id) {
    return view.status().terminated(id) || view.instances().get(id) == InstanceState.TERMINATED;
  }

  private static String message(UnreadableRecordException e) {
    return e.getMessage() == null ? e.toString() : e.getMessage();
  }
}
