package io.quorate.spec;

import java.util.Optional;

/**
 * What Quorate does for the room of the database by itself.
 *
 * @param above from which share of free pages, in percent, a member is defragmented; empty: only on
 *     request
 * @param atLeast how much it must give back
 * @param window when; empty: at any time
 * @param emergencyCompaction whether the history may be dropped where a database at its quota
 *     cannot be made smaller otherwise
 */
public record MaintenanceSettings(
    Optional<Integer> above,
    ByteSize atLeast,
    Optional<DayWindow> window,
    boolean emergencyCompaction) {
  /** As a spec without the section has it. */
  public static final MaintenanceSettings DEFAULT =
      new MaintenanceSettings(Optional.of(45), ByteSize.ofMebibytes(100), Optional.empty(), false);
}
