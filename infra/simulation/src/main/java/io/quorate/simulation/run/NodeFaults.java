package io.quorate.simulation.run;

import io.quorate.etcdmodel.ModelProcess;
import io.quorate.model.InstanceId;
import io.quorate.simulation.faults.Fault;
import io.quorate.simulation.node.SimNode;
import io.quorate.simulation.schedule.SimProcess;
import io.quorate.simulation.store.Dialect;
import io.quorate.simulation.world.SimCluster;
import io.quorate.simulation.world.SimWorld;
import io.quorate.store.Keys;
import java.util.List;

/** Faults of a node that runs. */
final class NodeFaults {
  private static final long UNTOLD_MILLIS = 60_000;

  private final SimWorld world;
  private final NodeHarm harm;

  NodeFaults(SimWorld world) {
    this.world = world;
    harm = new NodeHarm(world);
  }

  /** Befalls one that runs; whom, empty when nobody. */
  String inject(Fault fault, SimCluster simCluster) {
    List<SimNode> running = simCluster.fleet().running();
    if (running.isEmpty()) {
      return "";
    }
    SimNode node = running.get(fault.pick() % running.size());
    String id = node.machine().instance().id().value();
    String address = node.machine().address();
    long until = harm.end(fault);
    node.disturbed(until);
    switch (fault.kind()) {
      case KILL_AGENT -> simCluster.fleet().killAgent(node, fault.amount());
      case CRASH_AGENT_BEFORE -> NodeHarm.crashAt(node, fault, SimProcess.Point.BEFORE);
      case CRASH_AGENT_AFTER -> NodeHarm.crashAt(node, fault, SimProcess.Point.AFTER);
      case FREEZE_AGENT -> node.living().ifPresent(simProcess -> simProcess.freeze(until));
      case KILL_ETCD ->
          node.machine()
              .etcd()
              .ifPresent(fault.amount() == 0 ? ModelProcess::kill : ModelProcess::endsQuietly);
      case FREEZE_MACHINE -> harm.freeze(node, until);
      case HANG_MACHINE -> harm.hang(node);
      case POWER_LOSS -> harm.outage(simCluster, node, fault, () -> {});
      case NEW_DISK -> harm.outage(simCluster, node, fault, node::newDisk);
      case DISK_OF_ANOTHER -> {
        SimNode other = another(running, node, fault);
        if (other == node) {
          return "";
        }
        harm.outage(simCluster, node, fault, () -> node.copyDiskOf(other));
      }
      case LOSE_DIRECTORY -> harm.outage(simCluster, node, fault, () -> node.machine().wipe());
      case ROLL_BACK_DIRECTORY -> {
        long then = world.scheduler().now() - Math.max(15_000, fault.amount());
        if (!node.machine().journalOnDisk().knownPast(node.directoryEndBack(then))) {
          return "";
        }
        if (fault.pick() % 2 == 1) {
          // Then only its own journal can tell.
          world.outages().cutFromStore(id, harm.end(fault.lasting(UNTOLD_MILLIS)));
        }
        harm.outage(simCluster, node, fault.lasting(5_000), () -> node.rollBackDirectory(then));
      }
      case ROLL_BACK_DISK -> {
        long then = world.scheduler().now() - Math.max(15_000, fault.amount());
        if (!simCluster.reported(node, then)) {
          return "";
        }
        harm.outage(simCluster, node, fault.lasting(5_000), () -> node.rollBack(then));
      }
      case FULL_DISK -> {
        node.machine().fileTroubles().fillDisk(until);
        if (fault.pick() % 2 == 1) {
          node.machine().etcd().ifPresent(ModelProcess::kill);
        }
      }
      case AGENT_CLOCK_JUMP ->
          node.skew(node.skewMillis() + (fault.pick() % 2 == 0 ? 1 : -1) * fault.amount());
      case NEXT_SCHEMA_ROW -> nextSchemaRow(simCluster, node, until);
      case WIPE -> harm.wipe(node);
      case DAMAGE_DATA -> harm.damage(simCluster, node, fault.amount() % 2 == 1);
      case CHANGE_BYTE -> node.machine().changeByte(world.random().between("byte", 1, 1L << 40));
      case ISOLATE_PEER -> harm.isolate(node, until);
      case DEAFEN_PEER -> world.net().deafen(address, true, until);
      case MUTE_PEER -> world.net().mute(address, true, until);
      case CUT_LINK -> harm.cutLink(node, another(running, node, fault), fault, until);
      case PARTITION -> harm.partition(running, fault.pick(), until);
      case CUT_AGENT_FROM_STORE -> world.outages().cutFromStore(id, until);
      case CUT_AGENT_FROM_PEERS -> {
        world.net().mute(address, false, until);
        world.net().deafen(address, false, until);
      }
      case CUT_MACHINE -> harm.cut(node, until);
      default -> throw new IllegalStateException(fault + " is not about a node");
    }
    return id;
  }

  private static SimNode another(List<SimNode> running, SimNode node, Fault fault) {
    int next = 1 + (fault.pick() / running.size()) % Math.max(1, running.size() - 1);
    return running.get((running.indexOf(node) + next) % running.size());
  }

  /** The release before cannot read its own row then: somebody puts that right. */
  private void nextSchemaRow(SimCluster simCluster, SimNode node, long until) {
    InstanceId id = node.machine().instance().id();
    world.outages().nextSchema(id.value(), until);
    world
        .scheduler()
        .after(
            until - world.scheduler().now(),
            () -> world.store().rewrite(Keys.node(simCluster.name(), id), Dialect.OWN_SCHEMA));
  }
}
