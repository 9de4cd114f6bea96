package io.quorate.store;

import io.quorate.spec.ByteSize;
import io.quorate.spec.ClusterSpec;
import io.quorate.spec.DiskNeed;
import io.quorate.spec.SpecError;
import io.quorate.state.Heartbeat;
import java.util.Comparator;
import java.util.List;

/**
 * A changed quota that is not above the size of the database, by the members' heartbeats: etcd
 * would refuse all writes as soon as one member was restarted with it. A quota that stays is never
 * judged, for a database grows after its spec was applied.
 */
final class QuotaCheck {
  private final ReportedRows rows;

  QuotaCheck(RecordStore store) {
    this.rows = new ReportedRows(store);
  }

  List<SpecError> refusing(ClusterSpec before, ClusterSpec after) {
    ByteSize quota = after.etcd().quota();
    if (quota.equals(before.etcd().quota())) {
      return List.of();
    }
    return rows.of(after.name()).stream()
        .filter(row -> size(row) >= quota.bytes())
        .max(Comparator.comparingLong(QuotaCheck::size))
        .map(row -> List.of(tooSmall(quota, row)))
        .orElse(List.of());
  }

  /** What is told of a changed quota that is more than a node's disk bears; nothing is refused. */
  List<String> warnings(ClusterSpec before, ClusterSpec after) {
    ByteSize quota = after.etcd().quota();
    if (quota.equals(before.etcd().quota())) {
      return List.of();
    }
    return rows.of(after.name()).stream()
        .filter(row -> row.report().space().filter(space -> space.diskBytes() > 0).isPresent())
        .min(Comparator.comparingLong(QuotaCheck::room))
        .filter(row -> room(row) < DiskNeed.of(quota.bytes()))
        .map(row -> List.of(tooMuch(quota, row)))
        .orElse(List.of());
  }

  private static String tooMuch(ByteSize quota, Heartbeat row) {
    long bears = Math.max(0, DiskNeed.bears(room(row)));
    return "etcd.quota %s needs %s of disk (five times the quota and 2GiB), and %s has %s: it bears %s. Give the volume more before the database grows so far"
        .formatted(
            quota,
            ByteSize.rounded(DiskNeed.of(quota.bytes())),
            row.instance(),
            ByteSize.rounded(room(row)),
            ByteSize.rounded(bears));
  }

  private static long room(Heartbeat row) {
    return row.report().space().map(space -> space.freeBytes() + size(row)).orElse(0L);
  }

  private static long size(Heartbeat row) {
    return row.status().map(status -> status.dbSizeBytes()).orElse(0L);
  }

  private static SpecError tooSmall(ByteSize quota, Heartbeat row) {
    return SpecError.of(
        "etcd.quota",
        quota.toString(),
        "is not above the database, which has %s on %s, %s of them in use: etcd would refuse all"
                .formatted(
                    ByteSize.rounded(size(row)),
                    row.instance(),
                    ByteSize.rounded(row.status().map(status -> status.dbInUseBytes()).orElse(0L)))
            + " writes (NOSPACE) once a member runs with it. Give more, or make the database"
            + " smaller first: quorate compact, then quorate defragment");
  }
}
