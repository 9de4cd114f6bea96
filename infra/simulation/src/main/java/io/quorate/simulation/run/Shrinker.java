package io.quorate.simulation.run;

import io.quorate.simulation.faults.Fault;
import io.quorate.simulation.faults.Knob;
import io.quorate.simulation.faults.Scenario;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/**
 * Takes away from a failing scenario whatever it fails without, and tells how far it is:
 *
 * <ol>
 *   <li>faults, by halves, then one by one;
 *   <li>knobs, each made calm;
 *   <li>time, and the faults' amounts, by halves.
 * </ol>
 *
 * As long as the same invariant breaks it goes on; at most so many runs, and for so long: no run
 * begins that may not end in time, by the longest before it.
 */
final class Shrinker {
  private static final int RUNS_MAX = 300;
  private static final Duration TELL_EACH = Duration.ofSeconds(2);

  private final String invariant;
  private final Function<Scenario, Optional<Broken>> run;
  private final Budget budget;
  private final Consumer<String> progress;
  private Scenario best;
  private int runs;
  private long longest;
  private long told;

  /**
   * Time to shrink in.
   *
   * @param clock in nanoseconds
   * @param until when the last run must have ended, by this clock
   */
  record Budget(LongSupplier clock, long until) {
    /** So long from now on. */
    static Budget of(Duration time) {
      return new Budget(System::nanoTime, System.nanoTime() + time.toNanos());
    }

    long left() {
      return until - clock.getAsLong();
    }
  }

  /**
   * Shrinks this.
   *
   * @param broken what it breaks
   * @param run what a scenario breaks
   * @param progress to be told how many runs are left, and how small the best one is
   */
  Shrinker(
      Scenario failing,
      Broken broken,
      Function<Scenario, Optional<Broken>> run,
      Budget budget,
      Consumer<String> progress) {
    this.best = failing;
    this.invariant = broken.invariant();
    this.run = run;
    this.budget = budget;
    this.progress = progress;
    this.told = budget.clock().getAsLong();
  }

  /** The smallest that was found. */
  Scenario shrink() {
    int before;
    do {
      before = size();
      dropFaults();
      calmKnobs();
      shorten();
    } while (size() < before && goesOn());
    tell(goesOn() ? "done" : "out of " + (runs >= RUNS_MAX ? "runs" : "time"));
    return best;
  }

  private boolean goesOn() {
    return runs < RUNS_MAX && budget.left() > longest;
  }

  private void tell(String state) {
    told = budget.clock().getAsLong();
    progress.accept(
        "shrinking: "
            + state
            + ", at most "
            + (RUNS_MAX - runs)
            + " runs or "
            + Math.max(0, TimeUnit.NANOSECONDS.toSeconds(budget.left()))
            + " s left; the best has "
            + best.faults().size()
            + " faults, "
            + best.knobs().size()
            + " knobs, "
            + best.faultsMillis() / 1000
            + " s");
  }

  private int size() {
    return best.faults().size() * 100 + best.knobs().size();
  }

  private boolean stillFails(Scenario candidate) {
    if (!goesOn()) {
      return false;
    }
    runs++;
    long began = budget.clock().getAsLong();
    Optional<Broken> broken = run.apply(candidate);
    longest = Math.max(longest, budget.clock().getAsLong() - began);
    boolean same = broken.filter(b -> b.invariant().equals(invariant)).isPresent();
    if (same) {
      best = candidate;
    }
    if (budget.clock().getAsLong() - told >= TELL_EACH.toNanos()) {
      tell("run " + runs);
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
