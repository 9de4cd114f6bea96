package io.quorate.state;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The controller's work on the bucket: what it deletes there, and its look at all of it.
 *
 * @param lookedAt when the whole prefix was last looked at
 * @param failing that the bucket did not do what was asked; empty once it did
 */
public record BucketUpkeep(Optional<Instant> lookedAt, Optional<Failing> failing) {
  /** The bucket was never looked at. */
  public static final BucketUpkeep NONE = new BucketUpkeep(Optional.empty(), Optional.empty());

  private static final Duration FIRST_WAIT = Duration.ofMinutes(1);
  private static final int DOUBLINGS = 6;

  /**
   * The bucket did not do what was asked.
   *
   * @param why in one word and in words
   * @param failures how many times in a row
   * @param notBefore when it is asked again
   */
  public record Failing(String why, long failures, Instant notBefore) {
    private static final int LONGEST = 400;

    /** Keeps the reason short: it stands in the status, which is one record. */
    public Failing {
      why = why.length() > LONGEST ? why.substring(0, LONGEST) + "…" : why;
    }
  }

  /** Whether the bucket may be asked. */
  public boolean mayAsk(Instant now) {
    return failing.filter(since -> now.isBefore(since.notBefore())).isEmpty();
  }

  /** The same after a look at the whole prefix. */
  public BucketUpkeep looked(Instant now) {
    return new BucketUpkeep(Optional.of(now), Optional.empty());
  }

  /** The same after the bucket did what was asked. */
  public BucketUpkeep succeeded() {
    return new BucketUpkeep(lookedAt, Optional.empty());
  }

  /**
   * The same after the bucket did not; it is asked again later each time, after an hour at most.
   */
  public BucketUpkeep failed(String why, Instant now) {
    long failures = failing.map(Failing::failures).orElse(0L) + 1;
    long factor = 1L << Math.min(failures - 1, DOUBLINGS);
    return new BucketUpkeep(
        lookedAt,
        Optional.of(new Failing(why, failures, now.plus(FIRST_WAIT.multipliedBy(factor)))));
  }
}
