package io.quorate.simulation.run;

import io.quorate.simulation.faults.Fault;
import io.quorate.simulation.faults.Scenario;
import java.util.Comparator;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Moves the faults of a golden scenario in time until its planted bug breaks it again. A product
 * that reacts sooner or later than it did needs its faults at other moments.
 *
 * <p>Of those that break, one is taken whose nearest neighbours break too, where there is one: the
 * next change of the product's timing shall not spoil it at once.
 */
final class Retuning {
  private static final int NEIGHBOURS = 8;
  private static final int STURDY = 6;
  private static final int NEIGHBOUR_MILLIS = 150;
  private static final int[] REACH_MILLIS = {300, 1_000, 3_000, 10_000};
  private static final int TELL_EACH = 50;

  private final Function<Scenario, String> planted;
  private final Function<Scenario, String> sound;
  private final String invariant;
  private final Consumer<String> progress;
  private final Random chance = new Random(1);

  /**
   * Moves faults.
   *
   * @param planted what a scenario breaks with the bug; empty when nothing
   * @param sound what it breaks without
   * @param invariant the one that must break
   */
  Retuning(
      Function<Scenario, String> planted,
      Function<Scenario, String> sound,
      String invariant,
      Consumer<String> progress) {
    this.planted = planted;
    this.sound = sound;
    this.invariant = invariant;
    this.progress = progress;
  }

  /** The sturdiest of those that were found in so many tries; empty when none was. */
  Optional<Scenario> find(Scenario golden, int tries) {
    Scenario best = golden;
    int most = breaks(golden) ? sturdiness(golden) : -1;
    for (int at = 1; at <= tries && most < STURDY; at++) {
      Scenario moved =
          moved(golden, REACH_MILLIS[at * REACH_MILLIS.length / (tries + 1)], at % 4 == 0);
      int sturdy = breaks(moved) ? sturdiness(moved) : -1;
      if (sturdy > most && sound.apply(moved).isEmpty()) {
        best = moved;
        most = sturdy;
      }
      if (at % TELL_EACH == 0) {
        progress.accept(at + " of " + tries + " tried; best: " + told(most));
      }
    }
    progress.accept(told(most));
    return most < 0 ? Optional.empty() : Optional.of(best);
  }

  private static String told(int sturdy) {
    return sturdy < 0 ? "none" : sturdy + " of " + NEIGHBOURS + " neighbours break too";
  }

  private int sturdiness(Scenario scenario) {
    int sturdy = 0;
    for (int i = 0; i < NEIGHBOURS; i++) {
      sturdy += breaks(moved(scenario, NEIGHBOUR_MILLIS, false)) ? 1 : 0;
    }
    return sturdy;
  }

  private boolean breaks(Scenario scenario) {
    return planted.apply(scenario).startsWith(invariant + ": ");
  }

  private Scenario moved(Scenario from, int reach, boolean otherChance) {
    Scenario moved =
        from.with(
            from.faults().stream()
                .map(fault -> moved(fault, reach))
                .sorted(Comparator.comparingLong(Fault::at))
                .toList());
    return otherChance
        ? new Scenario(
            chance.nextInt(1_000_000), moved.faultsMillis(), moved.knobs(), moved.faults())
        : moved;
  }

  private Fault moved(Fault fault, int reach) {
    long at = Math.max(0, fault.at() + chance.nextInt(2 * reach + 1) - reach);
    return new Fault(at, fault.kind(), fault.pick(), amount(fault, reach));
  }

  /** After which call a crash comes: a product that makes one more call needs one more. */
  private long amount(Fault fault, int reach) {
    boolean counts = fault.kind().name().startsWith("CRASH_") && reach > NEIGHBOUR_MILLIS;
    return counts ? Math.max(0, fault.amount() + chance.nextInt(5) - 2) : fault.amount();
  }
}
