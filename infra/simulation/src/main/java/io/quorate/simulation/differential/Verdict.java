package io.quorate.simulation.differential;

/** What came of an operation, or of a history. */
sealed interface Verdict {
  /** Both sides are the same. */
  record Same() implements Verdict {}

  /** What happens here is up to timing: not compared any further. */
  record Undecided(String why) implements Verdict {}

  /** The sides differ. */
  record Different(String how) implements Verdict {}
}
