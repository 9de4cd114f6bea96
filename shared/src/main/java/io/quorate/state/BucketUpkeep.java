package io.quorate.state;

import io.quorate.wire.Wire;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The controller's work on the bucket: its look at all of it, what it deletes there, and the keys
 * of the authorities.
 *
 * @param lookedAt when the whole prefix was last looked at
 * @param failures what the bucket did not do of what was asked, until it does
 * @param lineage how the mirror of the lineage differed from the table at the last look; empty when
 *     it did not
 * @param unreadable which objects could not be read at the last look, and why; empty when all could
 * @param catalogue what a steady turn reads of a long catalogue; empty where it reads all
 * @param tokenKeys the sign methods whose keys of tokens are known to be there
 */
public record BucketUpkeep(
    Optional<Instant> lookedAt,
    @Wire.Inline @Wire.After("unreadable") Map<BucketUse, Failing> failures,
    Optional<String> lineage,
    Optional<String> unreadable,
    Optional<CatalogueDigest> catalogue,
    @Wire.Sparse Set<String> tokenKeys) {
  /** The bucket was never looked at. */
  public static final BucketUpkeep NONE =
      new BucketUpkeep(
          Optional.empty(),
          Map.of(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Set.of());

  private static final Duration FIRST_PAUSE = Duration.ofMinutes(1);
  private static final int DOUBLINGS = 6;
  private static final int LONGEST = 400;
  private static final int LONGEST_LIST = 1_000;

  /** Keeps the words short: they stand in the status, which is one record. */
  public BucketUpkeep {
    failures = Map.copyOf(failures);
    tokenKeys = Set.copyOf(tokenKeys);
    lineage = lineage.map(words -> shortened(words, LONGEST));
    unreadable = unreadable.map(words -> shortened(words, LONGEST_LIST));
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
      why = shortened(why, LONGEST);
    }
  }

  private static String shortened(String words, int longest) {
    return words.length() > longest ? words.substring(0, longest) + "…" : words;
  }

  /** That the bucket did not do what was asked for this; empty once it did. */
  public Optional<Failing> failing(BucketUse use) {
    return Optional.ofNullable(failures.get(use));
  }

  /** Whether the bucket may be asked for this. */
  public boolean mayAsk(BucketUse use, Instant now) {
    return failing(use).filter(since -> now.isBefore(since.notBefore())).isEmpty();
  }

  /**
   * Whether the bucket may be looked at where somebody waits for its answer: so long after it
   * failed, however often it failed before.
   */
  public boolean mayLookAfter(Duration shortly, Instant now) {
    return failing(BucketUse.LOOK)
        .map(last -> last.notBefore().minus(pause(last.failures())).plus(shortly))
        .filter(now::isBefore)
        .isEmpty();
  }

  private static Duration pause(long failures) {
    return FIRST_PAUSE.multipliedBy(1L << Math.min(failures - 1, DOUBLINGS));
  }

  /** The same after a look at the whole prefix, and at the mirror of the lineage. */
  public BucketUpkeep looked(
      Instant now, Optional<String> lineageDiffers, Optional<String> unreadableObjects) {
    return new BucketUpkeep(
        Optional.of(now), answered(), lineageDiffers, unreadableObjects, catalogue, tokenKeys);
  }

  /** The same after a look that is to be repeated, for not all that was seen is recorded yet. */
  public BucketUpkeep seen(Optional<String> lineageDiffers, Optional<String> unreadableObjects) {
    return new BucketUpkeep(
        lookedAt, answered(), lineageDiffers, unreadableObjects, catalogue, tokenKeys);
  }

  /** A bucket that was looked at may be asked to delete again, too. */
  private Map<BucketUse, Failing> answered() {
    return without(Set.of(BucketUse.LOOK, BucketUse.SNAPSHOTS));
  }

  /** The same with what a steady turn reads of the catalogue. */
  public BucketUpkeep withCatalogue(Optional<CatalogueDigest> next) {
    return new BucketUpkeep(lookedAt, failures, lineage, unreadable, next, tokenKeys);
  }

  /** The same once the mirror of the lineage was written again. */
  public BucketUpkeep lineageMirrored() {
    return new BucketUpkeep(lookedAt, failures, Optional.empty(), unreadable, catalogue, tokenKeys);
  }

  /** The same after the bucket did what was asked for this. */
  public BucketUpkeep succeeded(BucketUse use) {
    return new BucketUpkeep(
        lookedAt, without(Set.of(use)), lineage, unreadable, catalogue, tokenKeys);
  }

  /** The same once the key of tokens for this sign method is there. */
  public BucketUpkeep withTokenKey(String signMethod) {
    Set<String> keys = new HashSet<>(tokenKeys);
    keys.add(signMethod);
    return new BucketUpkeep(
        lookedAt, without(Set.of(BucketUse.TOKEN_KEYS)), lineage, unreadable, catalogue, keys);
  }

  private Map<BucketUse, Failing> without(Set<BucketUse> uses) {
    Map<BucketUse, Failing> rest = new EnumMap<>(BucketUse.class);
    rest.putAll(failures);
    rest.keySet().removeAll(uses);
    return rest;
  }

  /**
   * The same after the bucket did not; it is asked again later each time, after an hour at most.
   */
  public BucketUpkeep failed(BucketUse use, String why, Instant now) {
    long times = failing(use).map(Failing::failures).orElse(0L) + 1;
    Map<BucketUse, Failing> next = new EnumMap<>(BucketUse.class);
    next.putAll(failures);
    next.put(use, new Failing(why, times, now.plus(pause(times))));
    return new BucketUpkeep(lookedAt, next, lineage, unreadable, catalogue, tokenKeys);
  }
}
