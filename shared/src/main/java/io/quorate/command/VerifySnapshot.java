package io.quorate.command;

import io.quorate.snapshot.SnapshotId;
import io.quorate.spec.EtcdVersion;
import io.quorate.wire.Wire;
import java.time.Duration;
import java.util.Optional;

/**
 * Restore a snapshot in isolation and compare it with its manifest.
 *
 * @param header who is told, and by whom
 * @param snapshot which snapshot; its manifest is in the bucket
 * @param deadline how long it may take
 * @param release whose etcd and etcdutl restore and serve it; a node that has not got that release
 *     fails. Empty for the installed one. Only agents with the ability {@link #RELEASE_ABILITY}
 *     look at it
 */
public record VerifySnapshot(
    @Wire.Inline CommandHeader header,
    SnapshotId snapshot,
    @Wire.After("header") Duration deadline,
    Optional<EtcdVersion> release)
    implements Command {
  /** Told in the heartbeat by an agent that verifies with the release that a command names. */
  public static final String RELEASE_ABILITY = "VERIFY_BY_RELEASE";

  /** Name of the value of its outcome that says which release restored and served it. */
  public static final String RELEASE = "release";

  /** By the installed release. */
  public VerifySnapshot(CommandHeader header, SnapshotId snapshot, Duration deadline) {
    this(header, snapshot, deadline, Optional.empty());
  }

  @Override
  public CommandKind kind() {
    return CommandKind.VERIFY_SNAPSHOT;
  }
}
