package io.quorate.simulation.faults;

import io.quorate.simulation.schedule.SeededRandom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Losses of a quorum or of everything, and groups that want no instance, once the cluster serves
 * and has snapshots, and what befalls those that bring it back. Half of these schedules have a calm
 * world: what goes wrong there comes from the losses.
 */
final class RecoverySchedule {
  private static final String RANDOM = "recovery";

  /** Drawn apart, so that what the other draws of a seed give does not depend on it. */
  private static final String BY_HAND = "by hand";

  private static final String AT_REST = "at rest";

  private static final int HIBERNATES_PER_MILLE = 400;
  private static final int WAKES_PER_MILLE = 700;
  private static final int ROLLED_BACK_PER_MILLE = 150;
  private static final int TABLE_EMPTIED_PER_MILLE = 100;
  private static final int BYTE_CHANGED_PER_MILLE = 150;
  private static final long SOON_MILLIS = 60_000;
  private static final List<Integer> SIZES = List.of(3, 3, 3, 3, 5, 1);
  private static final long NEAR_MILLIS = 40_000;

  /** What befalls the controller, the nodes that are left, and what they reach. */
  private static final List<FaultKind> BESIDE =
      List.of(
          FaultKind.CRASH_CONTROLLER_BEFORE,
          FaultKind.CRASH_CONTROLLER_AFTER,
          FaultKind.FREEZE_CONTROLLER,
          FaultKind.CONTROLLER_CLOCK_JUMP,
          FaultKind.KILL_AGENT,
          FaultKind.CRASH_AGENT_BEFORE,
          FaultKind.CRASH_AGENT_AFTER,
          FaultKind.FREEZE_AGENT,
          FaultKind.KILL_ETCD,
          FaultKind.FREEZE_MACHINE,
          FaultKind.HANG_MACHINE,
          FaultKind.POWER_LOSS,
          FaultKind.POWER_LOSS_ALL,
          FaultKind.WIPE,
          FaultKind.NEW_DISK,
          FaultKind.LOSE_DIRECTORY,
          FaultKind.FULL_DISK,
          FaultKind.CUT_AGENT_FROM_STORE,
          FaultKind.CUT_MACHINE,
          FaultKind.ISOLATE_PEER,
          FaultKind.PARTITION,
          FaultKind.STORE_OUTAGE,
          FaultKind.ARCHIVE_OUTAGE,
          FaultKind.CLOUD_OUTAGE,
          FaultKind.LAMBDA_OUTAGE,
          FaultKind.TERMINATE,
          FaultKind.TERMINATE_AT_EC2,
          FaultKind.STOP_START,
          FaultKind.STOP_LONG,
          FaultKind.DETACH,
          FaultKind.SPOIL_SNAPSHOT,
          FaultKind.LOSE_MOST,
          FaultKind.LOSE_ALL);

  private RecoverySchedule() {}

  static Scenario draw(long seed, SeededRandom random, Map<Knob, Integer> drawn) {
    Map<Knob, Integer> knobs = new EnumMap<>(Knob.class);
    if (random.perMille(RANDOM, 500)) {
      knobs.putAll(drawn);
    }
    knobs.put(Knob.SNAPSHOTS, 1);
    knobs.put(Knob.CLUSTERS, 1);
    knobs.put(Knob.AIMED, 0);
    knobs.put(Knob.MIXED_RELEASES, 0);
    knobs.put(Knob.SIZE, random.oneOf(RANDOM, SIZES));
    knobs.put(Knob.PACE, (int) random.between(RANDOM, 20, 40));
    knobs.put(Knob.TRIGGERS_IDLE, 0);
    knobs.put(Knob.TURNS, (int) random.between(RANDOM, 65, 150));
    long millis = random.between(RANDOM, 150_000, 400_000);
    List<Fault> faults = new ArrayList<>();
    long losses = random.between(RANDOM, 1, 3);
    for (int i = 0; i < losses; i++) {
      long at = random.between(RANDOM, millis / 4, millis * 9 / 10);
      faults.add(
          fault(
              random, at, random.perMille(RANDOM, 600) ? FaultKind.LOSE_MOST : FaultKind.LOSE_ALL));
      long beside = random.between(RANDOM, 0, 4);
      for (int j = 0; j < beside; j++) {
        long near =
            Math.clamp(at + random.between(RANDOM, -NEAR_MILLIS / 2, NEAR_MILLIS), 0, millis);
        faults.add(fault(random, near, random.oneOf(RANDOM, BESIDE)));
      }
    }
    addWhatPeopleDo(faults, random, millis);
    addHibernation(faults, random, millis, knobs.get(Knob.SIZE));
    if (random.perMille(BY_HAND, BYTE_CHANGED_PER_MILLE)) {
      knobs.put(Knob.MAINTENANCE, 1);
      faults.add(
          byHand(random, random.between(BY_HAND, millis / 6, millis), FaultKind.CHANGE_BYTE));
    }
    faults.sort(Comparator.comparing(Fault::at));
    return new Scenario(seed, millis, knobs, faults);
  }

