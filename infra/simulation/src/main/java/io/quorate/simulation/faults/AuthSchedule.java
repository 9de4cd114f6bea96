package io.quorate.simulation.faults;

import io.quorate.simulation.schedule.SeededRandom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Access control: on from the first spec, or later, and changed again and again; what befalls those
 * that apply it, and what somebody changes by hand. Drawn apart from what else a seed gives.
 */
final class AuthSchedule {
  private static final String RANDOM = "auth";

  /** Prime to the share of the profiles, and to that of the names. */
  private static final int ONE_IN = 7;

  private static final int LATER_PER_MILLE = 500;
  private static final int BY_HAND_PER_MILLE = 350;
  private static final int ROLLED_BACK_PER_MILLE = 400;
  private static final long SOON_MILLIS = 15_000;
  private static final long FREEZE_MOST_MILLIS = 240_000;

  /** What befalls the agent that changes users and roles, its etcd, or the leader. */
  private static final List<FaultKind> BESIDE =
      List.of(
          FaultKind.CRASH_EXECUTOR_BEFORE,
          FaultKind.CRASH_EXECUTOR_AFTER,
          FaultKind.FREEZE_EXECUTOR,
          FaultKind.POWER_LOSS_EXECUTOR,
          FaultKind.CUT_EXECUTOR,
          FaultKind.TERMINATE_EXECUTOR,
          FaultKind.LOSE_EXECUTOR,
          FaultKind.FREEZE_MACHINE,
          FaultKind.KILL_ETCD,
          FaultKind.KILL_AGENT,
          FaultKind.ISOLATE_PEER,
          FaultKind.PARTITION,
          FaultKind.POWER_LOSS_ALL,
          FaultKind.CRASH_CONTROLLER_AFTER,
          FaultKind.STORE_OUTAGE);

  private AuthSchedule() {}

  static boolean has(long seed) {
    return Math.floorMod(seed, ONE_IN) == 0;
  }

  /** The same scenario with access control. */
  static Scenario addTo(Scenario scenario, SeededRandom random) {
    Map<Knob, Integer> knobs = new EnumMap<>(scenario.knobs());
    knobs.put(Knob.AUTH, random.perMille(RANDOM, LATER_PER_MILLE) ? 2 : 1);
    long millis = scenario.faultsMillis();
    List<Fault> faults = new ArrayList<>(scenario.faults());
    long changes = random.between(RANDOM, 1, 4);
    for (int i = 0; i < changes; i++) {
      long at = random.between(RANDOM, millis / 6, millis * 9 / 10);
      faults.add(fault(random, at, FaultKind.CHANGE_AUTH));
      long beside = random.between(RANDOM, 0, 2);
      for (int j = 0; j < beside; j++) {
        long near = Math.clamp(at + random.between(RANDOM, -1_000, SOON_MILLIS), 0, millis);
        faults.add(fault(random, near, random.oneOf(RANDOM, BESIDE)));
      }
    }
    if (random.perMille(RANDOM, BY_HAND_PER_MILLE)) {
      long at = random.between(RANDOM, millis / 3, millis);
      faults.add(fault(random, at, FaultKind.AUTH_BY_HAND));
    }
    if (scenario.knob(Knob.SNAPSHOTS) == 1 && random.perMille(RANDOM, ROLLED_BACK_PER_MILLE)) {
      long at = random.between(RANDOM, millis / 3, millis * 9 / 10);
      faults.add(fault(random, at, FaultKind.ROLL_BACK_CLUSTER));
    }
    faults.sort(Comparator.comparing(Fault::at));
    return new Scenario(scenario.seed(), millis, knobs, faults);
  }

  private static Fault fault(SeededRandom random, long at, FaultKind kind) {
    long most = Math.min(kind.most(), FREEZE_MOST_MILLIS);
    long amount = random.between(RANDOM, kind.least(), Math.max(kind.least(), most));
    return new Fault(at, kind, (int) random.below(RANDOM, 1_000), amount);
  }
}
