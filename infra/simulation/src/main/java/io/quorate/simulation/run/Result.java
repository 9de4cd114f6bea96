package io.quorate.simulation.run;

import io.quorate.simulation.faults.Scenario;
import io.quorate.simulation.world.RunCoverage;
import java.util.List;
import java.util.Optional;

/**
 * What came of a run.
 *
 * @param scenario what was run
 * @param broken the first thing that did not hold
 * @param faults how many befell somebody
 * @param millis virtual milliseconds that passed
 * @param events how many events there were
 * @param coverage what it came by
 * @param digest of its transcript: the same for the same run
 * @param transcript its lines, where they were kept
 */
public record Result(
    Scenario scenario,
    Optional<Broken> broken,
    long faults,
    long millis,
    long events,
    RunCoverage coverage,
    long digest,
    List<String> transcript) {
  /** Whether it counts as a schedule: at least 50 turns and 3 faults. */
  public boolean counts() {
    return coverage.turns() >= 50 && faults >= 3;
  }
}
