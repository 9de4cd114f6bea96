package io.quorate.cli.render;

import io.quorate.state.JournalEntry;
import java.util.ArrayList;
import java.util.List;

/** Journal entries as plain text. */
public final class EventsText {
  private EventsText() {}

  /** One entry on one line: time, decision, reason code, message. */
  public static String line(JournalEntry entry) {
    return head(entry) + "  " + entry.message().replace('\n', ' ');
  }

  /** One entry with its message broken to fit a screen. */
  static List<String> wrapped(JournalEntry entry, String indent) {
    List<String> lines = new ArrayList<>();
    lines.add(indent + head(entry));
    lines.addAll(Wrap.lines(entry.message(), indent + "    "));
    return lines;
  }

  private static String head(JournalEntry entry) {
    return Words.time(entry.at()) + "  " + entry.decision() + "  " + entry.reason();
  }
}
