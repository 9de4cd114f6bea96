package io.quorate.spec;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them: "500ms", "5s", "2m", "1h", one whole number and one unit. */
public final class DurationText {
  /** What a duration looks like, for messages. */
  public static final String EXAMPLES = "a duration such as \"500ms\", \"5s\", \"2m\" or \"1h\"";

  private static final Pattern FORM = Pattern.compile("(\\d{1,12})(ms|s|m|h)");

  private DurationText() {}

  /** Reads a duration exactly; empty when it is anything else, "1m30s" and "1.5s" included. */
  public static Optional<Duration> parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    long amount = Long.parseLong(matcher.group(1));
    return Optional.of(
        switch (matcher.group(2)) {
          case "ms" -> Duration.ofMillis(amount);
          case "s" -> Duration.ofSeconds(amount);
          case "m" -> Duration.ofMinutes(amount);
          case "h" -> Duration.ofHours(amount);
          case String unit ->
              throw new IllegalStateException("unit " + unit + " is not in " + FORM);
        });
  }

  /** Writes it in the largest unit that is exact; a part below a millisecond is refused. */
  public static String print(Duration duration) {
    long millis = duration.toMillis();
    if (millis < 0 || !Duration.ofMillis(millis).equals(duration)) {
      throw new IllegalArgumentException(
          "duration " + duration + ": expected whole milliseconds, zero or more");
    }
    if (millis == 0) {
      return "0s";
    }
    if (millis % 3_600_000 == 0) {
      return millis / 3_600_000 + "h";
    }
    if (millis % 60_000 == 0) {
      return millis / 60_000 + "m";
    }
    return millis % 1000 == 0 ? millis / 1000 + "s" : millis + "ms";
  }
}
