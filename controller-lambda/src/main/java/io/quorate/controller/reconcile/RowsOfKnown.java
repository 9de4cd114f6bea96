package io.quorate.controller.reconcile;

import io.quorate.codec.Codecs;
import io.quorate.codec.UnreadableRecordException;
import io.quorate.controller.observe.Strangers;
import io.quorate.controller.plan.facts.PlausibleNumbers;
import io.quorate.model.ClusterName;
import io.quorate.model.FencingToken;
import io.quorate.model.InstanceId;
import io.quorate.state.Heartbeat;
import io.quorate.state.Lineage;
import io.quorate.state.Status;
import io.quorate.store.Item;
import io.quorate.store.NodeListing;
import io.quorate.store.RecordStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * The node rows that a command of a person has to read, without those that a person put aside. An
 * unreadable row is left out if EC2 has shown its instance terminated, if its key can name no
 * instance, or if it is a {@link Strangers stranger's}; any other fails the command.
 */
final class RowsOfKnown {
  private RowsOfKnown() {}

  /**
   * Reads them.
   *
   * @param issued the newest token that the table knows to be issued
   * @param lineage the cluster's; a row that tells of numbers past what it can have reached counts
   *     as unreadable
   * @param struck the instances whose rows a person put aside
   * @param strangers which of these instances are strangers; asked only about unreadable rows
   * @throws UnreadableRecordException when a row that counts cannot be read
   */
  static List<Heartbeat> read(
      RecordStore store,
      ClusterName cluster,
      Optional<Status> status,
      FencingToken issued,
      Lineage lineage,
      Instant now,
      Set<InstanceId> struck,
      UnaryOperator<Set<InstanceId>> strangers) {
    List<Heartbeat> readable = new ArrayList<>();
    Map<InstanceId, UnreadableRecordException> unreadable = new TreeMap<>();
    NodeListing listing = store.nodes(cluster.value());
    if (!listing.whole()) {
      throw new UnreadableRecordException(listing.excess(cluster.value()), null);
    }
    listing
        .large()
        .keySet()
        .forEach(
            key ->
                InstanceId.named(key)
                    .ifPresent(
                        id ->
                            unreadable.put(
                                id,
                                new UnreadableRecordException(
                                    cluster + "/" + key + " is too large to be read", null))));
    for (Item item : listing.rows()) {
      if (InstanceId.named(item.key().sort()).filter(struck::contains).isPresent()) {
        continue;
      }
      try {
        readable.add(believed(item, issued, lineage, now));
      } catch (UnreadableRecordException e) {
        InstanceId.named(item.key().sort()).ifPresent(id -> unreadable.put(id, e));
      }
    }
    unreadable.keySet().removeAll(struck);
    unreadable.keySet().removeIf(id -> status.filter(read -> read.terminated(id)).isPresent());
    if (!unreadable.isEmpty()) {
      unreadable.keySet().removeAll(strangers.apply(Set.copyOf(unreadable.keySet())));
    }
    for (UnreadableRecordException counts : unreadable.values()) {
      throw counts;
    }
    return readable;
  }

  private static Heartbeat believed(Item item, FencingToken issued, Lineage lineage, Instant now) {
    String where = item.key().toString();
    Heartbeat row = Codecs.HEARTBEAT.read(item.attributes(), where);
    PlausibleNumbers.lie(row, issued, lineage, now)
        .ifPresent(
            why -> {
              throw new UnreadableRecordException(where + ": " + why, null);
            });
    return row;
  }
}
