package io.quorate.simulation.invariant;

import io.quorate.instruction.InstructionEffect;
import io.quorate.instruction.InstructionSlot;
import io.quorate.model.InstanceId;
import io.quorate.simulation.run.SimCluster;
import io.quorate.simulation.run.SimWorld;
import io.quorate.simulation.store.StoreModel;
import io.quorate.state.Status;
import io.quorate.store.Keys;
import io.quorate.store.Table;
import java.util.List;

/**
 * I7: while most of the fleet is listed as fallen at one moment, the observer is suspect: nobody is
 * marked for termination, and no node is told to remove another's member (docs/adr/0008). What is
 * begun goes on, and a turn may have looked before.
 */
final class BreakerRespected extends EventInvariant {
  private static final long A_TURN_MILLIS = 60_000;

  /** Well within what the brake lasts, by clocks that differ and jump. */
  private static final long HELD_MILLIS = 170_000;

  private final SimWorld world;
  private final SimCluster simCluster;

  BreakerRespected(SimWorld world, SimCluster simCluster) {
    super("I7 BREAKER_RESPECTED", world);
    this.world = world;
    this.simCluster = simCluster;
  }

  /** It was first recorded that an instance is to be terminated. */
  void marked(StoreModel.Written done, Status status, InstanceId instance) {
    judge(done.by() + " marks " + instance);
  }

  /** An instruction was issued. */
  void issued(StoreModel.Written done, InstructionSlot slot) {
    List<InstructionEffect> effects = slot.instruction().effects();
    boolean removes = effects.stream().anyMatch(InstructionEffect.Removes.class::isInstance);
    boolean promotes = effects.stream().anyMatch(InstructionEffect.Promotes.class::isInstance);
    if (removes && !promotes) {
      judge(done.by() + " issues " + slot.instruction());
    }
  }

  private void judge(String what) {
    long now = world.scheduler().now();
    world
        .others()
        .fallenAt()
        .ifPresent(
            at -> {
              if (now - at > A_TURN_MILLIS && now - at < HELD_MILLIS && fallen()) {
                breaks(what + " though the fleet fell at " + at);
              }
            });
  }

  /** A table that was set back may no longer say so. */
  private boolean fallen() {
    return world.store().tables().list(Table.CLUSTERS, Keys.FLEET, "").stream()
            .filter(line -> Boolean.FALSE.equals(line.attributes().get("healthy")))
            .filter(line -> !line.key().sort().equals(simCluster.name().value()))
            .count()
        >= 3;
  }
}
