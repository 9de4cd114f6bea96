package io.quorate.simulation.run;

import io.quorate.etcdmodel.MemberView;
import io.quorate.etcdmodel.ModelProcess;
import io.quorate.model.MemberId;
import io.quorate.simulation.faults.Fault;
import io.quorate.simulation.node.SimFleet;
import io.quorate.simulation.node.SimNode;
import io.quorate.simulation.schedule.SimProcess;
import io.quorate.simulation.world.SimCluster;
import io.quorate.simulation.world.SimWorld;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What can be done to a node, whichever fault asks for it. */
final class NodeHarm {
  private static final long HANGS_MILLIS = 2 * Simulation.MENDING_MILLIS;

  private static final long LOOK_MILLIS = 1_000;

  private static final long FREE_BYTES = 400L * 1024 * 1024;

  /** How often an etcd looks for files to purge. */
  private static final long PURGE_MILLIS = 30_000;

  private final SimWorld world;

  NodeHarm(SimWorld world) {
    this.world = world;
  }

  /** When it ends: with the faults at the latest. */
  long end(Fault fault) {
    return Math.min(world.scheduler().now() + fault.amount(), world.scenario().faultsMillis());
  }

  static void crashAt(SimNode node, Fault fault, SimProcess.Point point) {
    node.living().ifPresent(simProcess -> simProcess.crashAtCall(fault.amount(), point));
  }

  void cut(SimNode node, long until) {
    world.outages().cutFromStore(node.machine().instance().id().value(), until);
    silence(node, true, until);
    silence(node, false, until);
  }

  /** Its etcd neither hears its peers nor is heard. */
  void isolate(SimNode node, long until) {
    silence(node, true, until);
  }

  private void silence(SimNode node, boolean peers, long until) {
    world.net().mute(node.machine().address(), peers, until);
    world.net().deafen(node.machine().address(), peers, until);
  }

  /** Each second time only one way. */
  void cutLink(SimNode from, SimNode to, Fault fault, long until) {
    to.disturbed(until);
    world.net().cutLink(from.machine().address(), to.machine().address(), until);
    if (fault.amount() % 2 == 0) {
      world.net().cutLink(to.machine().address(), from.machine().address(), until);
    }
  }

  /** The bits say which node is on which side. */
  void partition(List<SimNode> nodes, int sides, long until) {
    for (SimNode from : nodes) {
      from.disturbed(until);
      for (SimNode to : nodes) {
        if (side(nodes, from, sides) != side(nodes, to, sides)) {
          world.net().cutLink(from.machine().address(), to.machine().address(), until);
        }
      }
    }
  }

  private static int side(List<SimNode> nodes, SimNode node, int sides) {
    return sides >> nodes.indexOf(node) & 1;
  }

  void freeze(SimNode node, long until) {
    node.living().ifPresent(simProcess -> simProcess.freeze(until));
    node.machine()
        .etcd()
        .filter(ModelProcess::awake)
        .ifPresent(
            process -> {
              process.freeze();
              world.scheduler().after(until - world.scheduler().now(), () -> thaw(node, process));
            });
  }

  private static void thaw(SimNode node, ModelProcess process) {
    if (!node.hangs()) {
      process.thaw();
    }
  }

  /** For longer than a run waits for all to be mended. */
  void hang(SimNode node) {
    long never = world.scheduler().now() + HANGS_MILLIS;
    node.hang();
    node.disturbed(never);
    freeze(node, never);
  }

  /**
   * Deletes the data directories. Where recoveries are judged, an etcd ends of that as the real one
   * does, when it next looks for files to purge; else the worst is assumed, that it serves on.
   */
  void wipe(SimNode node) {
    Optional<ModelProcess> running =
        node.machine().etcd().filter(process -> process.exited().isEmpty());
    node.machine().wipe();
    if (world.recovers()) {
      running.ifPresent(
          process ->
              world
                  .scheduler()
                  .after(world.random().between("purge", 1_000, PURGE_MILLIS), process::kill));
    }
  }

  /** A disk that damages data damages the next member's, too, as soon as that serves. */
  void damage(SimCluster simCluster, SimNode node, boolean again) {
    Optional<MemberId> damaged = member(node);
    node.machine().damage();
    node.machine().etcd().ifPresent(ModelProcess::kill);
    if (again) {
      world.scheduler().after(LOOK_MILLIS, () -> damageNext(simCluster, node, damaged));
    }
  }

  private void damageNext(SimCluster simCluster, SimNode node, Optional<MemberId> before) {
    Optional<MemberId> next = member(node).filter(member -> !before.equals(Optional.of(member)));
    if (world.scheduler().now() >= world.scenario().faultsMillis() || node.machine().destroyed()) {
      return;
    }
    if (next.filter(simCluster.leader().map(MemberView::voters).orElse(Set.of())::contains)
        .isPresent()) {
      world.tell("FAULT", "DAMAGE_DATA again " + node.machine().instance().id());
      simCluster.disturbed(world.scheduler().now());
      damage(simCluster, node, false);
    } else {
      world.scheduler().after(LOOK_MILLIS, () -> damageNext(simCluster, node, before));
    }
  }

  private static Optional<MemberId> member(SimNode node) {
    return node.machine()
        .etcd()
        .filter(process -> process.exited().isEmpty())
        .flatMap(ModelProcess::memberView)
        .map(MemberView::member);
  }

  /** As after many deletions and a compaction; how many members that befalls. */
  static String fragment(SimCluster simCluster) {
    List<ModelProcess> running =
        simCluster.fleet().running().stream()
            .flatMap(node -> node.machine().etcd().stream())
            .filter(process -> process.memberView().isPresent())
            .toList();
    running.forEach(process -> process.free(FREE_BYTES));
    return running.isEmpty() ? "" : running.size() + " members of " + simCluster.name();
  }

  /** As after many writes to few keys; through whom. */
  static String fill(SimCluster simCluster, boolean old) {
    Optional<ModelProcess> through =
        simCluster.fleet().running().stream()
            .flatMap(node -> node.machine().etcd().stream())
            .filter(process -> process.memberView().filter(MemberView::leads).isPresent())
            .findFirst();
    through.ifPresent(process -> process.fill(old ? SimCluster.KEPT_REVISIONS : 0));
    return through
        .flatMap(ModelProcess::memberView)
        .map(view -> "through " + view.member())
        .orElse("");
  }

  void outage(SimCluster simCluster, SimNode node, Fault fault, Runnable meanwhile) {
    SimFleet fleet = simCluster.fleet();
    fleet.powerOff(node);
    meanwhile.run();
    long back = Math.max(1_000, end(fault) - world.scheduler().now());
    world.scheduler().after(back, () -> fleet.powerOn(node));
  }
}