  /**
   * A cluster is rolled back, and everything is lost before it has a snapshot again, perhaps; or
   * its records are lost about when its data is.
   */
  private static void addWhatPeopleDo(List<Fault> faults, SeededRandom random, long millis) {
    if (random.perMille(BY_HAND, ROLLED_BACK_PER_MILLE)) {
      long at = random.between(BY_HAND, millis / 3, millis * 4 / 5);
      faults.add(byHand(random, at, FaultKind.ROLL_BACK_CLUSTER));
      if (random.perMille(BY_HAND, 500)) {
        long soon = Math.min(at + random.between(BY_HAND, 5_000, SOON_MILLIS), millis);
        faults.add(byHand(random, soon, FaultKind.LOSE_ALL));
      }
    }
    if (random.perMille(BY_HAND, TABLE_EMPTIED_PER_MILLE)) {
      long loss =
          faults.stream()
              .filter(
                  fault ->
                      fault.kind() == FaultKind.LOSE_MOST || fault.kind() == FaultKind.LOSE_ALL)
              .mapToLong(Fault::at)
              .max()
              .orElse(millis);
      long near = loss + random.between(BY_HAND, -SOON_MILLIS / 2, SOON_MILLIS / 2);
      faults.add(byHand(random, Math.clamp(near, millis / 4, millis), FaultKind.EMPTY_TABLE));
    }
  }

  /** The group wants no instance, and soon some again, perhaps; and what befalls it meanwhile. */
  private static void addHibernation(
      List<Fault> faults, SeededRandom random, long millis, int size) {
    if (!random.perMille(AT_REST, HIBERNATES_PER_MILLE)) {
      return;
    }
    long at = random.between(AT_REST, millis / 4, millis * 9 / 10);
    faults.add(new Fault(at, FaultKind.DESIRE, 0, 0));
    if (random.perMille(AT_REST, WAKES_PER_MILLE)) {
      long wakes = Math.min(at + random.between(AT_REST, 2_000, 2 * SOON_MILLIS), millis);
      faults.add(new Fault(wakes, FaultKind.DESIRE, 0, size));
    }
    long beside = random.between(AT_REST, 0, 3);
    for (int i = 0; i < beside; i++) {
      FaultKind kind = random.oneOf(AT_REST, BESIDE);
      long near = Math.min(at + random.between(AT_REST, 0, NEAR_MILLIS), millis);
      faults.add(
          new Fault(
              near,
              kind,
              (int) random.below(AT_REST, 1_000),
              random.between(AT_REST, kind.least(), kind.most())));
    }
  }

  private static Fault byHand(SeededRandom random, long at, FaultKind kind) {
    long amount = random.between(BY_HAND, kind.least(), kind.most());
    return new Fault(at, kind, (int) random.below(BY_HAND, 1_000), amount);
  }

  private static Fault fault(SeededRandom random, long at, FaultKind kind) {
    long amount = random.between(RANDOM, kind.least(), kind.most());
    return new Fault(at, kind, (int) random.below(RANDOM, 1_000), amount);
  }
}
