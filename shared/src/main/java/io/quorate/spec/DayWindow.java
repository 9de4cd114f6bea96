package io.quorate.spec;

import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A part of each day in UTC; one that ends before it begins goes over midnight.
 *
 * @param from its beginning
 * @param until its end, no part of it
 */
public record DayWindow(LocalTime from, LocalTime until) {
  private static final Pattern FORM =
      Pattern.compile("((?:[01]\\d|2[0-3]):[0-5]\\d)-((?:[01]\\d|2[0-3]):[0-5]\\d)");

  /** Reads "02:00-05:00"; empty for anything else, and where it has no length. */
  public static Optional<DayWindow> parse(String text) {
    Matcher matcher = FORM.matcher(text);
    return matcher.matches() && !matcher.group(1).equals(matcher.group(2))
        ? Optional.of(
            new DayWindow(LocalTime.parse(matcher.group(1)), LocalTime.parse(matcher.group(2))))
        : Optional.empty();
  }

  /** Whether an instant lies in it. */
  public boolean holds(Instant at) {
    LocalTime time = at.atZone(ZoneOffset.UTC).toLocalTime();
    boolean begun = !time.isBefore(from);
    boolean over = !time.isBefore(until);
    return from.isBefore(until) ? begun && !over : begun || !over;
  }

  @Override
  public String toString() {
    return from + "-" + until;
  }
}
