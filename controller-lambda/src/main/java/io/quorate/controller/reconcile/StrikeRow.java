package io.quorate.controller.reconcile;

import io.quorate.codec.Codecs;
import io.quorate.codec.UnreadableRecordException;
import io.quorate.controller.act.JournalWriter;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.observe.CloudReader;
import io.quorate.controller.observe.StruckOff;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.InstanceState;
import io.quorate.lease.HeldLease;
import io.quorate.lease.Leases;
import io.quorate.model.ClusterName;
import io.quorate.model.InstanceId;
import io.quorate.state.Status;
import io.quorate.state.StruckRows;
import io.quorate.store.Expect;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.NodeListing;
import io.quorate.store.RecordStore;
import io.quorate.store.Write;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Puts a node's row aside, because a person says so: the row is not believed, and nothing else can
 * take it out of the table.
 *
 * <ol>
 *   <li>Takes the lease, so that no turn rests on the row meanwhile.
 *   <li>Refuses while the instance may live: the group has it or does not answer, or EC2 shows it
 *       otherwise than terminated, or does not answer. Its row may be true then, and terminating it
 *       comes first. An instance of another cluster, by its tag, is none of this one's.
 *   <li>Writes the strike and the journal in one transaction. What the instance held stays on
 *       record: a strike makes nobody gone who may hold data.
 * </ol>
 */
public final class StrikeRow {
  private final RecordStore store;
  private final CloudReader cloud;
  private final InstantSource clock;
  private final Supplier<String> nonces;

  /** Strikes in this store; the cloud says whether an instance may live. */
  public StrikeRow(
      RecordStore store, CloudReader cloud, InstantSource clock, Supplier<String> nonces) {
    this.store = store;
    this.cloud = cloud;
    this.clock = clock;
    this.nonces = nonces;
  }

  /**
   * Strikes.
   *
   * @param by who says so
   * @throws UnreadableRecordException when a record that this rests on cannot be read
   * @throws io.quorate.store.StoreUnavailableException when it is unknown what was written
   */
  public StrikeResult run(ClusterName cluster, InstanceId instance, String by) {
    Instant now = clock.instant();
    Leases leases = new Leases(store);
    return leases.under(
        leases.take(cluster, nonces.get(), now, Turn.LEASE),
        new StrikeResult.Busy(),
        lease -> under(lease, instance, by, now));
  }

  private StrikeResult under(HeldLease lease, InstanceId instance, String by, Instant now) {
    ClusterName cluster = lease.cluster();
    StruckRows struck = StruckOff.read(store, cluster);
    if (struck.rows().containsKey(instance)) {
      return new StrikeResult.Unchanged();
    }
    List<String> against = against(cluster, instance, struck);
    if (!against.isEmpty()) {
      return new StrikeResult.Refused(against);
    }
    Reason reason = Reason.of("ROW_STRUCK", by + " put the row of " + instance + " aside");
    List<Write> parts =
        List.of(
            Leases.check(lease),
            new Write.Put(
                new Item(
                    Keys.struck(cluster),
                    Codecs.STRUCK.write(struck.with(instance, new StruckRows.Strike(now, by)))),
                Expect.anything()),
            new JournalWriter(cluster, lease.token()).entry(now, "StrikeRow", reason));
    return store.transact(parts).written() ? new StrikeResult.Done() : new StrikeResult.Busy();
  }

  private List<String> against(ClusterName cluster, InstanceId instance, StruckRows struck) {
    if (!rowIsThere(cluster, instance)) {
      return List.of("the nodes table has no row of " + instance + ", as far as it is read");
    }
    if (struck.rows().size() >= StruckRows.MOST) {
      return List.of(
          StruckRows.MOST
              + " rows are put aside already: have an administrator delete them from the nodes"
              + " table, and the record "
              + Keys.struck(cluster));
    }
    return mayLive(cluster, instance).map(List::of).orElse(List.of());
  }

  private boolean rowIsThere(ClusterName cluster, InstanceId instance) {
    NodeListing listing = store.nodes(cluster.value());
    return listing.large().containsKey(instance.value())
        || listing.rows().stream().anyMatch(row -> row.key().sort().equals(instance.value()));
  }

  private Optional<String> mayLive(ClusterName cluster, InstanceId instance) {
    Key spec = Keys.spec(cluster);
    Map<Key, Item> records = store.read(List.of(spec, Keys.status(cluster)));
    String name =
        Optional.ofNullable(records.get(spec))
            .map(item -> Codecs.SPEC.read(item.attributes(), spec.toString()).spec().group())
            .orElseThrow(() -> new UnreadableRecordException(spec + " is missing", null));
    Optional<Status> status =
        Optional.ofNullable(records.get(Keys.status(cluster)))
            .map(item -> Codecs.STATUS.read(item.attributes(), item.key().toString()));
    return switch (cloud.group(name)) {
      case GroupView.Unknown unknown ->
          Optional.of("whether " + instance + " lives is unknown: " + unknown.why());
      case GroupView.Observed group when group.lifecycles().containsKey(instance) ->
          Optional.of(
              instance + " is in group " + name + ": its row counts; " + terminateFirst(instance));
      case GroupView.Observed group when status.filter(s -> s.terminated(instance)).isPresent() ->
          Optional.empty();
      case GroupView.Observed group -> mayLiveByEc2(cluster, instance);
    };
  }

  private Optional<String> mayLiveByEc2(ClusterName cluster, InstanceId instance) {
    Set<InstanceId> one = Set.of(instance);
    InstanceState state = cloud.instances(one).getOrDefault(instance, InstanceState.UNKNOWN);
    if (state == InstanceState.TERMINATED || !cloud.ofOtherClusters(cluster, one).isEmpty()) {
      return Optional.empty();
    }
    if (state != InstanceState.UNKNOWN) {
      return Optional.of(
          "EC2 shows " + instance + " " + state + ": its row counts; " + terminateFirst(instance));
    }
    return cloud.unknown(one).filter(unknown -> unknown.contains(instance)).isPresent()
        ? Optional.empty()
        : Optional.of("whether " + instance + " lives is unknown: EC2 did not answer");
  }

  private static String terminateFirst(InstanceId instance) {
    return "where it is not to be trusted, terminate it first: aws ec2 terminate-instances"
        + " --instance-ids "
        + instance;
  }
}
