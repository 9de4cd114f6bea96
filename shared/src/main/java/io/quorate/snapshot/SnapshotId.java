package io.quorate.snapshot;

import io.quorate.model.Generation;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A snapshot's id, {@code <UTC yyyyMMddTHHmmssZ>-g<generation>-<4 hex>}: what people type. Ids sort
 * by time. Generation 0 is what was there before the cluster: a snapshot that was imported.
 */
public record SnapshotId(String value) implements Comparable<SnapshotId> {
  private static final Pattern FORM =
      Pattern.compile("\\d{8}T\\d{6}Z-g(0|[1-9]\\d{0,17})-[0-9a-f]{4}");
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC)
          .withResolverStyle(ResolverStyle.STRICT);
  private static final int SUFFIX = 0xffff;
  private static final int GENERATION_FROM = "yyyyMMddTHHmmssZ-g".length();

  /** How far ahead of the reader's clock the clock that minted an id may be. */
  private static final Duration CLOCK_SKEW = Duration.ofMinutes(5);

  /** Refuses what has not the form of an id, and a time that no calendar or clock shows. */
  public SnapshotId {
    if (!FORM.matcher(value).matches()) {
      throw new IllegalArgumentException(
          "snapshot id '" + value + "': expected the form 20260102T030405Z-g1-0a1b");
    }
    try {
      time(value);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "snapshot id '" + value + "': expected a date and a time that exist", e);
    }
  }

  /** Reads an id; empty where the text is none. */
  public static Optional<SnapshotId> parse(String text) {
    try {
      return Optional.of(new SnapshotId(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /**
   * Mints an id.
   *
   * @param salt any number; its lowest 16 bits tell apart what is minted in one second
   */
  public static SnapshotId of(Instant at, Generation generation, int salt) {
    return new SnapshotId(
        String.format(
            Locale.ROOT, "%s-g%d-%04x", TIME.format(at), generation.value(), salt & SUFFIX));
  }

  /** When it was minted, by the clock of the turn that did; its data is no older. */
  public Instant mintedAt() {
    return time(value);
  }

  /**
   * Whether it names a time that is still to come. Such an id says nothing about when its snapshot
   * was taken: the snapshot may be a source, but is never the newest.
   *
   * @param now by the reader's clock
   */
  public boolean later(Instant now) {
    return mintedAt().isAfter(now.plus(CLOCK_SKEW));
  }

  /** Digit by digit: ids are compared by their times in catalogues of thousands. */
  private static Instant time(String value) {
    return LocalDateTime.of(
            number(value, 0, 4),
            number(value, 4, 6),
            number(value, 6, 8),
            number(value, 9, 11),
            number(value, 11, 13),
            number(value, 13, 15))
        .toInstant(ZoneOffset.UTC);
  }

  private static int number(String value, int from, int to) {
    return Integer.parseInt(value, from, to, 10);
  }

  /** The generation whose data it holds. */
  public Generation generation() {
    int from = GENERATION_FROM;
    return new Generation(Long.parseLong(value, from, value.indexOf('-', from), 10));
  }

  @Override
  public int compareTo(SnapshotId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
