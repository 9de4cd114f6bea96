package io.quorate.controller.act;

import io.quorate.controller.observe.ObserveResult;
import io.quorate.state.Condition;
import io.quorate.store.Key;
import java.util.List;
import java.util.Optional;

/** What became of a plan. */
public sealed interface CommitResult {
  /** Nothing was to be written. */
  record Nothing() implements CommitResult {}

  /** Only what is shown and remembered was written; another look would find nothing new. */
  record Noted() implements CommitResult {}

  /** The status shows the cluster halted, whatever the plan's own status says. */
  record Halted(Condition.Type type, String message) implements CommitResult {}

  /**
   * The decision was recorded and performed; another look may find more to do.
   *
   * @param effect what happened outside the table, in a word; {@code none} if nothing
   * @param next what was seen, with what was just written, where the next decision rests on nothing
   *     else; to be looked at anew otherwise
   */
  record Changed(String effect, Optional<ObserveResult.Seen> next) implements CommitResult {
    /** All that comes next rests on another look. */
    public Changed(String effect) {
      this(effect, Optional.empty());
    }
  }

  /**
   * A condition did not hold, nothing was written.
   *
   * @param moved the records that were not as they were read
   */
  record Refused(List<Key> moved) implements CommitResult {
    public Refused {
      moved = List.copyOf(moved);
    }
  }
}
