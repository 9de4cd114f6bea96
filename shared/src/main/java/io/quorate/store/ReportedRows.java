package io.quorate.store;

import io.quorate.codec.Codecs;
import io.quorate.codec.UnreadableRecordException;
import io.quorate.model.ClusterName;
import io.quorate.model.InstanceId;
import io.quorate.state.Heartbeat;
import io.quorate.state.Status;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What the nodes of a cluster reported last, but for those that EC2 has shown terminated. */
final class ReportedRows {
  private final RecordStore store;

  ReportedRows(RecordStore store) {
    this.store = store;
  }

  List<Heartbeat> of(ClusterName cluster) {
    Set<InstanceId> gone = terminated(cluster);
    return store.nodes(cluster.value()).rows().stream()
        .flatMap(item -> row(item).stream())
        .filter(row -> !gone.contains(row.instance()))
        .toList();
  }

  // An unreadable row does not stop a spec from being applied: the controller reports it.
  private static Optional<Heartbeat> row(Item item) {
    try {
      return Optional.of(Codecs.HEARTBEAT.read(item.attributes(), item.key().toString()));
    } catch (UnreadableRecordException e) {
      return Optional.empty();
    }
  }

  private Set<InstanceId> terminated(ClusterName cluster) {
    Key key = Keys.status(cluster);
    try {
      return Optional.ofNullable(store.read(List.of(key)).get(key))
          .map(item -> Codecs.STATUS.read(item.attributes(), item.key().toString()))
          .map(Status::tombstones)
          .map(Map::keySet)
          .orElse(Set.of());
    } catch (UnreadableRecordException e) {
      return Set.of();
    }
  }
}
