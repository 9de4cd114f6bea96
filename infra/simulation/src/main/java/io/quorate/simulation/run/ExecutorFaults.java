package io.quorate.simulation.run;

import io.quorate.simulation.faults.Fault;
import io.quorate.simulation.node.Node;
import io.quorate.simulation.schedule.Actor;
import java.util.List;

/** Faults of a node while it executes an instruction. */
final class ExecutorFaults {
  private static final long SLOW_MILLIS = 120_000;

  /** A few saves of a journal. */
  private static final int FILE_CALLS = 20;

  private final World world;
  private final NodeHarm harm;

  ExecutorFaults(World world) {
    this.world = world;
    harm = new NodeHarm(world);
  }

  /** Befalls one that executes now, or else the next that does. */
  String befall(Fault fault, ClusterSite site) {
    List<Node> executing =
        site.fleet().running().stream()
            .filter(node -> node.machine().journalOnDisk().executing())
            .toList();
    if (executing.isEmpty()) {
      site.onNextStep(node -> world.scheduler().after(0, () -> befallExecutor(fault, site, node)));
      return "the next executor";
    }
    Node node = executing.get(fault.pick() % executing.size());
    befallExecutor(fault, site, node);
    return node.machine().instance().id().value();
  }

  private void befallExecutor(Fault fault, ClusterSite site, Node node) {
    if (world.weather().calm() || !node.machine().on()) {
      return;
    }
    long until = harm.end(fault);
    node.disturbed(until);
    world.tell("FAULT", fault.kind() + " befalls " + node.machine().instance().id());
    switch (fault.kind()) {
      case FREEZE_EXECUTOR -> harm.freeze(node, until);
      case HANG_EXECUTOR -> harm.hang(node);
      case POWER_LOSS_EXECUTOR -> harm.outage(site, node, fault, () -> {});
      case NEW_DISK_EXECUTOR -> harm.outage(site, node, fault, node::newDisk);
      case POWER_LOSS_SAVING ->
          node.machine()
              .fileTroubles()
              .cutPowerAtFileCall(fault.pick() % FILE_CALLS, () -> cutWithin(site, node, fault));
      case CUT_EXECUTOR -> harm.cut(node, until);
      case TERMINATE_EXECUTOR -> {
        node.disturbed(until + 120_000);
        site.group().terminate(node.machine().instance(), "spot, health or a person");
      }
      case CRASH_EXECUTOR_BEFORE -> NodeHarm.crashAt(node, fault, Actor.Point.BEFORE);
      case CRASH_EXECUTOR_AFTER -> NodeHarm.crashAt(node, fault, Actor.Point.AFTER);
      default -> throw new IllegalStateException(fault + " is not about an executor");
    }
  }

  void lose(Fault fault, ClusterSite site, Node node) {
    if (fault.amount() > 0) {
      site.onNextStep(next -> lose(fault.lasting(fault.amount() - 1), site, next));
      return;
    }
    world
        .scheduler()
        .after(
            0,
            () -> {
              if (!world.weather().calm()) {
                world.tell("FAULT", fault.kind() + " befalls " + node.machine().instance().id());
                node.disturbed(world.scheduler().now() + 120_000);
                site.fleet().powerOff(node);
                site.group().terminate(node.machine().instance(), "its host is lost");
              }
            });
  }

  void slowLearner(Fault fault, ClusterSite site, Node node) {
    if (!node.machine().journalOnDisk().step().equals("JOIN START")) {
      site.onNextStep(next -> slowLearner(fault, site, next));
      return;
    }
    long until = harm.end(fault.lasting(SLOW_MILLIS));
    node.disturbed(until);
    world.net().slow(node.machine().address(), fault.amount(), until);
    world.tell("FAULT", fault.kind() + " befalls " + node.machine().instance().id());
  }

  /** Armed before faults stopped, but that may be over. */
  private void cutWithin(ClusterSite site, Node node, Fault fault) {
    if (!world.weather().calm()) {
      node.disturbed(harm.end(fault));
      site.disturbed(world.scheduler().now());
      world.tell("FAULT", fault.kind() + " cuts " + node.machine().instance().id());
      harm.outage(site, node, fault, () -> {});
    }
  }
}
