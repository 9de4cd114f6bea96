package io.quorate.simulation.faults;

import io.quorate.simulation.schedule.SeededRandom;
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
  private static final String RANDOM = "swarm";

  /** Drawn apart, so that what the other draws of a seed give does not depend on it. */
  private static final String NAMES = "names";

  /** Prime to the share of the profiles: each has some. */
  private static final int NAMED_ONE_IN = 5;

  private static final List<Integer> SIZES = List.of(3, 3, 3, 3, 3, 5, 1);
  private static final long LONG_MILLIS = 100_000;

  /** Drawn last, so that what the other draws of a seed give does not depend on it. */
  private static final int DISK_OF_ANOTHER_PER_MILLE = 60;

  private static final int OTHERS_FALL_PER_MILLE = 60;

  private static final int MOST_ENDED_AT_EC2 = 2;
  private static final int TERMINATE_AT_EC2_PER_MILLE = 150;
  private static final int STOP_LONG_PER_MILLE = 60;

  private static final int ADD_MEMBER_PER_MILLE = 100;
  private static final int CHANGE_PEER_URL_PER_MILLE = 100;
  private static final String PEER_URL = "peer-url";
  private static final int ISOLATED_PER_MILLE = 400;

  /** Until an executor is told, and has begun. */
  private static final long TOLD_MILLIS = 15_000;

  private static final int DAMAGE_DATA_PER_MILLE = 100;
  private static final int CHANGE_BYTE_PER_MILLE = 120;
  private static final int ANOTHER_PER_MILLE = 400;
  private static final int FRAGMENT_PER_MILLE = 60;
  private static final int FILL_PER_MILLE = 80;
  private static final int API_PER_MILLE = 100;
  private static final int EC2_FORGETS_PER_MILLE = 60;
  private static final int TABLES_COPIED_PER_MILLE = 40;

  /** Longer than an instance takes to end; then the controllers' clocks are set on by an hour. */
  private static final long ENDED_MILLIS = 120_000;

  private static final long OVER_AN_HOUR_MILLIS = 3_700_000;

  private static final List<FaultKind> APIS =
      List.of(FaultKind.EC2_OUTAGE, FaultKind.AUTO_SCALING_OUTAGE, FaultKind.SLOW_CLOUD);

  private Swarm() {}

  /** The scenario of this seed. */
  public static Scenario draw(long seed) {
    SeededRandom random = new SeededRandom(seed);
    Scenario scenario = named(SpotSchedule.addTo(draw(seed, random), random), random);
    return AuthSchedule.has(seed) ? AuthSchedule.addTo(scenario, random) : scenario;
  }

  private static Scenario named(Scenario scenario, SeededRandom random) {
    long seed = scenario.seed();
    if (Math.floorMod(seed, NAMED_ONE_IN) != 0) {
      return scenario;
    }
    Map<Knob, Integer> knobs = new EnumMap<>(scenario.knobs());
    knobs.put(Knob.NAMED, 1);
    knobs.put(Knob.ZONE_TROUBLE, (int) random.between(NAMES, 0, Knob.ZONE_TROUBLE.most()));
    return new Scenario(seed, scenario.faultsMillis(), knobs, scenario.faults());
  }

  private static Scenario draw(long seed, SeededRandom random) {
    Map<Knob, Integer> knobs = new EnumMap<>(Knob.class);
    for (Knob knob : Knob.DRAWN) {
      if (random.perMille(RANDOM, 300)) {
        long most = random.perMille(RANDOM, 300) ? knob.most() : Math.max(1, knob.most() / 5);
        knobs.put(knob, (int) random.between(RANDOM, knob.least(), Math.max(knob.least(), most)));
      }
    }
    knobs.put(Knob.SIZE, random.oneOf(RANDOM, SIZES));
    knobs.put(Knob.CLUSTERS, random.perMille(RANDOM, 100) ? 2 : 1);
    knobs.put(Knob.AIMED, knobs.get(Knob.CLUSTERS) == 2 && random.perMille(RANDOM, 500) ? 1 : 0);
    boolean quick = random.perMille(RANDOM, 900);
    knobs.put(Knob.PACE, quick ? (int) random.between(RANDOM, 20, 40) : 100);
    long drawn =
        quick ? random.between(RANDOM, 40_000, 120_000) : random.between(RANDOM, 90_000, 500_000);
    long millis = Math.max(drawn, TurnTime.ofMany(knobs));
    knobs.put(Knob.TRIGGERS_IDLE, 0);
    knobs.put(Knob.TURNS, turns(random));
    List<Fault> faults = faults(random, millis);
    if (faults.stream().anyMatch(fault -> fault.kind() == FaultKind.SLOW_LEARNER)) {
      // Being slow shows only where there is much to catch up with, and little is let pass: etcd
      // itself promotes what trails by a tenth of the log.
      millis = Math.max(millis, LONG_MILLIS);
      faults.add(wipeLate(random, millis));
      faults.sort(Comparator.comparing(Fault::at));
      knobs.put(Knob.WRITE_MILLIS, (int) random.between(RANDOM, 30, 80));
      knobs.put(Knob.LEARNER_LAG, (int) random.between(RANDOM, 5, 20));
    }
    if (random.perMille(RANDOM, DISK_OF_ANOTHER_PER_MILLE)) {
      faults.add(fault(random, FaultKind.DISK_OF_ANOTHER, millis));
    }
    if (random.perMille(RANDOM, OTHERS_FALL_PER_MILLE)) {
      faults.add(fault(random, FaultKind.OTHERS_FALL, millis));
    }
    for (int i = 0; i < MOST_ENDED_AT_EC2; i++) {
      if (random.perMille(RANDOM, TERMINATE_AT_EC2_PER_MILLE)) {
        faults.add(fault(random, FaultKind.TERMINATE_AT_EC2, millis));
      }
    }
    if (random.perMille(RANDOM, STOP_LONG_PER_MILLE)) {
      faults.add(fault(random, FaultKind.STOP_LONG, millis));
    }
    switch (Profile.of(seed)) {
      case PLAIN -> {}
      case GROUP -> GroupSchedule.addTo(faults, random, millis);
      case RECOVERY -> {
        return RecoverySchedule.draw(seed, random, knobs);
      }
    }
    if (random.perMille(RANDOM, ADD_MEMBER_PER_MILLE)) {
      faults.add(fault(random, FaultKind.ADD_MEMBER, millis));
    }
    if (random.perMille(RANDOM, CHANGE_PEER_URL_PER_MILLE)) {
      Fault changed = fault(random, FaultKind.CHANGE_PEER_URL, millis);
      faults.add(changed);
      if (random.perMille(PEER_URL, ISOLATED_PER_MILLE)) {
        Fault isolated = isolatedBy(random, changed);
        faults.add(isolated);
        millis = Math.max(millis, isolated.at() + isolated.amount() + TOLD_MILLIS);
      }
    }
    if (random.perMille(RANDOM, DAMAGE_DATA_PER_MILLE)) {
      faults.add(fault(random, FaultKind.DAMAGE_DATA, millis));
    }
    if (random.perMille(RANDOM, CHANGE_BYTE_PER_MILLE)) {
      knobs.put(Knob.MAINTENANCE, 1);
      do {
        faults.add(fault(random, FaultKind.CHANGE_BYTE, millis));
      } while (random.perMille(RANDOM, ANOTHER_PER_MILLE));
    }
    if (random.perMille(RANDOM, FRAGMENT_PER_MILLE)) {
      knobs.put(Knob.MAINTENANCE, 1);
      faults.add(fault(random, FaultKind.FRAGMENT, millis));
    }
    if (random.perMille(RANDOM, FILL_PER_MILLE)) {
      knobs.put(Knob.MAINTENANCE, 1);
      faults.add(fault(random, FaultKind.FILL, millis));
    }
    if (random.perMille(RANDOM, API_PER_MILLE)) {
      faults.add(fault(random, random.oneOf(RANDOM, APIS), millis));
    }
    if (random.perMille(RANDOM, EC2_FORGETS_PER_MILLE)) {
      faults.add(fault(random, FaultKind.EC2_FORGETS, millis));
      millis += ENDED_MILLIS;
      faults.add(anHourPasses(millis));
    }
    if (random.perMille(RANDOM, TABLES_COPIED_PER_MILLE)) {
      Fault copied = fault(random, FaultKind.TABLES_COPIED, millis);
      faults.add(copied);
      faults.add(anHourPasses(Math.min(millis, copied.at() + copied.amount() / 2)));
    }
    faults.sort(Comparator.comparing(Fault::at));
    return new Scenario(seed, millis, knobs, faults);
  }

  /** By the controllers' clocks: two looks are an hour apart then. */
  private static Fault anHourPasses(long at) {
    return new Fault(at, FaultKind.CONTROLLER_CLOCK_JUMP, 0, OVER_AN_HOUR_MILLIS);
  }

  /** Whoever sets the URL back finds no quorum for longer than it may take. Drawn apart. */
  private static Fault isolatedBy(SeededRandom random, Fault changed) {
    long lasts = random.between(PEER_URL, 65_000, 110_000);
    return new Fault(changed.at(), FaultKind.ISOLATE_EXECUTOR, 0, lasts);
  }

  private static Fault wipeLate(SeededRandom random, long millis) {
    long at = random.between(RANDOM, millis * 2 / 3, millis * 9 / 10);
    return new Fault(at, FaultKind.WIPE, (int) random.below(RANDOM, 1_000), 0);
  }

  /** Enough for a schedule; now and then many more, or as few as nothing but events bring. */
  private static int turns(SeededRandom random) {
    if (random.perMille(RANDOM, 20)) {
      return 0;
    }
    return (int)
        (random.perMille(RANDOM, 100)
            ? random.between(RANDOM, 100, 300)
            : random.between(RANDOM, 65, 85));
  }

  private static List<Fault> faults(SeededRandom random, long millis) {
    List<FaultKind> kinds = new ArrayList<>();
    for (FaultKind kind : FaultKind.values()) {
      if (!kind.drawnLast() && random.perMille(RANDOM, kind.perMille())) {
        kinds.add(kind);
      }
    }
    if (kinds.isEmpty()) {
      kinds.add(FaultKind.WIPE);
    }
    List<Fault> faults = new ArrayList<>();
    long count = random.between(RANDOM, 4, 14);
    for (int i = 0; i < count; i++) {
      faults.add(fault(random, random.oneOf(RANDOM, kinds), millis));
    }
    faults.sort(Comparator.comparing(Fault::at));
    return faults;
  }

  private static Fault fault(SeededRandom random, FaultKind kind, long millis) {
    return new Fault(
        random.between(RANDOM, 0, millis),
        kind,
        (int) random.below(RANDOM, 1_000),
        amount(random, kind, millis));
  }

  /** What stops all controllers leaves them most of the time, but for one in ten. */
  private static long amount(SeededRandom random, FaultKind kind, long millis) {
    long most = random.perMille(RANDOM, 500) ? kind.most() : kind.least() + kind.most() / 8;
    if (kind.stopsControllers() && random.perMille(RANDOM, 900)) {
      most = Math.min(most, millis / 4);
    }
    return random.between(RANDOM, kind.least(), Math.max(kind.least(), most));
  }
}
