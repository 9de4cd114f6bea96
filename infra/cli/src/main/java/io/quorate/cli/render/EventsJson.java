package io.quorate.cli.render;

import io.quorate.codec.Tree;
import io.quorate.state.JournalEntry;
import java.util.Map;
import java.util.TreeMap;

/** Journal entries for programs, evidence included. */
public final class EventsJson {
  private EventsJson() {}

  /** The tree of one entry. */
  public static Map<String, Object> of(JournalEntry entry) {
    return Tree.builder()
        .with("id", entry.id())
        .with("at", entry.at())
        .with("token", entry.token().value())
        .with("decision", entry.decision())
        .with("reason", entry.reason())
        .with("message", entry.message())
        .with("evidence", new TreeMap<String, Object>(entry.evidence()))
        .build();
  }
}
