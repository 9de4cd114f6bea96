package io.quorate.simulation.run;

import io.quorate.simulation.invariant.Invariants;
import io.quorate.simulation.invariant.judge.Invariant;
import io.quorate.simulation.world.SimCluster;
import io.quorate.simulation.world.SimWorld;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Looks at every invariant after each event that may have touched one. */
final class Checks {
  private static final long PULSE_MILLIS = 5_000;

  private final SimWorld world;
  private final List<Watched> watched = new ArrayList<>();
  private Optional<Broken> broken = Optional.empty();

  private static final class Watched {
    private final SimCluster simCluster;
    private final List<Invariant> invariants;
    private long fingerprint;

    Watched(SimCluster simCluster, List<Invariant> invariants) {
      this.simCluster = simCluster;
      this.invariants = invariants;
    }
  }

  Checks(SimWorld world) {
    this.world = world;
    pulse();
    world
        .simClusters()
        .forEach(
            simCluster -> watched.add(new Watched(simCluster, Invariants.of(world, simCluster))));
  }

  /** Some invariants are about time: they are looked at even when nothing happens. */
  private void pulse() {
    world.changed();
    world.scheduler().after(PULSE_MILLIS, this::pulse);
  }

  /** Whether all still holds. */
  boolean afterEvent() {
    for (Watched each : watched) {
      long now = each.simCluster.fingerprint();
      if (now != each.fingerprint) {
        each.fingerprint = now;
        look(each);
      }
    }
    if (broken.isEmpty()) {
      broken = world.turnFailure().map(e -> Broken.by("a controller's turn", e));
    }
    return broken.isEmpty();
  }

  private void look(Watched each) {
    for (Invariant invariant : each.invariants) {
      if (broken.isEmpty()) {
        broken = invariant.broken().map(detail -> broken(each.simCluster, invariant, detail));
      }
    }
  }

  private static Broken broken(SimCluster simCluster, Invariant invariant, String detail) {
    return new Broken(invariant.name(), simCluster.name() + ": " + detail);
  }

  /** What can only be said at the end. */
  void atEnd() {
    for (Watched each : watched) {
      for (Invariant invariant : each.invariants) {
        if (broken.isEmpty()) {
          broken =
              invariant.brokenAtEnd().map(detail -> broken(each.simCluster, invariant, detail));
        }
      }
    }
  }

  Optional<Broken> broken() {
    return broken;
  }
}
