package io.quorate.cli.render;

import io.quorate.state.Condition;
import io.quorate.state.Phase;
import io.quorate.state.Severity;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Colours phases and conditions in a text for a terminal: green, yellow or red by severity. */
public final class Paint {
  private static final String RED = "\033[1;31m";
  private static final String YELLOW = "\033[33m";
  private static final String GREEN = "\033[32m";
  private static final String CYAN = "\033[36m";
  private static final String PLAIN = "\033[0m";

  private static final Map<String, String> COLORS = colors();
  private static final Pattern WORDS =
      Pattern.compile(
          COLORS.keySet().stream()
              .sorted(Comparator.comparing(String::length).reversed())
              .collect(Collectors.joining("|", "(?<![A-Za-z0-9_])(?:", ")(?![A-Za-z0-9_])")));

  private Paint() {}

  /** The text with each name of a phase or condition in its colour. */
  public static String words(String text) {
    return WORDS
        .matcher(text)
        .replaceAll(word -> COLORS.getOrDefault(word.group(), "") + word.group() + PLAIN);
  }

  private static Map<String, String> colors() {
    Map<String, String> colors = new HashMap<>();
    for (Condition.Type type : Condition.Type.values()) {
      colors.put(type.name(), of(type.severity()));
    }
    for (Phase phase : Phase.values()) {
      colors.put(phase.name(), of(phase));
    }
    colors.put("SILENT", YELLOW);
    return colors;
  }

  private static String of(Severity severity) {
    return switch (severity) {
      case PAGE -> RED;
      case TICKET -> YELLOW;
      case NOTE -> CYAN;
    };
  }

  private static String of(Phase phase) {
    return switch (phase) {
      case HEALTHY -> GREEN;
      case WAITING_FOR_NODES, BOOTSTRAPPING, CHANGING, DEGRADED -> YELLOW;
      case UNSEEN, NO_QUORUM, HALTED -> RED;
      case HIBERNATED -> CYAN;
    };
  }
}
