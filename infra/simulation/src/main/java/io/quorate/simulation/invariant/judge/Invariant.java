package io.quorate.simulation.invariant.judge;

import java.util.Optional;

/** Something that must hold of one cluster. */
public interface Invariant {
  /** Its name, as docs/invariants.md has it. */
  String name();

  /** What does not hold now, with what was seen and what was expected; empty while all is well. */
  Optional<String> broken();

  /** The same, once at the end of a run that is not broken. */
  default Optional<String> brokenAtEnd() {
    return Optional.empty();
  }
}
