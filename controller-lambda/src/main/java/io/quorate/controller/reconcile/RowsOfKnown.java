package io.quorate.controller.reconcile;

import io.quorate.codec.Codecs;
import io.quorate.codec.UnreadableRecordException;
import io.quorate.controller.observe.Strangers;
import io.quorate.model.ClusterName;
import io.quorate.model.InstanceId;
import io.quorate.state.Heartbeat;
import io.quorate.state.Status;
import io.quorate.store.Item;
import io.quorate.store.RecordStore;
import io.quorate.store.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * The node rows that a command of a person has to read. An unreadable row is left out if EC2 has
 * shown its instance terminated, if its key can name no instance, or if it is a {@link Strangers
 * stranger's}; any other fails the command.
 */
final class RowsOfKnown {
  private RowsOfKnown() {}

  /**
   * Reads them.
   *
   * @param strangers which of these instances are strangers; asked only about unreadable rows
   * @throws UnreadableRecordException when a row that counts cannot be read
   */
  static List<Heartbeat> read(
      RecordStore store,
      ClusterName cluster,
      Optional<Status> status,
      UnaryOperator<Set<InstanceId>> strangers) {
    List<Heartbeat> readable = new ArrayList<>();
    Map<InstanceId, UnreadableRecordException> unreadable = new TreeMap<>();
    for (Item item : store.list(Table.NODES, cluster.value(), "")) {
      try {
        readable.add(Codecs.HEARTBEAT.read(item.attributes(), item.key().toString()));
      } catch (UnreadableRecordException e) {
        InstanceId.named(item.key().sort())
            .filter(id -> status.filter(read -> read.terminated(id)).isEmpty())
            .ifPresent(id -> unreadable.put(id, e));
      }
    }
    if (!unreadable.isEmpty()) {
      unreadable.keySet().removeAll(strangers.apply(Set.copyOf(unreadable.keySet())));
    }
    for (UnreadableRecordException counts : unreadable.values()) {
      throw counts;
    }
    return readable;
  }
}
