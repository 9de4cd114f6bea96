package io.quorate.state;

import java.time.Instant;
import java.util.Optional;

/**
 * EC2 showed an instance stopped. Kept until its agent speaks again, for an instance that was
 * started needs time to boot.
 *
 * @param since when EC2 first showed it stopped, by that controller's clock
 * @param startedAt when EC2 first showed it started again; empty while it is stopped
 */
public record InstanceStop(Instant since, Optional<Instant> startedAt) {
  /** One that has just been seen. */
  public static InstanceStop seen(Instant at) {
    return new InstanceStop(at, Optional.empty());
  }

  /** The same stop, ended now; one that has ended stays as it is, unless the clock went back. */
  public InstanceStop started(Instant at) {
    return startedAt.filter(before -> !before.isAfter(at)).isPresent()
        ? this
        : new InstanceStop(since, Optional.of(at));
  }
}
