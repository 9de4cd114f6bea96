package io.quorate.simulation.invariant.members;

import io.quorate.controller.plan.facts.ForgottenInstances;
import io.quorate.model.InstanceId;
import io.quorate.simulation.invariant.judge.Instructed;
import io.quorate.simulation.invariant.judge.Invariant;
import io.quorate.simulation.world.SimCluster;
import io.quorate.simulation.world.SimWorld;
import java.util.Optional;

/**
 * I3: no instruction is open for ever, and no slot is filled anew before its instruction is closed.
 * Once faults stop, each is closed within {@link #BOUND_MILLIS}, unless a quorum is lost or the
 * cluster is halted, which a person must end. The bound: the join's deadline of two minutes, its
 * undo, and as much again for one executor that must first be found silent and terminated.
 */
public final class InstructionsClose implements Invariant {
  private static final long BOUND_MILLIS = 600_000;

  /** A joiner that hangs has five minutes more, by a clock that may have been set back (ADR 10). */
  private static final long HUNG_BOUND_MILLIS = 1_200_000;

  /** Whoever EC2 has forgotten is gone by two looks. */
  private static final long FORGOTTEN_BOUND_MILLIS =
      BOUND_MILLIS + ForgottenInstances.BETWEEN_LOOKS.toMillis();

  private final SimWorld world;
  private final SimCluster simCluster;
  private final Instructed instructed;

  public InstructionsClose(SimWorld world, SimCluster simCluster, Instructed instructed) {
    this.world = world;
    this.simCluster = simCluster;
    this.instructed = instructed;
  }

  @Override
  public String name() {
    return "I3 INSTRUCTIONS_CLOSE";
  }

  @Override
  public Optional<String> broken() {
    if (instructed.overwritten().isPresent()) {
      return instructed.overwritten();
    }
    long now = world.scheduler().now();
    long calmSince = world.scenario().faultsMillis();
    if (now < calmSince + BOUND_MILLIS || simCluster.waitsForOperator()) {
      return Optional.empty();
    }
    return instructed.slots().values().stream()
        .filter(Instructed.Slot::open)
        .filter(slot -> !simCluster.hangsDetached(slot.held().command().header().executor()))
        .filter(slot -> now > Math.max(calmSince, slot.since()) + bound(slot))
        .findFirst()
        .map(
            slot ->
                Instructed.words(slot)
                    + " is still "
                    + slot.held().state()
                    + " "
                    + (now - Math.max(calmSince, slot.since())) / 1_000
                    + " s after it was issued and the last fault ended");
  }

  private long bound(Instructed.Slot slot) {
    InstanceId executor = slot.held().command().header().executor();
    if (simCluster.group().forgotten(executor)) {
      return FORGOTTEN_BOUND_MILLIS;
    }
    return simCluster.hangs(executor) ? HUNG_BOUND_MILLIS : BOUND_MILLIS;
  }
}
