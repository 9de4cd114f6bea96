package io.quorate.spec;

import java.time.Duration;
import java.util.Optional;

/**
 * What Quorate does for the members' databases by itself.
 *
 * @param above from which share of free pages, in percent, a member is defragmented; empty: only on
 *     request
 * @param atLeast how much it must give back
 * @param window when; empty: at any time
 * @param emergencyCompaction whether the history may be dropped where a database at its quota
 *     cannot be made smaller otherwise
 * @param compareData the time between two comparisons of the voters' data; empty: only on request
 */
public record MaintenanceSettings(
    Optional<Integer> above,
    ByteSize atLeast,
    Optional<DayWindow> window,
    boolean emergencyCompaction,
    Optional<Duration> compareData) {
  /** As a spec without the section has it. */
  public static final MaintenanceSettings DEFAULT =
      new MaintenanceSettings(
          Optional.of(45),
          ByteSize.ofMebibytes(100),
          Optional.empty(),
          false,
          Optional.of(Duration.ofHours(1)));
}
