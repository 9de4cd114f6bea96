package io.quorate.simulation.run;

import io.quorate.simulation.etcd.EtcdProcess;
import io.quorate.simulation.faults.Fault;
import io.quorate.simulation.node.Fleet;
import io.quorate.simulation.node.Node;
import io.quorate.simulation.schedule.Actor;
import java.util.List;

/** What can be done to a node, whichever fault asks for it. */
final class NodeHarm {
  private static final long HANGS_MILLIS = 2 * Simulation.MENDING_MILLIS;

  private final World world;

  NodeHarm(World world) {
    this.world = world;
  }

  /** When it ends: with the faults at the latest. */
  long end(Fault fault) {
    return Math.min(world.scheduler().now() + fault.amount(), world.scenario().faultsMillis());
  }

  static void crashAt(Node node, Fault fault, Actor.Point point) {
    node.living().ifPresent(actor -> actor.crashAtCall(fault.amount(), point));
  }

  void cut(Node node, long until) {
    String address = node.machine().address();
    world.weather().cutFromStore(node.machine().instance().id().value(), until);
    for (boolean peers : new boolean[] {true, false}) {
      world.net().mute(address, peers, until);
      world.net().deafen(address, peers, until);
    }
  }

  /** Each second time only one way. */
  void cutLink(Node from, Node to, Fault fault, long until) {
    to.disturbed(until);
    world.net().cutLink(from.machine().address(), to.machine().address(), until);
    if (fault.amount() % 2 == 0) {
      world.net().cutLink(to.machine().address(), from.machine().address(), until);
    }
  }

  /** Who is on which side, the bits say. */
  void partition(List<Node> nodes, int sides, long until) {
    for (Node from : nodes) {
      from.disturbed(until);
      for (Node to : nodes) {
        if (side(nodes, from, sides) != side(nodes, to, sides)) {
          world.net().cutLink(from.machine().address(), to.machine().address(), until);
        }
      }
    }
  }

  private static int side(List<Node> nodes, Node node, int sides) {
    return sides >> nodes.indexOf(node) & 1;
  }

  void freeze(Node node, long until) {
    node.living().ifPresent(actor -> actor.freeze(until));
    node.machine()
        .etcd()
        .filter(EtcdProcess::awake)
        .ifPresent(
            process -> {
              process.freeze();
              world.scheduler().after(until - world.scheduler().now(), () -> thaw(node, process));
            });
  }

  private static void thaw(Node node, EtcdProcess process) {
    if (!node.hangs()) {
      process.thaw();
    }
  }

  /** For longer than a run waits for all to be mended. */
  void hang(Node node) {
    long never = world.scheduler().now() + HANGS_MILLIS;
    node.hang();
    node.disturbed(never);
    freeze(node, never);
  }

  void outage(ClusterSite site, Node node, Fault fault, Runnable meanwhile) {
    Fleet fleet = site.fleet();
    fleet.powerOff(node);
    meanwhile.run();
    long back = Math.max(1_000, end(fault) - world.scheduler().now());
    world.scheduler().after(back, () -> fleet.powerOn(node));
  }
}
