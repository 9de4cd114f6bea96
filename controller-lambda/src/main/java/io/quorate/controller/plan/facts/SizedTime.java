package io.quorate.controller.plan.facts;

import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.MemberStatus;
import java.time.Duration;
import java.util.stream.LongStream;

/**
 * How much longer something may take because it reads or writes the whole database so many times:
 * by the largest size that is reported or stored, at a rate that a slow volume and a far bucket
 * keep.
 */
public final class SizedTime {
  /** Well below what a gp3 volume or S3 gives one stream. */
  static final long BYTES_PER_SECOND = 10L << 20;

  /** Twice what etcd's authors suggest at most: a row that says more gets no more time. */
  private static final long MOST_BYTES = 16L << 30;

  private SizedTime() {}

  /** A time that is enough for an empty database, made longer by the size of this one. */
  public static Duration of(ClusterState clusterState, Duration atLeast, int passes) {
    return atLeast.plusSeconds(passes * bytes(clusterState) / BYTES_PER_SECOND);
  }

  /** After a loss no etcd tells its size: then the snapshots do. */
  private static long bytes(ClusterState clusterState) {
    return LongStream.concat(
            clusterState.nodes().stream()
                .flatMap(node -> node.heartbeat().status().stream())
                .mapToLong(MemberStatus::dbSizeBytes),
            clusterState.view().records().snapshots().stream()
                .filter(SnapshotRecord::usable)
                .mapToLong(snapshot -> snapshot.manifest().sizeBytes()))
        .map(size -> Math.min(size, MOST_BYTES))
        .max()
        .orElse(0);
  }
}
