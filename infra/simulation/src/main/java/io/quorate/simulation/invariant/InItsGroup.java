package io.quorate.simulation.invariant;

import io.quorate.instruction.InstructionEffect;
import io.quorate.instruction.InstructionSlot;
import io.quorate.model.InstanceId;
import io.quorate.simulation.faults.Knob;
import io.quorate.simulation.run.SimCluster;
import io.quorate.simulation.run.SimWorld;
import io.quorate.simulation.store.StoreModel;
import io.quorate.state.Bootstrap;
import io.quorate.state.Lineage;
import io.quorate.store.Keys;
import io.quorate.store.Table;

/**
 * I9: who founds a cluster or joins it belongs to its group, which replaces it when it ends. What
 * the group let go a while ago, longer than listings are late, is neither told to join nor born.
 */
final class InItsGroup extends EventInvariant {
  /** From a listing to what is decided on it. */
  private static final long TURN_MILLIS = 60_000;

  private final SimWorld world;
  private final SimCluster simCluster;

  InItsGroup(SimWorld world, SimCluster simCluster) {
    super("I9 IN_ITS_GROUP", world);
    this.world = world;
    this.simCluster = simCluster;
    world.store().onWrite(this::written);
  }

  /** An instruction was issued. */
  void issued(StoreModel.Written done, InstructionSlot slot) {
    for (InstructionEffect effect : slot.instruction().effects()) {
      if (effect instanceof InstructionEffect.Promotes promotes) {
        judge(promotes.instance(), done.by() + " tells a node to join");
      }
    }
  }

  private void written(StoreModel.Written done) {
    done.puts(Table.CLUSTERS, simCluster.name().value()).stream()
        .filter(item -> item.key().equals(Keys.lineage(simCluster.name())))
        .flatMap(item -> TableRecords.lineage(item).stream())
        .filter(lineage -> lineage.state() == Lineage.State.COMMITTING)
        .flatMap(lineage -> lineage.bootstrap().stream())
        .forEach(bootstrap -> bootstrapped(bootstrap, done.by()));
  }

  private void bootstrapped(Bootstrap bootstrap, String by) {
    bootstrap.voters().forEach(voter -> judge(voter.instance(), by + " decides a birth"));
  }

  private void judge(InstanceId instance, String what) {
    long then = world.scheduler().now() - world.scenario().knob(Knob.LISTING_LATE) - TURN_MILLIS;
    simCluster
        .group()
        .find(instance)
        .filter(known -> !known.countedAt(then))
        .ifPresent(known -> breaks(what + " with " + instance + ", which its group let go before"));
  }
}
