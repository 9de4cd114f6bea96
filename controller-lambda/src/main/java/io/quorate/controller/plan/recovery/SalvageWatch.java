package io.quorate.controller.plan.recovery;

import io.quorate.codec.Schema;
import io.quorate.codec.SnapshotCodec;
import io.quorate.codec.UnreadableRecordException;
import io.quorate.command.Outcome;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.SizedTime;
import io.quorate.controller.plan.fencing.FenceSet;
import io.quorate.recovery.Recovery;
import io.quorate.recovery.Salvage;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How a salvage stands, by its node's heartbeat. A directory is left only when the outcome says
 * that it is bad; a salvage that could not be made says nothing about it.
 */
final class SalvageWatch {
  /** A salvage that takes longer than this, and what the size adds, is begun anew. */
  static final Duration DEADLINE = Duration.ofMinutes(35);

  /** Copied, loaded, streamed, restored, loaded again, uploaded. */
  private static final int PASSES = 6;

  private final ClusterState clusterState;
  private final Recovery recovery;
  private final Salvage open;
  private final Instant now;

  SalvageWatch(ClusterState clusterState, Recovery recovery, Salvage open) {
    this.clusterState = clusterState;
    this.recovery = recovery;
    this.open = open;
    this.now = clusterState.view().observedAt();
  }

  /** What the open salvage came to. */
  RecoveryStep next(FenceSet holders) {
    Optional<Outcome> outcome =
        clusterState
            .node(open.instance())
            .flatMap(node -> node.heartbeat().report().taskOutcome())
            .filter(told -> told.commandId().equals(recovery.salvageId(open)));
    if (outcome.isPresent()) {
      return ended(outcome.get());
    }
    if (holders.fenced().stream().noneMatch(end -> end.instance().equals(open.instance()))) {
      return notMade(open.instance() + " is gone");
    }
    Duration allowed = SizedTime.of(clusterState, DEADLINE, PASSES);
    if (now.isAfter(open.since().plus(allowed))) {
      return notMade("it was not done within " + allowed);
    }
    return new RecoveryStep.Runs(
        Reason.of(
            "SALVAGE_RUNS",
            open.instance() + " makes snapshot " + open.snapshot() + " of its fenced directory"));
  }

  private RecoveryStep ended(Outcome outcome) {
    return switch (outcome.result()) {
      case DONE -> made(outcome);
      case FAILED ->
          TrialWatch.BAD.equals(outcome.values().get(TrialWatch.VERDICT))
              ? bad(outcome.detail())
              : notMade(outcome.detail());
      case CANCELLED, REFUSED -> notMade(outcome.detail());
    };
  }

  private RecoveryStep made(Outcome outcome) {
    Map<String, Object> values = new LinkedHashMap<>(outcome.values());
    values.putIfAbsent(Schema.ATTRIBUTE, Schema.VERSION);
    SnapshotManifest manifest;
    try {
      manifest =
          SnapshotCodec.manifest(
              values,
              "outcome of " + outcome.commandId(),
              clusterState.view().cluster(),
              recovery.uid(),
              open.snapshot());
    } catch (UnreadableRecordException e) {
      return notMade(String.valueOf(e.getMessage()));
    }
    boolean listed =
        clusterState.view().records().snapshots().stream()
            .anyMatch(line -> line.id().equals(manifest.id()));
    return advance(
        Reason.of(
            "DIRECTORY_SALVAGED",
            open.instance()
                + " made snapshot "
                + manifest.id()
                + " at revision "
                + manifest.position().revision()),
        recovery.salvaged(Salvage.State.DONE, outcome.detail(), Optional.empty(), now),
        listed ? Optional.empty() : Optional.of(SnapshotRecord.taken(manifest)));
  }

  private RecoveryStep bad(String because) {
    return advance(
        Reason.of(
            "DIRECTORY_PROVED_BAD",
            "the directory of " + open.instance() + " is not restored: " + because),
        recovery.salvaged(Salvage.State.BAD, because, Optional.empty(), now),
        Optional.empty());
  }

  private RecoveryStep notMade(String because) {
    return advance(
        Reason.of("SALVAGE_NOT_MADE", "on " + open.instance() + ": " + because),
        recovery.salvaged(
            Salvage.State.NOT_MADE,
            because,
            Optional.of(TrialWatch.pause(open.number(), now)),
            now),
        Optional.empty());
  }

  private RecoveryStep advance(Reason reason, Recovery next, Optional<SnapshotRecord> line) {
    return new RecoveryStep.Advance(reason, next.by(clusterState.view().token()), line);
  }
}
