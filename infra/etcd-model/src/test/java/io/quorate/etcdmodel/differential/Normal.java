package io.quorate.etcdmodel.differential;

import java.util.List;
import java.util.Locale;

/** Outcomes of calls in words that leave out what may honestly differ. */
final class Normal {
  static final String UNKNOWN = "unknown";
  static final String NOT_REACHED = "not reached";
  private static final List<String> NO_CLEAR_ANSWER =
      List.of(
          "request timed out",
          "leader changed",
          "proposal dropped",
          "server stopped",
          "no leader",
          "context deadline",
          "context canceled",
          "error reading from server",
          "transport is closing",
          "connection refused");

  private Normal() {}

  static String refusal(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    if (NO_CLEAR_ANSWER.stream().anyMatch(lower::contains)) {
      return UNKNOWN;
    }
    // The id of an added member hashes the current second: twice in one gives the other error.
    return lower.contains("member id already exist")
        ? "refused: etcdserver: peer urls already exists"
        : "refused: " + lower;
  }

  static String exit(int code) {
    return "exit " + code;
  }
}
