package io.quorate.codec;

import io.quorate.model.FencingToken;
import io.quorate.state.JournalEntry;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * A {@code journal#…} record.
 *
 * <p>Attributes that this schema version does not know are tolerated, and dropped when written
 * back.
 */
public final class JournalEntryCodec {
  private JournalEntryCodec() {}

  /** The record's attributes. */
  public static Map<String, Object> write(JournalEntry entry) {
    return Schema.builder()
        .with("id", entry.id())
        .with("at", entry.at())
        .with("token", entry.token().value())
        .with("decision", entry.decision())
        .with("reason", entry.reason())
        .with("message", entry.message())
        .with("evidence", new TreeMap<String, Object>(entry.evidence()))
        .build();
  }

  /** Reads the record. */
  public static JournalEntry read(Map<String, Object> attributes, String where) {
    return Schema.read(
        attributes,
        where,
        tree ->
            new JournalEntry(
                tree.string("id"),
                tree.instant("at"),
                new FencingToken(tree.number("token")),
                tree.string("decision"),
                tree.string("reason"),
                tree.string("message"),
                evidence(tree.tree("evidence"))));
  }

  private static Map<String, String> evidence(Tree tree) {
    Map<String, String> evidence = new LinkedHashMap<>();
    tree.values().keySet().forEach(name -> evidence.put(name, tree.string(name)));
    return evidence;
  }
}
