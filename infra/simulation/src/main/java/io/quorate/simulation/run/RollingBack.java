package io.quorate.simulation.run;

import io.quorate.controller.plan.ClusterStates;
import io.quorate.controller.plan.recovery.Rollback;
import io.quorate.controller.view.ClusterView;
import io.quorate.request.RequestKind;
import io.quorate.simulation.world.SimCluster;
import io.quorate.simulation.world.SimWorld;
import io.quorate.snapshot.SnapshotRecord;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An operator who rolls a cluster back: looks at the plan, types its hash, and looks again while it
 * shows an objection.
 */
final class RollingBack {
  private static final long AGAIN_MILLIS = 20_000;
  private static final int TRIES = 8;

  private final SimWorld world;
  private final OperatorCommands commands;

  RollingBack(SimWorld world, OperatorCommands commands) {
    this.world = world;
    this.commands = commands;
  }

  /** Begins to ask; what that is told as. */
  String begin(SimCluster simCluster, int pick) {
    attempt(simCluster, pick, TRIES);
    return simCluster.name().value();
  }

  private void attempt(SimCluster simCluster, int pick, int left) {
    commands.ask(
        simCluster,
        RequestKind.RESTORE_SNAPSHOT,
        view -> confirmed(simCluster, view, pick),
        written -> {
          if (!written && left > 1) {
            world.scheduler().after(AGAIN_MILLIS, () -> attempt(simCluster, pick, left - 1));
          }
        });
  }

  private static Optional<Map<String, String>> confirmed(
      SimCluster simCluster, ClusterView view, int pick) {
    List<SnapshotRecord> verified =
        view.records().snapshots().stream()
            .filter(record -> record.state() == SnapshotRecord.State.VERIFIED)
            .toList();
    Optional<Rollback> plan =
        verified.isEmpty()
            ? Optional.empty()
            : Rollback.to(
                ClusterStates.of(view), verified.get(pick % verified.size()).id().value());
    return plan.filter(rollback -> rollback.objections().isEmpty())
        .map(
            rollback -> {
              simCluster.rollsBackTo(rollback.snapshot().id());
              return Map.of("snapshot", rollback.snapshot().id().value(), "hash", rollback.hash());
            });
  }
}
