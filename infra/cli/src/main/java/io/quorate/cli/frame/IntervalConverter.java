package io.quorate.cli.frame;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a pause between two looks, such as 500ms, 2s or 1m. */
public final class IntervalConverter implements ITypeConverter<Duration> {
  private static final Pattern FORM = Pattern.compile("(\\d{1,6})(ms|s|m)");
  private static final Duration SHORTEST = Duration.ofMillis(200);
  private static final Duration LONGEST = Duration.ofHours(1);

  @Override
  public Duration convert(String text) {
    Matcher matcher = FORM.matcher(text);
    if (matcher.matches()) {
      Duration interval = of(Long.parseLong(matcher.group(1)), matcher.group(2));
      if (interval.compareTo(SHORTEST) >= 0 && interval.compareTo(LONGEST) <= 0) {
        return interval;
      }
    }
    throw new TypeConversionException(
        "'" + text + "': expected 200ms to 60m, written like 500ms, 2s or 1m");
  }

  private static Duration of(long count, String unit) {
    return switch (unit) {
      case "ms" -> Duration.ofMillis(count);
      case "s" -> Duration.ofSeconds(count);
      default -> Duration.ofMinutes(count);
    };
  }
}
