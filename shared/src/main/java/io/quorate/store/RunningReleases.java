package io.quorate.store;

import io.quorate.model.InstanceId;
import io.quorate.release.ReleasePath;
import io.quorate.spec.ClusterSpec;
import io.quorate.spec.EtcdVersion;
import io.quorate.spec.SpecError;
import io.quorate.state.Heartbeat;
import io.quorate.state.MemberStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The etcd releases that members of a cluster run, by their heartbeats: a spec that does not accept
 * them is refused unless its release is in the bucket, for no node that replaces a member could
 * join then (ADR 15).
 */
final class RunningReleases {
  private final ReportedRows rows;

  RunningReleases(RecordStore store) {
    this.rows = new ReportedRows(store);
  }

  /**
   * Why a spec is not applied: it does not accept what members run, and its release is neither
   * stored nor on every node, or no member can change to it from what it runs; or it changes how
   * etcd starts while members run another release. Such a member would start with flags that its
   * release may not know.
   *
   * @param restarts the changed fields that etcd takes only when it starts
   */
  List<SpecError> refusing(
      ClusterSpec desired, boolean versionChanges, List<String> restarts, boolean stored) {
    Map<String, Set<InstanceId>> others = others(desired);
    if (others.isEmpty()) {
      return List.of();
    }
    if (versionChanges && !stored) {
      return List.of(notStored(desired, others));
    }
    Optional<String> path = path(desired, others.keySet());
    if (versionChanges && path.isPresent()) {
      return List.of(SpecError.of("etcd.version", desired.etcd().version().toString(), path.get()));
    }
    return restarts.isEmpty() || !stored
        ? List.of()
        : List.of(
            SpecError.of(
                restarts.getFirst(),
                "changed",
                "members run etcd "
                    + others
                    + " and etcd.version is "
                    + desired.etcd().version()
                    + ": change the release alone, wait until all members run it, and apply this"
                    + " change then"));
  }

  /**
   * Whether members run another release than an exact one that every node has, so that a cluster
   * goes back to it without anything to download.
   */
  boolean wayBack(ClusterSpec desired) {
    EtcdVersion version = desired.etcd().version();
    return version.patch().isPresent()
        && !others(desired).isEmpty()
        && rows.of(desired.name()).stream().allMatch(row -> row.runs().has(version));
  }

  private Map<String, Set<InstanceId>> others(ClusterSpec desired) {
    Map<String, Set<InstanceId>> others = new TreeMap<>();
    for (Heartbeat row : rows.of(desired.name())) {
      release(row)
          .filter(release -> !desired.etcd().version().accepts(release))
          .ifPresent(
              release ->
                  others
                      .computeIfAbsent(release.toString(), key -> new TreeSet<>())
                      .add(row.instance()));
    }
    return others;
  }

  private static SpecError notStored(ClusterSpec desired, Map<String, Set<InstanceId>> others) {
    return SpecError.of(
        "etcd.version",
        desired.etcd().version().toString(),
        "members run etcd "
            + others
            + ", and the bucket has no release "
            + desired.etcd().version()
            + ": store it with quorate release add etcd X.Y.Z --file FILE and apply again with that"
            + " exact version, or apply a version that accepts what members run");
  }

  /** Why members cannot change to the release from what they run. */
  private static Optional<String> path(ClusterSpec desired, Set<String> running) {
    return running.stream()
        .flatMap(release -> EtcdVersion.parse(release).stream())
        .flatMap(release -> ReleasePath.refuses(release, desired.etcd().version()).stream())
        .findFirst();
  }

  private static Optional<EtcdVersion> release(Heartbeat row) {
    return row.status().map(MemberStatus::version).flatMap(EtcdVersion::parse);
  }
}
