package io.quorate.localcloud.wire;

import static java.util.stream.Collectors.joining;

import java.util.regex.Pattern;

/**
 * A pattern as IAM has them: {@code *} stands for any run of characters, {@code ?} for one.
 *
 * @param text as written
 * @param pattern the same, compiled
 */
public record Glob(String text, Pattern pattern) {
  /** Matches everything. */
  public static final Glob ANY = of("*");

  public static Glob of(String text) {
    return of(text, 0);
  }

  /** As IAM matches actions. */
  public static Glob ignoringCase(String text) {
    return of(text, Pattern.CASE_INSENSITIVE);
  }

  public boolean matches(String value) {
    return pattern.matcher(value).matches();
  }

  @Override
  public String toString() {
    return text;
  }

  private static Glob of(String text, int flags) {
    String regex =
        text.codePoints().mapToObj(Character::toString).map(Glob::regexOf).collect(joining());
    return new Glob(text, Pattern.compile(regex, flags | Pattern.DOTALL));
  }

  private static String regexOf(String character) {
    return switch (character) {
      case "*" -> ".*";
      case "?" -> ".";
      default -> Pattern.quote(character);
    };
  }
}
