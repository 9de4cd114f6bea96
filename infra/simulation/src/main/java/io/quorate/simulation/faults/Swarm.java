package io.quorate.simulation.faults;

import io.quorate.simulation.schedule.Dice;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Draws a scenario from a seed, swarm style: each has some kinds of trouble and lacks others, for a
 * mix of everything hides what only a few together bring about.
 */
public final class Swarm {
  private static final String DICE = "swarm";
  private static final List<Integer> SIZES = List.of(3, 3, 3, 3, 3, 5, 1);
  private static final long LONG_MILLIS = 100_000;

  /** Drawn last, so that what the other draws of a seed give does not depend on it. */
  private static final int DISK_OF_ANOTHER_PER_MILLE = 60;

  private static final int OTHERS_FALL_PER_MILLE = 60;

  private static final int MOST_ENDED_AT_EC2 = 2;
  private static final int TERMINATE_AT_EC2_PER_MILLE = 150;
  private static final int STOP_LONG_PER_MILLE = 60;

  private Swarm() {}

  /** The scenario of this seed. */
  public static Scenario draw(long seed) {
    Dice dice = new Dice(seed);
    Map<Knob, Integer> knobs = new EnumMap<>(Knob.class);
    for (Knob knob : Knob.values()) {
      if (dice.perMille(DICE, 300)) {
        long most = dice.perMille(DICE, 300) ? knob.most() : Math.max(1, knob.most() / 5);
        knobs.put(knob, (int) dice.between(DICE, knob.least(), Math.max(knob.least(), most)));
      }
    }
    knobs.put(Knob.SIZE, dice.oneOf(DICE, SIZES));
    knobs.put(Knob.CLUSTERS, dice.perMille(DICE, 100) ? 2 : 1);
    knobs.put(Knob.AIMED, knobs.get(Knob.CLUSTERS) == 2 && dice.perMille(DICE, 500) ? 1 : 0);
    boolean quick = dice.perMille(DICE, 900);
    knobs.put(Knob.PACE, quick ? (int) dice.between(DICE, 20, 40) : 100);
    long drawn = quick ? dice.between(DICE, 40_000, 120_000) : dice.between(DICE, 90_000, 500_000);
    long millis = Math.max(drawn, TurnTime.ofMany(knobs));
    knobs.put(Knob.TRIGGERS_IDLE, 0);
    knobs.put(Knob.TURNS, turns(dice));
    List<Fault> faults = faults(dice, millis);
    if (faults.stream().anyMatch(fault -> fault.kind() == FaultKind.SLOW_LEARNER)) {
      // Being slow shows only where there is much to catch up with, and little is let pass: etcd
      // itself promotes what trails by a tenth of the log.
      millis = Math.max(millis, LONG_MILLIS);
      faults.add(wipeLate(dice, millis));
      faults.sort(Comparator.comparing(Fault::at));
      knobs.put(Knob.WRITE_MILLIS, (int) dice.between(DICE, 30, 80));
      knobs.put(Knob.LEARNER_LAG, (int) dice.between(DICE, 5, 20));
    }
    if (dice.perMille(DICE, DISK_OF_ANOTHER_PER_MILLE)) {
      faults.add(fault(dice, FaultKind.DISK_OF_ANOTHER, millis));
    }
    if (dice.perMille(DICE, OTHERS_FALL_PER_MILLE)) {
      faults.add(fault(dice, FaultKind.OTHERS_FALL, millis));
    }
    for (int i = 0; i < MOST_ENDED_AT_EC2; i++) {
      if (dice.perMille(DICE, TERMINATE_AT_EC2_PER_MILLE)) {
        faults.add(fault(dice, FaultKind.TERMINATE_AT_EC2, millis));
      }
    }
    if (dice.perMille(DICE, STOP_LONG_PER_MILLE)) {
      faults.add(fault(dice, FaultKind.STOP_LONG, millis));
    }
    faults.sort(Comparator.comparing(Fault::at));
    return new Scenario(seed, millis, knobs, faults);
  }

  private static Fault wipeLate(Dice dice, long millis) {
    long at = dice.between(DICE, millis * 2 / 3, millis * 9 / 10);
    return new Fault(at, FaultKind.WIPE, (int) dice.below(DICE, 1_000), 0);
  }

  /** Enough for a schedule; now and then many more, or as few as nothing but events bring. */
  private static int turns(Dice dice) {
    if (dice.perMille(DICE, 20)) {
      return 0;
    }
    return (int)
        (dice.perMille(DICE, 100) ? dice.between(DICE, 100, 300) : dice.between(DICE, 65, 85));
  }

  private static List<Fault> faults(Dice dice, long millis) {
    List<FaultKind> kinds = new ArrayList<>();
    for (FaultKind kind : FaultKind.values()) {
      if (!kind.drawnLast() && dice.perMille(DICE, kind.perMille())) {
        kinds.add(kind);
      }
    }
    if (kinds.isEmpty()) {
      kinds.add(FaultKind.WIPE);
    }
    List<Fault> faults = new ArrayList<>();
    long count = dice.between(DICE, 4, 14);
    for (int i = 0; i < count; i++) {
      faults.add(fault(dice, dice.oneOf(DICE, kinds), millis));
    }
    faults.sort(Comparator.comparing(Fault::at));
    return faults;
  }

  private static Fault fault(Dice dice, FaultKind kind, long millis) {
    return new Fault(
        dice.between(DICE, 0, millis),
        kind,
        (int) dice.below(DICE, 1_000),
        amount(dice, kind, millis));
  }

  /** What stops all controllers leaves them most of the time, but for one in ten. */
  private static long amount(Dice dice, FaultKind kind, long millis) {
    long most = dice.perMille(DICE, 500) ? kind.most() : kind.least() + kind.most() / 8;
    if (kind.stopsControllers() && dice.perMille(DICE, 900)) {
      most = Math.min(most, millis / 4);
    }
    return dice.between(DICE, kind.least(), Math.max(kind.least(), most));
  }
}
