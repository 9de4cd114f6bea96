package io.quorate.cli.frame;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads how long to wait at most, such as 30s, 10m or 2h. */
public final class TimeoutConverter implements ITypeConverter<Duration> {
  private static final Pattern FORM = Pattern.compile("(\\d{1,6})([smh])");
  private static final Duration LONGEST = Duration.ofHours(24);

  @Override
  public Duration convert(String text) {
    Matcher matcher = FORM.matcher(text);
    if (matcher.matches()) {
      Duration time = of(Long.parseLong(matcher.group(1)), matcher.group(2));
      if (time.isPositive() && time.compareTo(LONGEST) <= 0) {
        return time;
      }
    }
    throw new TypeConversionException(
        "'" + text + "': expected 1s to 24h, written like 30s, 10m or 2h");
  }

  private static Duration of(long count, String unit) {
    return switch (unit) {
      case "s" -> Duration.ofSeconds(count);
      case "m" -> Duration.ofMinutes(count);
      default -> Duration.ofHours(count);
    };
  }
}
