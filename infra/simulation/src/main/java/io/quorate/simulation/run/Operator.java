package io.quorate.simulation.run;

import io.quorate.controller.view.InstanceState;
import io.quorate.simulation.cloud.Instance;
import io.quorate.simulation.node.SimNode;
import io.quorate.state.Condition;
import java.time.Duration;
import java.util.Optional;

/**
 * Who follows the runbook where a recovery waits for a holder that does not come back of itself: an
 * instance that is named, and whose data truly cannot be had, is terminated.
 */
final class Operator {
  private static final long LOOK_MILLIS = 30_000;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final SimWorld world;
  private final OperatorNeededOracle shown;

  Operator(SimWorld world) {
    this.world = world;
    shown = new OperatorNeededOracle(world);
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
        .filter(condition -> condition.type() == Condition.Type.RECOVERY_WAITS)
        .filter(condition -> condition.since().plus(PATIENCE).isBefore(world.instant()))
        .findFirst();
  }

  private static Optional<SimNode> givenUp(SimCluster simCluster, Condition condition) {
    return simCluster.fleet().nodes().stream()
        .filter(node -> condition.message().contains(node.machine().instance().id().value()))
        .filter(node -> node.machine().instance().state() != InstanceState.TERMINATED)
        .filter(node -> awayForGood(simCluster, node))
        .findFirst();
  }

  /** It hangs, is taken out of its group, stays stopped, or has another disk. */
  static boolean awayForGood(SimCluster simCluster, SimNode node) {
    Instance instance = node.machine().instance();
    return node.hangs()
        || node.diskReplaced()
        || simCluster.detached(instance.id())
        || instance.state() == InstanceState.STOPPED;
  }
}
