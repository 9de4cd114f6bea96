package io.quorate.state;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The controller's work on the bucket: what it deletes there, and its look at all of it.
 *
 * @param lookedAt when the whole prefix was last looked at
 * @param failing that the bucket did not do what was asked; empty once it did
 * @param lineage how the mirror of the lineage differed from the table at the last look; empty when
 *     it did not
 */
public record BucketUpkeep(
    Optional<Instant> lookedAt, Optional<Failing> failing, Optional<String> lineage) {
  /** The bucket was never looked at. */
  public static final BucketUpkeep NONE =
      new BucketUpkeep(Optional.empty(), Optional.empty(), Optional.empty());

  private static final Duration FIRST_PAUSE = Duration.ofMinutes(1);
  private static final int DOUBLINGS = 6;
  private static final int LONGEST = 400;

  /** Keeps the words short: they stand in the status, which is one record. */
  public BucketUpkeep {
    lineage = lineage.map(BucketUpkeep::shortened);
  }

  /**
   * The bucket did not do what was asked.
   *
   * @param why in one word and in words
   * @param failures how many times in a row
   * @param notBefore when it is asked again
   */
  public record Failing(String why, long failures, Instant notBefore) {
    /** Keeps the reason short: it stands in the status, which is one record. */
    public Failing {
      why = shortened(why);
    }
  }

  private static String shortened(String words) {
    return words.length() > LONGEST ? words.substring(0, LONGEST) + "…" : words;
  }

  /** Whether the bucket may be asked. */
  public boolean mayAsk(Instant now) {
    return failing.filter(since -> now.isBefore(since.notBefore())).isEmpty();
  }

  /**
   * Whether the bucket may be asked where somebody waits for its answer: so long after it failed,
   * however often it failed before.
   */
  public boolean mayAskAfter(Duration shortly, Instant now) {
    return failing
        .map(last -> last.notBefore().minus(pause(last.failures())).plus(shortly))
        .filter(now::isBefore)
        .isEmpty();
  }

  private static Duration pause(long failures) {
    return FIRST_PAUSE.multipliedBy(1L << Math.min(failures - 1, DOUBLINGS));
  }

  /** The same after a look at the whole prefix, and at the mirror of the lineage. */
  public BucketUpkeep looked(Instant now, Optional<String> lineageDiffers) {
    return new BucketUpkeep(Optional.of(now), Optional.empty(), lineageDiffers);
  }

  /** The same after a look that is to be repeated, for not all that was seen is recorded yet. */
  public BucketUpkeep seen(Optional<String> lineageDiffers) {
    return new BucketUpkeep(lookedAt, Optional.empty(), lineageDiffers);
  }

  /** The same once the mirror of the lineage was written again. */
  public BucketUpkeep lineageMirrored() {
    return new BucketUpkeep(lookedAt, failing, Optional.empty());
  }

  /** The same after the bucket did what was asked. */
  public BucketUpkeep succeeded() {
    return new BucketUpkeep(lookedAt, Optional.empty(), lineage);
  }

  /**
   * The same after the bucket did not; it is asked again later each time, after an hour at most.
   */
  public BucketUpkeep failed(String why, Instant now) {
    long failures = failing.map(Failing::failures).orElse(0L) + 1;
    return new BucketUpkeep(
        lookedAt, Optional.of(new Failing(why, failures, now.plus(pause(failures)))), lineage);
  }
}
