package io.quorate.simulation.run;

import io.quorate.controller.view.InstanceState;
import io.quorate.simulation.cloud.Instance;
import io.quorate.simulation.faults.FaultKind;
import io.quorate.simulation.node.SimNode;
import io.quorate.simulation.world.SimCluster;
import io.quorate.simulation.world.SimWorld;
import io.quorate.state.Condition;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * Who follows the runbook where a lost cluster waits: an instance that is named, and that truly
 * does not come back with its data, is terminated. So is one that hangs where nobody else could
 * restore, or vote. Where the table was emptied he approves what waits, see {@link Approving}.
 */
final class Operator {
  private static final long LOOK_MILLIS = 30_000;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final Set<Condition.Type> WAITS =
      EnumSet.of(
          Condition.Type.RECOVERY_WAITS,
          Condition.Type.NO_QUORUM,
          Condition.Type.UNSEEN,
          Condition.Type.BOOTSTRAP_STALLED);

  private final SimWorld world;
  private final OperatorNeededOracle shown;
  private final Approving approving;
  private final boolean emptied;

  Operator(SimWorld world, OperatorCommands commands) {
    this.world = world;
    approving = new Approving(world, commands);
    shown = new OperatorNeededOracle(world);
    emptied =
        world.scenario().faults().stream().anyMatch(fault -> fault.kind() == FaultKind.EMPTY_TABLE);
  }

  void begin() {
    if (world.recovers()) {
      world.scheduler().after(LOOK_MILLIS, this::look);
    }
  }

  private void look() {
    world.simClusters().forEach(this::look);
    world.scheduler().after(LOOK_MILLIS, this::look);
  }

  private void look(SimCluster simCluster) {
    if (emptied && waits(simCluster).isPresent()) {
      approving.attempt(simCluster);
    }
    waits(simCluster)
        .flatMap(condition -> givenUp(simCluster, condition))
        .ifPresent(
            node -> {
              Instance instance = node.machine().instance();
              world.tell("operator", "gives up " + instance.id());
              simCluster.group().terminateAtEc2(instance);
            });
  }

  private Optional<Condition> waits(SimCluster simCluster) {
    return shown.status(simCluster).stream()
        .flatMap(status -> status.conditions().stream())
        .filter(condition -> WAITS.contains(condition.type()))
        .filter(condition -> condition.since().plus(PATIENCE).isBefore(world.instant()))
        .findFirst();
  }

  private static Optional<SimNode> givenUp(SimCluster simCluster, Condition condition) {
    return simCluster.fleet().nodes().stream()
        .filter(node -> node.machine().instance().state() != InstanceState.TERMINATED)
        .filter(
            node ->
                node.hangs()
                    || (condition.message().contains(node.machine().instance().id().value())
                        && awayForGood(simCluster, node)))
        .findFirst();
  }

  /** It is taken out of its group, stays stopped, or has another disk. */
  private static boolean awayForGood(SimCluster simCluster, SimNode node) {
    Instance instance = node.machine().instance();
    return node.diskReplaced()
        || simCluster.detached(instance.id())
        || instance.state() == InstanceState.STOPPED;
  }
}
