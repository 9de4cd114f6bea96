package io.quorate.simulation.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The one notation of a transcript for times: {@code @12.345} is that many seconds after the run
 * began, by the clock of whoever wrote it; {@code 12.345 s} is an amount.
 */
public final class Times {
  /** When every run begins. */
  public static final Instant EPOCH = Instant.parse("2026-01-01T00:00:00Z");

  private static final Pattern INSTANT =
      Pattern.compile("\\b\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d(\\.\\d{1,9})?)?Z");
  private static final Pattern AMOUNT =
      Pattern.compile("\\b(?:PT(?=\\d)(?:\\d+H)?(?:\\d+M)?(?:\\d+(?:\\.\\d+)?S)?|\\d{1,15} ms)\\b");

  private Times() {}

  /** A time of the world's clock. */
  public static String at(long millis) {
    return "@" + seconds(millis);
  }

  /** The same text with every time and amount in it in this notation. */
  public static String inWords(String text) {
    String instants = each(INSTANT, text, found -> at(millis(Instant.parse(found))));
    return each(AMOUNT, instants, found -> seconds(amount(found)) + " s");
  }

  private static String each(Pattern form, String text, Function<String, String> words) {
    Function<MatchResult, String> replaced = found -> words.apply(found.group());
    return form.matcher(text).replaceAll(replaced);
  }

  private static long millis(Instant time) {
    return Duration.between(EPOCH, time).toMillis();
  }

  private static long amount(String text) {
    return text.startsWith("P")
        ? Duration.parse(text).toMillis()
        : Long.parseLong(text.substring(0, text.indexOf(' ')));
  }

  private static String seconds(long millis) {
    return String.format(
        Locale.ROOT,
        "%s%d.%03d",
        millis < 0 ? "-" : "",
        Math.abs(millis) / 1000,
        Math.abs(millis) % 1000);
  }
}
