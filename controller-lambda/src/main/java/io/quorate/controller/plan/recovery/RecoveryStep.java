package io.quorate.controller.plan.recovery;

import io.quorate.controller.decision.HeartbeatVersion;
import io.quorate.controller.decision.Reason;
import io.quorate.model.InstanceId;
import io.quorate.recovery.Recovery;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.Bootstrap;
import io.quorate.state.Termination;
import java.util.Map;
import java.util.Optional;

/** What a recovery does next. */
public sealed interface RecoveryStep {
  /** No recovery runs, and none is needed. */
  record None() implements RecoveryStep {}

  /**
   * The data seems lost, and the recovery cannot go on.
   *
   * @param reason what it waits for, and what an operator can do
   * @param begun whether a recovery runs, so that everything else rests
   */
  record Waits(Reason reason, boolean begun) implements RecoveryStep {}

  /** A node is at work, or the first one is awaited: nothing else begins meanwhile. */
  record Runs(Reason reason) implements RecoveryStep {}

  /**
   * The record goes one transition further, and nothing else changes.
   *
   * @param next the record as it is to be
   * @param snapshot the line of the catalogue that changes with it
   */
  record Advance(Reason reason, Recovery next, Optional<SnapshotRecord> snapshot)
      implements RecoveryStep {}

  /**
   * An instance whose data is in the bucket is to be terminated, for the cluster hibernates.
   *
   * @param instance which
   */
  record Intend(Reason reason, InstanceId instance) implements RecoveryStep {}

  /**
   * An instance whose data an operator gave up, or whose cluster hibernates, is terminated at EC2.
   *
   * @param intent the recorded termination
   */
  record Terminate(Reason reason, Termination intent) implements RecoveryStep {}

  /**
   * The next generation is recorded.
   *
   * @param next the record as it is to be
   * @param bootstrap the next generation
   * @param evidence the heartbeats that all of it rests on
   */
  record Commit(
      Reason reason, Recovery next, Bootstrap bootstrap, Map<InstanceId, HeartbeatVersion> evidence)
      implements RecoveryStep {
    public Commit {
      evidence = Map.copyOf(evidence);
    }
  }
}
