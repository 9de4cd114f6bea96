package io.quorate.spec;

import java.time.Duration;
import java.util.Optional;

/**
 * What Quorate does for the members' databases by itself.
 *
 * @param compareData the time between two comparisons of the voters' data; empty: only on request
 */
public record MaintenanceSettings(Optional<Duration> compareData) {
  /** As a spec without the section has it. */
  public static final MaintenanceSettings DEFAULT =
      new MaintenanceSettings(Optional.of(Duration.ofHours(1)));
}
