package io.quorate.spec;

import java.time.Duration;
import java.util.Optional;

/**
 * How members change their release of etcd.
 *
 * @param soak how long a member serves the new release before the next one changes; empty: the next
 *     follows at once
 */
public record UpgradeSettings(Optional<Duration> soak) {
  /** As a spec without the section has it. */
  public static final UpgradeSettings DEFAULT =
      new UpgradeSettings(Optional.of(Duration.ofMinutes(5)));
}
