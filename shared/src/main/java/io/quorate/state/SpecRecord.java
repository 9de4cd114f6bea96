package io.quorate.state;

import io.quorate.model.ClusterUid;
import io.quorate.spec.ClusterSpec;
import io.quorate.wire.Wire;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The stored spec of a cluster. A pause by command outlives every apply: only the command ends it.
 *
 * @param spec what its owner asks for
 * @param uid minted at the first apply, never changed
 * @param version counts the writes, from one; every write names the version it replaces
 * @param updatedAt by the writer's clock; for people only
 * @param updatedBy who wrote it; for people only
 * @param pausedBySpec the apply that paused the cluster; present while the spec says so
 * @param pausedByCommand the command that paused it
 */
public record SpecRecord(
    @Wire.After("updatedBy") ClusterSpec spec,
    ClusterUid uid,
    long version,
    Instant updatedAt,
    String updatedBy,
    Optional<Pause> pausedBySpec,
    Optional<Pause> pausedByCommand) {
  /** Refuses a version that no write can have made. */
  public SpecRecord {
    if (version < 1) {
      throw new IllegalArgumentException("spec version " + version + ": expected one or more");
    }
    pausedBySpec =
        spec.paused()
            ? pausedBySpec.or(() -> Optional.of(new Pause(updatedAt, updatedBy, Pause.OF_SPEC)))
            : Optional.empty();
  }

  /** One that no command paused. */
  public SpecRecord(
      ClusterSpec spec, ClusterUid uid, long version, Instant updatedAt, String updatedBy) {
    this(spec, uid, version, updatedAt, updatedBy, Optional.empty(), Optional.empty());
  }

  /** The same cluster with another spec, one version on. */
  public SpecRecord replacedBy(ClusterSpec next, Instant now, String by) {
    Optional<Pause> bySpec = pausedBySpec.or(() -> Optional.of(new Pause(now, by, Pause.OF_SPEC)));
    return new SpecRecord(next, uid, version + 1, now, by, bySpec, pausedByCommand);
  }

  /** The same, paused by this command, or by none; who wrote the spec stays. */
  public SpecRecord pausedBy(Optional<Pause> command) {
    return new SpecRecord(spec, uid, version + 1, updatedAt, updatedBy, pausedBySpec, command);
  }

  /** Everything that pauses it. */
  public List<Pause> pauses() {
    return Stream.of(pausedByCommand, pausedBySpec).flatMap(Optional::stream).toList();
  }
}
