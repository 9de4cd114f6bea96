package io.quorate.etcdmodel.differential;

/** What came of an operation, or of a history. */
sealed interface OpVerdict {
  /** Both sides are the same. */
  record Same() implements OpVerdict {}

  /** What happens here is up to timing: not compared any further. */
  record Undecided(String why) implements OpVerdict {}

  /** The sides differ. */
  record Different(String how) implements OpVerdict {}
}
