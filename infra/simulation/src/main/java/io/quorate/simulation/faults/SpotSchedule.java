package io.quorate.simulation.faults;

import io.quorate.simulation.schedule.SeededRandom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Notices of a spot market: now and then two instances at once, and now and then one ends after
 * half a minute. Drawn apart, so that what the other draws of a seed give does not depend on it.
 */
final class SpotSchedule {
  private static final String RANDOM = "spot";
  private static final int NOTICE_PER_MILLE = 100;
  private static final int TWO_PER_MILLE = 400;
  private static final int EARLY_PER_MILLE = 250;
  private static final int ADVICE_PER_MILLE = 40;

  private SpotSchedule() {}

  static Scenario addTo(Scenario scenario, SeededRandom random) {
    List<Fault> faults = new ArrayList<>(scenario.faults());
    long millis = scenario.faultsMillis();
    if (random.perMille(RANDOM, NOTICE_PER_MILLE)) {
      // As the last thing that goes wrong, half the time: then all the rest is to go well.
      long at = random.perMille(RANDOM, 500) ? millis : random.between(RANDOM, millis / 4, millis);
      int pick = (int) random.below(RANDOM, 1_000);
      faults.add(notice(random, at, pick));
      if (random.perMille(RANDOM, TWO_PER_MILLE)) {
        faults.add(notice(random, at, pick + 1));
      }
    }
    if (random.perMille(RANDOM, ADVICE_PER_MILLE)) {
      long at = random.between(RANDOM, 0, millis);
      int pick = (int) random.below(RANDOM, 1_000);
      faults.add(new Fault(at, FaultKind.REBALANCE_ADVICE, pick, 0));
    }
    faults.sort(Comparator.comparing(Fault::at));
    return new Scenario(scenario.seed(), millis, scenario.knobs(), faults);
  }

  private static Fault notice(SeededRandom random, long at, int pick) {
    FaultKind kind = FaultKind.SPOT_NOTICE;
    boolean early = random.perMille(RANDOM, EARLY_PER_MILLE);
    return new Fault(at, kind, pick, early ? kind.least() : kind.most());
  }
}
