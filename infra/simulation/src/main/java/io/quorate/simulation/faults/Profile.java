package io.quorate.simulation.faults;

/** What the schedule of a seed is about, beside what goes wrong in any. */
public enum Profile {
  /** Nothing else. */
  PLAIN,
  /** The group's desired capacity changes: members leave and join. */
  GROUP,
  /** A quorum is lost, or everything, and comes back from a disk or a snapshot. */
  RECOVERY;

  private static final int ONE_IN = 8;

  /** That of this seed. */
  public static Profile of(long seed) {
    return switch (Math.floorMod(seed, ONE_IN)) {
      case 3 -> RECOVERY;
      case 5 -> GROUP;
      default -> PLAIN;
    };
  }
}
