package io.quorate.controller.plan.facts;

import io.quorate.spec.ByteSize;
import io.quorate.state.Heartbeat;
import java.util.Comparator;
import java.util.Optional;

/** The largest database of the members that serve, and the quota of the spec. */
public final class DatabaseSize {
  private static final int NEAR_PERCENT = 90;

  private DatabaseSize() {}

  private static Optional<Heartbeat> largest(ClusterState clusterState) {
    return clusterState.quorum().healthyVoters().stream()
        .map(node -> node.heartbeat())
        .max(Comparator.comparingLong(DatabaseSize::bytes));
  }

  private static long bytes(Heartbeat row) {
    return row.status().map(status -> status.dbSizeBytes()).orElse(0L);
  }

  /** Why no member is to be started with the quota: the database is as large already. */
  public static Optional<String> aboveQuota(ClusterState clusterState) {
    ByteSize quota = quota(clusterState);
    return largest(clusterState)
        .filter(row -> bytes(row) >= quota.bytes())
        .map(row -> "etcd.quota is %s, and %s".formatted(quota, words(row)));
  }

  /**
   * What is told once the database has nine tenths of the quota, or will have all of it soon at the
   * rate of the last days.
   */
  public static Optional<String> nearQuota(ClusterState clusterState) {
    ByteSize quota = quota(clusterState);
    Optional<Long> rate = DatabaseGrowth.bytesPerDay(clusterState.view());
    return largest(clusterState)
        .flatMap(
            row ->
                bytes(row) >= quota.bytes() / 100 * NEAR_PERCENT
                    ? Optional.of(told(quota, row, ""))
                    : rate.flatMap(growth -> forecast(quota, row, growth))
                        .map(soon -> told(quota, row, soon)));
  }

  private static Optional<String> forecast(ByteSize quota, Heartbeat row, long bytesPerDay) {
    return DatabaseGrowth.lasts(quota.bytes() - bytes(row), bytesPerDay)
        .map(
            lasts ->
                " it grows by %s a day and reaches the quota in %s at this rate;"
                    .formatted(ByteSize.rounded(bytesPerDay), DatabaseGrowth.words(lasts)));
  }

  private static String told(ByteSize quota, Heartbeat row, String soon) {
    return "%s, and etcd.quota is %s:%s %s. Raise etcd.quota, or compact (quorate compact) and defragment (quorate defragment)"
        .formatted(
            words(row),
            quota,
            soon,
            bytes(row) >= quota.bytes()
                ? "etcd refuses all writes (NOSPACE) once a member runs with it, and Quorate"
                    + " restarts none to take it"
                : "at the quota etcd refuses all writes (NOSPACE)");
  }

  private static String words(Heartbeat row) {
    return "the database has %s on %s, %s of them in use"
        .formatted(
            ByteSize.rounded(bytes(row)),
            row.instance(),
            ByteSize.rounded(row.status().map(status -> status.dbInUseBytes()).orElse(0L)));
  }

  private static ByteSize quota(ClusterState clusterState) {
    return clusterState.view().spec().etcd().quota();
  }
}
