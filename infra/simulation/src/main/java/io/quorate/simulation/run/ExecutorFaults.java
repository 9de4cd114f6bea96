package io.quorate.simulation.run;

import io.quorate.simulation.faults.Fault;
import io.quorate.simulation.node.SimNode;
import io.quorate.simulation.schedule.SimProcess;
import io.quorate.simulation.world.SimCluster;
import io.quorate.simulation.world.SimWorld;
import java.util.List;

/** Faults of a node while it executes an instruction. */
final class ExecutorFaults {
  private static final long SLOW_MILLIS = 120_000;

  /** A few saves of a journal. */
  private static final int FILE_CALLS = 20;

  private final SimWorld world;
  private final NodeHarm harm;

  ExecutorFaults(SimWorld world) {
    this.world = world;
    harm = new NodeHarm(world);
  }

  /** Befalls one that executes now, or else the next that does. */
  String inject(Fault fault, SimCluster simCluster) {
    List<SimNode> executing =
        simCluster.fleet().running().stream()
            .filter(node -> node.machine().journalOnDisk().executing())
            .toList();
    if (executing.isEmpty()) {
      simCluster.onNextStep(
          node -> world.scheduler().after(0, () -> injectExecutor(fault, simCluster, node)));
      return "the next executor";
    }
    SimNode node = executing.get(fault.pick() % executing.size());
    injectExecutor(fault, simCluster, node);
    return node.machine().instance().id().value();
  }

  private void injectExecutor(Fault fault, SimCluster simCluster, SimNode node) {
    if (world.outages().calm() || !node.machine().on()) {
      return;
    }
    long until = harm.end(fault);
    node.disturbed(until);
    world.tell("FAULT", fault.kind() + " befalls " + node.machine().instance().id());
    switch (fault.kind()) {
      case FREEZE_EXECUTOR -> harm.freeze(node, until);
      case HANG_EXECUTOR -> harm.hang(node);
      case POWER_LOSS_EXECUTOR -> harm.outage(simCluster, node, fault, () -> {});
      case NEW_DISK_EXECUTOR -> harm.outage(simCluster, node, fault, node::newDisk);
      case POWER_LOSS_SAVING ->
          node.machine()
              .fileTroubles()
              .cutPowerAtFileCall(
                  fault.pick() % FILE_CALLS, () -> cutWithin(simCluster, node, fault));
      case CUT_EXECUTOR -> harm.cut(node, until);
      case ISOLATE_EXECUTOR -> harm.isolate(node, until);
      case TERMINATE_EXECUTOR -> {
        node.disturbed(until + 120_000);
        simCluster.group().terminate(node.machine().instance(), "spot, health or a person");
      }
      case CRASH_EXECUTOR_BEFORE -> NodeHarm.crashAt(node, fault, SimProcess.Point.BEFORE);
      case CRASH_EXECUTOR_AFTER -> NodeHarm.crashAt(node, fault, SimProcess.Point.AFTER);
      default -> throw new IllegalStateException(fault + " is not about an executor");
    }
  }

  void lose(Fault fault, SimCluster simCluster, SimNode node) {
    if (fault.amount() > 0) {
      simCluster.onNextStep(next -> lose(fault.lasting(fault.amount() - 1), simCluster, next));
      return;
    }
    world
        .scheduler()
        .after(
            0,
            () -> {
              if (!world.outages().calm()) {
                world.tell("FAULT", fault.kind() + " befalls " + node.machine().instance().id());
                node.disturbed(world.scheduler().now() + 120_000);
                simCluster.fleet().powerOff(node);
                simCluster.group().terminate(node.machine().instance(), "its host is lost");
              }
            });
  }

  void slowLearner(Fault fault, SimCluster simCluster, SimNode node) {
    if (!node.machine().journalOnDisk().step().equals("JOIN START")) {
      simCluster.onNextStep(next -> slowLearner(fault, simCluster, next));
      return;
    }
    long until = harm.end(fault.lasting(SLOW_MILLIS));
    node.disturbed(until);
    world.net().slow(node.machine().address(), fault.amount(), until);
    world.tell("FAULT", fault.kind() + " befalls " + node.machine().instance().id());
  }

  /** Armed before faults stopped, but that may be over. */
  private void cutWithin(SimCluster simCluster, SimNode node, Fault fault) {
    if (!world.outages().calm()) {
      node.disturbed(harm.end(fault));
      simCluster.disturbed(world.scheduler().now());
      world.tell("FAULT", fault.kind() + " cuts " + node.machine().instance().id());
      harm.outage(simCluster, node, fault, () -> {});
    }
  }
}
