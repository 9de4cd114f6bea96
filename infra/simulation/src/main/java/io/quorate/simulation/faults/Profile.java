package io.quorate.simulation.faults;

/** What the schedule of a seed is about, beside what goes wrong in any. */
public enum Profile {
  /** Nothing else. */
  PLAIN,
  /** The group's desired capacity changes: members leave and join. */
  GROUP;

  private static final int ONE_IN = 8;

  /** That of this seed. */
  public static Profile of(long seed) {
    return Math.floorMod(seed, ONE_IN) == 5 ? GROUP : PLAIN;
  }
}
