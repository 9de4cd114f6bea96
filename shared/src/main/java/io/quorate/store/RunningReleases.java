package io.quorate.store;

import io.quorate.codec.Codecs;
import io.quorate.codec.UnreadableRecordException;
import io.quorate.model.ClusterName;
import io.quorate.model.InstanceId;
import io.quorate.spec.ClusterSpec;
import io.quorate.spec.EtcdVersion;
import io.quorate.spec.SpecError;
import io.quorate.state.Heartbeat;
import io.quorate.state.MemberStatus;
import io.quorate.state.Status;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The etcd releases that members of a cluster run, by their heartbeats: a spec that does not accept
 * them is refused, for no node that replaces a member could join then (ADR 15).
 */
final class RunningReleases {
  private final RecordStore store;

  RunningReleases(RecordStore store) {
    this.store = store;
  }

  List<SpecError> refusing(ClusterSpec desired) {
    Map<String, Set<InstanceId>> others = new TreeMap<>();
    Set<InstanceId> gone = terminated(desired.name());
    for (Item item : store.list(Table.NODES, desired.name().value(), "")) {
      row(item)
          .filter(row -> !gone.contains(row.instance()))
          .ifPresent(
              row ->
                  release(row)
                      .filter(release -> !desired.etcd().version().accepts(release))
                      .ifPresent(
                          release ->
                              others
                                  .computeIfAbsent(release.toString(), key -> new TreeSet<>())
                                  .add(row.instance())));
    }
    return others.isEmpty() ? List.of() : List.of(error(desired, others));
  }

  private static SpecError error(ClusterSpec desired, Map<String, Set<InstanceId>> others) {
    return SpecError.of(
        "etcd.version",
        desired.etcd().version().toString(),
        "members run etcd "
            + others
            + ", expected a version that accepts it: another release needs a rolling change, which"
            + " this release of Quorate does not do yet");
  }

  private static Optional<EtcdVersion> release(Heartbeat row) {
    return row.status().map(MemberStatus::version).flatMap(EtcdVersion::parse);
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
