package io.quorate.simulation.faults;

import io.quorate.simulation.schedule.SeededRandom;
import java.util.List;

/**
 * Changes of the desired capacity, and what befalls those that leave. Half of these schedules have
 * few other faults: nobody leaves while a voter does not serve.
 */
final class GroupSchedule {
  private static final String RANDOM = "group";
  private static final int FEW = 2;

  /** What befalls whoever carries out an instruction. */
  private static final List<FaultKind> EXECUTORS =
      List.of(
          FaultKind.CRASH_EXECUTOR_BEFORE,
          FaultKind.CRASH_EXECUTOR_AFTER,
          FaultKind.FREEZE_EXECUTOR,
          FaultKind.HANG_EXECUTOR,
          FaultKind.TERMINATE_EXECUTOR,
          FaultKind.POWER_LOSS_EXECUTOR,
          FaultKind.NEW_DISK_EXECUTOR,
          FaultKind.CUT_EXECUTOR,
          FaultKind.LOSE_EXECUTOR);

  private GroupSchedule() {}

  static void addTo(List<Fault> faults, SeededRandom random, long millis) {
    if (random.perMille(RANDOM, 500)) {
      while (faults.size() > FEW) {
        faults.remove((int) random.below(RANDOM, faults.size()));
      }
    }
    long changes = random.between(RANDOM, 2, 6);
    for (int i = 0; i < changes; i++) {
      long at = random.between(RANDOM, millis / 8, millis);
      faults.add(fault(random, at, FaultKind.DESIRE));
      if (random.perMille(RANDOM, 500)) {
        long soon = Math.min(millis, at + random.between(RANDOM, 0, millis / 8));
        faults.add(fault(random, soon, random.oneOf(RANDOM, EXECUTORS)));
      }
    }
  }

  private static Fault fault(SeededRandom random, long at, FaultKind kind) {
    long amount = random.between(RANDOM, kind.least(), kind.most());
    return new Fault(at, kind, (int) random.below(RANDOM, 1_000), amount);
  }
}
