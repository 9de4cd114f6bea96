package io.quorate.simulation.run;

import io.quorate.model.InstanceId;
import io.quorate.simulation.etcd.EtcdProcess;
import io.quorate.simulation.faults.Fault;
import io.quorate.simulation.node.Node;
import io.quorate.simulation.schedule.Actor;
import io.quorate.simulation.store.Dialect;
import io.quorate.store.Keys;
import java.util.List;

/** Faults of a node that runs. */
final class NodeFaults {
  private static final long UNTOLD_MILLIS = 60_000;

  private final World world;
  private final NodeHarm harm;

  NodeFaults(World world) {
    this.world = world;
    harm = new NodeHarm(world);
  }

  /** Befalls one that runs; whom, empty when nobody. */
  String befall(Fault fault, ClusterSite site) {
    List<Node> running = site.fleet().running();
    if (running.isEmpty()) {
      return "";
    }
    Node node = running.get(fault.pick() % running.size());
    String id = node.machine().instance().id().value();
    String address = node.machine().address();
    long until = harm.end(fault);
    node.disturbed(until);
    switch (fault.kind()) {
      case KILL_AGENT -> site.fleet().killAgent(node, fault.amount());
      case CRASH_AGENT_BEFORE -> NodeHarm.crashAt(node, fault, Actor.Point.BEFORE);
      case CRASH_AGENT_AFTER -> NodeHarm.crashAt(node, fault, Actor.Point.AFTER);
      case FREEZE_AGENT -> node.living().ifPresent(actor -> actor.freeze(until));
      case KILL_ETCD ->
          node.machine()
              .etcd()
              .ifPresent(fault.amount() == 0 ? EtcdProcess::kill : EtcdProcess::endsQuietly);
      case FREEZE_MACHINE -> harm.freeze(node, until);
      case HANG_MACHINE -> harm.hang(node);
      case POWER_LOSS -> harm.outage(site, node, fault, () -> {});
      case NEW_DISK -> harm.outage(site, node, fault, node::newDisk);
      case DISK_OF_ANOTHER -> {
        Node other = another(running, node, fault);
        if (other == node) {
          return "";
        }
        harm.outage(site, node, fault, () -> node.copyDiskOf(other));
      }
      case LOSE_DIRECTORY -> harm.outage(site, node, fault, () -> node.machine().wipe());
      case ROLL_BACK_DIRECTORY -> {
        long then = world.scheduler().now() - Math.max(15_000, fault.amount());
        if (!node.machine().journalOnDisk().knownPast(node.directoryEndBack(then))) {
          return "";
        }
        if (fault.pick() % 2 == 1) {
          // Then only its own journal can tell.
          world.weather().cutFromStore(id, harm.end(fault.lasting(UNTOLD_MILLIS)));
        }
        harm.outage(site, node, fault.lasting(5_000), () -> node.rollBackDirectory(then));
      }
      case ROLL_BACK_DISK -> {
        long then = world.scheduler().now() - Math.max(15_000, fault.amount());
        if (!site.reported(node, then)) {
          return "";
        }
        harm.outage(site, node, fault.lasting(5_000), () -> node.rollBack(then));
      }
      case FULL_DISK -> {
        node.machine().fileTroubles().fillDisk(until);
        if (fault.pick() % 2 == 1) {
          node.machine().etcd().ifPresent(EtcdProcess::kill);
        }
      }
      case AGENT_CLOCK_JUMP ->
          node.skew(node.skewMillis() + (fault.pick() % 2 == 0 ? 1 : -1) * fault.amount());
      case NEXT_SCHEMA_ROW -> nextSchemaRow(site, node, until);
      case WIPE -> node.machine().wipe();
      case ISOLATE_PEER -> {
        world.net().mute(address, true, until);
        world.net().deafen(address, true, until);
      }
      case DEAFEN_PEER -> world.net().deafen(address, true, until);
      case MUTE_PEER -> world.net().mute(address, true, until);
      case CUT_LINK -> harm.cutLink(node, another(running, node, fault), fault, until);
      case PARTITION -> harm.partition(running, fault.pick(), until);
      case CUT_AGENT_FROM_STORE -> world.weather().cutFromStore(id, until);
      case CUT_AGENT_FROM_PEERS -> {
        world.net().mute(address, false, until);
        world.net().deafen(address, false, until);
      }
      case CUT_MACHINE -> harm.cut(node, until);
      default -> throw new IllegalStateException(fault + " is not about a node");
    }
    return id;
  }

  private static Node another(List<Node> running, Node node, Fault fault) {
    int next = 1 + (fault.pick() / running.size()) % Math.max(1, running.size() - 1);
    return running.get((running.indexOf(node) + next) % running.size());
  }

  /** The release before cannot read its own row then: somebody puts that right. */
  private void nextSchemaRow(ClusterSite site, Node node, long until) {
    InstanceId id = node.machine().instance().id();
    world.weather().nextSchema(id.value(), until);
    world
        .scheduler()
        .after(
            until - world.scheduler().now(),
            () -> world.store().rewrite(Keys.node(site.name(), id), Dialect.OWN_SCHEMA));
  }
}
