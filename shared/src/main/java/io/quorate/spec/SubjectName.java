package io.quorate.spec;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A name that a certificate may be good for: a DNS name or an IP address. */
public final class SubjectName {
  private static final int LONGEST = 253;
  private static final int BYTE = 255;
  private static final int GROUPS = 8;
  private static final Pattern DNS =
      Pattern.compile(
          "(\\*\\.)?[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*");
  private static final Pattern NUMBERS = Pattern.compile("[0-9.]+");
  private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
  private static final Pattern GROUP = Pattern.compile("[0-9a-f]{1,4}");

  private SubjectName() {}

  /** Whether it is a DNS name or an IP address. */
  public static boolean isValid(String text) {
    return isAddress(text)
        || (text.length() <= LONGEST
            && DNS.matcher(text).matches()
            && !NUMBERS.matcher(text).matches());
  }

  /** Whether it is an IP address. */
  public static boolean isAddress(String text) {
    return isIpv4(text) || isIpv6(text);
  }

  private static boolean isIpv4(String text) {
    return IPV4.matcher(text).matches()
        && Stream.of(text.split("\\.")).allMatch(part -> Integer.parseInt(part) <= BYTE);
  }

  private static boolean isIpv6(String text) {
    int gap = text.indexOf("::");
    if (gap < 0) {
      return groups(text).size() == GROUPS && sound(groups(text));
    }
    List<String> before = groups(text.substring(0, gap));
    List<String> after = groups(text.substring(gap + 2));
    return before.size() + after.size() < GROUPS && sound(before) && sound(after);
  }

  private static List<String> groups(String text) {
    return text.isEmpty() ? List.of() : List.of(text.split(":", -1));
  }

  private static boolean sound(List<String> groups) {
    return groups.stream().allMatch(GROUP.asMatchPredicate());
  }
}
