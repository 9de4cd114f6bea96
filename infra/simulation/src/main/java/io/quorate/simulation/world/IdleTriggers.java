package io.quorate.simulation.world;

import io.quorate.simulation.faults.Knob;
import io.quorate.simulation.faults.Scenario;
import io.quorate.simulation.schedule.Scheduler;
import java.util.function.LongSupplier;

/**
 * The most milliseconds until the function is next invoked for nothing: by a rate of its own, or so
 * that as many plans are made as the scenario wants, most of them before the last third of the
 * faults, for an outage may leave none to later.
 */
record IdleTriggers(Scenario scenario, Scheduler scheduler, RunCoverage coverage)
    implements LongSupplier {
  private static final long MINUTE_MILLIS = 60_000;
  private static final long LEAST_MILLIS = 250;
  private static final long MOST_MILLIS = 40_000;

  @Override
  public long getAsLong() {
    int rate = scenario.knob(Knob.TRIGGERS_IDLE);
    int wanted = scenario.knob(Knob.TURNS);
    if (wanted == 0) {
      return rate == 0 ? 0 : 2 * MINUTE_MILLIS / rate;
    }
    long left = scenario.faultsMillis() * 2 / 3 - scheduler.now();
    long missing = wanted - coverage.turns();
    return missing <= 0 ? MOST_MILLIS : Math.clamp(2 * left / missing, LEAST_MILLIS, MOST_MILLIS);
  }
}
