package io.quorate.controller.observe;

import io.quorate.controller.plan.facts.PlausibleNumbers;
import io.quorate.controller.view.GroupView;
import io.quorate.lease.Leases;
import io.quorate.model.ClusterName;
import io.quorate.model.FencingToken;
import io.quorate.model.InstanceId;
import io.quorate.state.ClockReading;
import io.quorate.state.Lineage;
import io.quorate.state.Status;
import io.quorate.store.NodeListing;
import io.quorate.store.RecordStore;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** What a turn would believe of each row of the nodes table, for people. */
public final class RowBeliefs {
  /** Whether a row is evidence. */
  public enum Belief {
    /** It is. */
    BELIEVED,
    /** EC2 has shown its instance terminated: it tells of the past. */
    TERMINATED,
    /** It cannot be read, or tells of numbers that nobody can have issued. */
    UNREADABLE,
    /** Nobody knows its instance. */
    STRANGER,
    /** A person put it aside. */
    STRUCK
  }

  /**
   * One row.
   *
   * @param at when it was written, by the node's clock; empty where it cannot be read
   * @param belief whether it is evidence
   * @param why in words; empty where it is believed
   */
  public record Row(Optional<Instant> at, Belief belief, String why) {}

  /**
   * All rows.
   *
   * @param rows by their keys
   * @param excess why there are more, which no turn reads; the cluster halts by it
   */
  public record Listing(Map<String, Row> rows, Optional<String> excess) {}

  private RowBeliefs() {}

  /**
   * Looks as a turn does.
   *
   * @throws io.quorate.codec.UnreadableRecordException where a record that this rests on cannot be
   *     read
   */
  public static Listing of(RecordStore store, CloudReader cloud, ClusterName cluster, Instant now) {
    NodeListing listing = store.nodes(cluster.value());
    FencingToken issued = new Leases(store).issued(cluster);
    NodeRows read = NodeRows.read(listing, Map.of(), new ClockReading("", now));
    ControlRecords records = ControlRecords.read(store, cluster, Set.of(), Set.of(), now);
    Lineage lineage = records.lineage();
    Status status = records.status();
    NodeRows all = read.believed(row -> PlausibleNumbers.lie(row, issued, lineage, now));
    GroupView group = cloud.group(records.spec().spec().group());
    Set<InstanceId> struck = StruckOff.inEffect(records.struck(), group);
    Set<InstanceId> strangers =
        Strangers.among(
            all,
            new Strangers.Records(lineage, status, records.recovery(), issued, now),
            new Strangers.Listings(
                cluster,
                cloud,
                group,
                cloud.instances(Observer.concerned(all, lineage, status, group))));
    Map<String, Row> rows = new TreeMap<>();
    all.nodes()
        .forEach(
            (id, node) ->
                rows.put(
                    id.value(), new Row(Optional.of(node.heartbeat().at()), Belief.BELIEVED, "")));
    all.unreadable()
        .forEach(
            row -> rows.put(row.key(), new Row(Optional.empty(), Belief.UNREADABLE, row.why())));
    rows.replaceAll((key, row) -> judged(key, row, status, strangers, struck));
    return new Listing(
        rows, listing.whole() ? Optional.empty() : Optional.of(listing.excess(cluster.value())));
  }

  private static Row judged(
      String key, Row row, Status status, Set<InstanceId> strangers, Set<InstanceId> struck) {
    Optional<InstanceId> id = InstanceId.named(key);
    if (id.isEmpty()) {
      return new Row(row.at(), Belief.STRANGER, "no instance can have this name");
    }
    if (struck.contains(id.get())) {
      return new Row(row.at(), Belief.STRUCK, "put aside by an operator");
    }
    if (strangers.contains(id.get())) {
      return new Row(
          row.at(),
          Belief.STRANGER,
          "no record names it, the group does not have it, and EC2 does not show it as this"
              + " cluster's");
    }
    return status.terminated(id.get())
        ? new Row(row.at(), Belief.TERMINATED, "EC2 has shown it terminated")
        : row;
  }
}
