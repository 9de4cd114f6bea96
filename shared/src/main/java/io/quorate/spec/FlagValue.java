package io.quorate.spec;

import java.util.regex.Pattern;

/**
 * What etcd takes as the value of a flag, as tried with its binaries 3.5.16 and 3.5.30. It accepts
 * whatever they start with, also where that is of no use, and numbers in every form that Go knows.
 */
enum FlagValue {
  TEXT("[\\s\\S]*", "text"),
  BOOL("1|t|T|true|True|TRUE|0|f|F|false|False|FALSE", "true or false"),
  ORIGINS(
      "\\*|" + Numbers.ORIGIN + "(?:," + Numbers.ORIGIN + ")*",
      "* or origins with their ports, such as \"http://app.example:80,https://app.example:443\""),
  SMALL(
      "0[xX][0-9a-fA-F]{1,8}|0|[1-9][0-9]{0,8}|[1-3][0-9]{9}|4[01][0-9]{8}|42[0-8][0-9]{7}"
          + "|429[0-3][0-9]{6}|4294[0-8][0-9]{5}|42949[0-5][0-9]{4}|429496[0-6][0-9]{3}"
          + "|4294967[01][0-9]{2}|42949672[0-8][0-9]|429496729[0-5]",
      "a whole number from 0 to 4294967295"),
  WHOLE(Numbers.WHOLE, "a whole number of at most 18 digits, not negative"),
  NUMBER("[+-]?(?:" + Numbers.WHOLE + ")", "a whole number of at most 18 digits"),
  DURATION(
      "[+-]?(?:0|(?:" + Numbers.TIME + "){1,8})",
      "a duration with its unit (ns, us, ms, s, m or h), such as \"500ms\" or \"1h30m\""),
  POSITIVE_DURATION(
      "[+]?(?:" + Numbers.TIME + "){0,7}(?:" + Numbers.SOME + ")(?:" + Numbers.TIME + "){0,7}",
      "a duration above zero with its unit (ns, us, ms, s, m or h), such as \"1m\""),
  LEVEL(
      "(?i)(?:debug|info|warn|error|dpanic|panic|fatal|)",
      "one of debug, info, warn, error, panic, fatal");

  private final String pattern;
  private final String allowed;
  private final Pattern whole;

  FlagValue(String pattern, String allowed) {
    this.pattern = "^(?:" + pattern + ")$";
    this.allowed = allowed;
    whole = Pattern.compile(pattern);
  }

  /** An expression that fits the whole value, for RE2 as well. */
  String pattern() {
    return pattern;
  }

  /** What is allowed, as it follows "expected". */
  String allowed() {
    return allowed;
  }

  boolean accepts(String value) {
    return whole.matcher(value).matches();
  }

  private static final class Numbers {
    static final String WHOLE =
        "0[xX](?:_?[0-9a-fA-F]){1,14}|0[bB](?:_?[01]){1,60}|0[oO]?(?:_?[0-7]){0,18}"
            + "|[1-9](?:_?[0-9]){0,17}";
    static final String TIME = time("[0-9]", "");
    static final String ORIGIN =
        "\\s*(?:https?://(?:[^\\s/?#,@:\\[\\]]*|\\[[0-9A-Fa-f:.]+\\]):[0-9]{0,5}|unixs?://[^,]+)\\s*";
    static final String SOME = time("[1-9]", "0*");

    private Numbers() {}

    /** A number that begins so, with its unit; few enough digits that no time overflows. */
    private static String time(String first, String zeros) {
      String rest = zeros + first + "[0-9]{0,%d}(?:\\.[0-9]*)?%s";
      return String.join(
          "|",
          rest.formatted(5, "h"),
          rest.formatted(7, "m"),
          rest.formatted(8, "s"),
          rest.formatted(11, "ms"),
          rest.formatted(14, "(?:us|µs|μs)"),
          rest.formatted(17, "ns"),
          "0*\\.0*" + first + "[0-9]*(?:ns|us|µs|μs|ms|s|m|h)");
    }
  }
}
