package io.quorate.controller.decision;

import java.util.Map;
import java.util.TreeMap;

/**
 * Why something was decided.
 *
 * @param code stable, in capitals, for programs
 * @param message for people: which member, which values
 * @param evidence what the decision rests on, by name
 */
public record Reason(String code, String message, Map<String, String> evidence) {
  /** Keeps the evidence in order. */
  public Reason {
    evidence = java.util.Collections.unmodifiableMap(new TreeMap<>(evidence));
  }

  /** A reason without evidence of its own. */
  public static Reason of(String code, String message) {
    return new Reason(code, message, Map.of());
  }

  /** The same reason with one more piece of evidence. */
  public Reason and(String name, Object value) {
    Map<String, String> more = new TreeMap<>(evidence);
    more.put(name, value.toString());
    return new Reason(code, message, more);
  }

  /** This reason, its message followed by another one's. */
  public Reason also(Reason other) {
    return new Reason(code, message + "; " + other.message(), evidence);
  }
}
