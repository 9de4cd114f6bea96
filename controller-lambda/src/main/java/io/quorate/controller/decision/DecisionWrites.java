package io.quorate.controller.decision;

import io.quorate.store.Key;
import io.quorate.store.Write;
import java.util.List;

/**
 * What a decision writes besides the status and the journal entry.
 *
 * @param parts of one transaction
 * @param moved records that are not as the decision needs them: nothing is written then
 */
public record DecisionWrites(List<Write> parts, List<Key> moved) {
  public DecisionWrites {
    parts = List.copyOf(parts);
    moved = List.copyOf(moved);
  }

  /** These parts. */
  public static DecisionWrites of(List<? extends Write> parts) {
    return new DecisionWrites(List.copyOf(parts), List.of());
  }

  /** Nothing, for this record is not as it was when the decision was made. */
  public static DecisionWrites moved(Key key) {
    return new DecisionWrites(List.of(), List.of(key));
  }
}
