package io.quorate.store;

import io.quorate.spec.ByteSize;
import io.quorate.spec.ClusterSpec;
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
