package io.quorate.simulation.run;

import io.quorate.simulation.faults.Fault;
import io.quorate.simulation.faults.Knob;
import io.quorate.simulation.faults.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Takes away from a failing scenario whatever it fails without:
 *
 * <ol>
 *   <li>faults, by halves, then one by one;
 *   <li>knobs, each made calm;
 *   <li>time, and the faults' amounts, by halves.
 * </ol>
 *
 * As long as the same invariant breaks it goes on; at most so many runs.
 */
final class Shrinker {
  private static final int RUNS_MAX = 300;

  private final String invariant;
  private Scenario best;
  private int runs;

  private Shrinker(Scenario failing, String invariant) {
    this.best = failing;
    this.invariant = invariant;
  }

  /** The smallest that was found. */
  static Scenario shrink(Scenario failing, Broken broken) {
    Shrinker shrinker = new Shrinker(failing, broken.invariant());
    int before;
    do {
      before = shrinker.size();
      shrinker.dropFaults();
      shrinker.calmKnobs();
      shrinker.shorten();
    } while (shrinker.size() < before && shrinker.runs < RUNS_MAX);
    return shrinker.best;
  }

  private int size() {
    return best.faults().size() * 100 + best.knobs().size();
  }

  private boolean stillFails(Scenario candidate) {
    if (runs++ >= RUNS_MAX) {
      return false;
    }
    Optional<Broken> broken = Simulation.run(candidate, false).broken();
    boolean same = broken.filter(b -> b.invariant().equals(invariant)).isPresent();
    if (same) {
      best = candidate;
    }
    return same;
  }

  private void dropFaults() {
    for (int chunk = Math.max(1, best.faults().size() / 2); chunk >= 1; chunk /= 2) {
      for (int from = 0; from < best.faults().size(); ) {
        List<Fault> fewer = new ArrayList<>(best.faults());
        fewer.subList(from, Math.min(fewer.size(), from + chunk)).clear();
        if (!stillFails(best.with(fewer))) {
          from += chunk;
        }
      }
    }
  }

  private void calmKnobs() {
    for (Knob knob : List.copyOf(best.knobs().keySet())) {
      stillFails(best.calm(knob));
    }
  }

  private void shorten() {
    stillFails(best.lasting(best.faults().stream().mapToLong(Fault::at).max().orElse(0) + 60_000));
    for (int i = 0; i < best.faults().size(); i++) {
      change(i, fault -> fault.lasting(fault.amount() / 2));
      change(i, fault -> new Fault(fault.at(), fault.kind(), fault.pick() % 4, fault.amount()));
    }
  }

  private void change(int index, UnaryOperator<Fault> how) {
    Fault next = how.apply(best.faults().get(index));
    if (!next.equals(best.faults().get(index))) {
      List<Fault> changed = new ArrayList<>(best.faults());
      changed.set(index, next);
      stillFails(best.with(changed));
    }
  }
}
