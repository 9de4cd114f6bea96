package io.quorate.cli.support;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Strikes secrets out of what leaves this machine. Records hold none by design; what a person typed
 * into a flag or a message may be one.
 */
public final class Redaction {
  /** What stands in place of a secret. */
  public static final String STRUCK = "(struck out)";

  private static final Pattern NAMES =
      Pattern.compile(
          ".*(passw|secret|privatekey|private-key|private_key|credential|sessiontoken"
              + "|session-token|security-token|accesskey|access-key|apikey|api-key|bearer|authorization).*");

  private static final Pattern VALUES =
      Stream.of(
              "-----BEGIN [A-Z ]*PRIVATE KEY-----[\\s\\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)",
              "\\b(?:AKIA|ASIA)[A-Z0-9]{16}\\b",
              "(?i)(?<=X-Amz-(?:Signature|Credential|Security-Token)=)[^&\\s\"]+",
              "(?i)(?<=\\bbearer )[A-Za-z0-9._~+/=-]+",
              "(?i)(?<=\\bbasic )[A-Za-z0-9+/=]{8,}",
              "(?<=://)[^/@\\s\"]+:[^/@\\s\"]+(?=@)",
              "(?i)(?<=(?:password|passwd|secret|token)[=:])[^\\s,;&\"]+",
              "\\beyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]*")
          .reduce((one, other) -> one + "|" + other)
          .map(Pattern::compile)
          .orElseThrow();

  private Redaction() {}

  /** A text without the secrets that can be told by their form. */
  public static String text(String text) {
    return VALUES.matcher(text).replaceAll(java.util.regex.Matcher.quoteReplacement(STRUCK));
  }

  /** A tree without them, also by the names of its attributes. */
  public static Map<String, Object> tree(Map<String, Object> tree) {
    Map<String, Object> clean = new LinkedHashMap<>();
    tree.forEach(
        (name, value) -> clean.put(text(name), named(name) ? struck(value) : value(value)));
    return clean;
  }

  private static boolean named(String name) {
    return NAMES.matcher(name.toLowerCase(Locale.ROOT)).matches();
  }

  private static Object struck(Object value) {
    return value instanceof Boolean ? value : STRUCK;
  }

  private static Object value(Object value) {
    return switch (value) {
      case String text -> text(text);
      case List<?> list -> list.stream().map(each -> value(each)).toList();
      case Map<?, ?> map -> tree(copy(map));
      default -> value;
    };
  }

  private static Map<String, Object> copy(Map<?, ?> map) {
    Map<String, Object> copy = new LinkedHashMap<>();
    map.forEach((name, value) -> copy.put(String.valueOf(name), value));
    return copy;
  }
}
