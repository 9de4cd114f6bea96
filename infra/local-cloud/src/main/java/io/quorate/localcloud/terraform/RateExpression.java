package io.quorate.localcloud.terraform;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A schedule of EventBridge like {@code rate(1 minute)}, the only kind that the local cloud keeps.
 */
final class RateExpression {
  static final String EXPECTED = "rate(N minutes) or rate(N hours)";

  private static final Pattern RATE = Pattern.compile("rate\\((\\d+) (minute|hour)s?\\)");

  private RateExpression() {}

  /** How often; empty for any other expression. */
  static Optional<Duration> parse(String expression) {
    Matcher rate = RATE.matcher(expression);
    if (!rate.matches()) {
      return Optional.empty();
    }
    long count = Long.parseLong(rate.group(1));
    return Optional.of(
        rate.group(2).equals("hour") ? Duration.ofHours(count) : Duration.ofMinutes(count));
  }
}
