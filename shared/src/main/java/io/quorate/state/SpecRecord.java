package io.quorate.state;

import io.quorate.model.ClusterUid;
import io.quorate.spec.ClusterSpec;
import io.quorate.wire.Wire;
import java.time.Instant;

/**
 * The stored spec of a cluster.
 *
 * @param spec what its owner asks for
 * @param uid minted at the first apply, never changed
 * @param version counts the writes, from one; every write names the version it replaces
 * @param updatedAt by the writer's clock; for people only
 * @param updatedBy who wrote it; for people only
 */
public record SpecRecord(
    @Wire.After("updatedBy") ClusterSpec spec,
    ClusterUid uid,
    long version,
    Instant updatedAt,
    String updatedBy) {
  /** Refuses a version that no write can have made. */
  public SpecRecord {
    if (version < 1) {
      throw new IllegalArgumentException("spec version " + version + ": expected one or more");
    }
  }

  /** The same cluster with another spec, one version on. */
  public SpecRecord replacedBy(ClusterSpec next, Instant now, String by) {
    return new SpecRecord(next, uid, version + 1, now, by);
  }
}
