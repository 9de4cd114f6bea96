package io.quorate.cli.frame;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * For how long a command follows what it asked for.
 *
 * @param follows whether at all
 * @param most how long; empty until the command is told to end
 */
public record Patience(boolean follows, Optional<Duration> most) {
  /** Not at all. */
  static final Patience NONE = new Patience(false, Optional.empty());

  /** Until it is over. */
  static final Patience ENDLESS = new Patience(true, Optional.empty());

  /** For this long. */
  public static Patience lasting(Duration most) {
    return new Patience(true, Optional.of(most));
  }

  /** Whether it ends, when it began at an instant. */
  public boolean over(Instant since, Instant now) {
    return !follows || most.filter(time -> !now.isBefore(since.plus(time))).isPresent();
  }
}
