package io.quorate.agent.journal;

/** What the journal file holds. */
public sealed interface JournalContent {
  /** There is none: the agent was never here, or the disk is new. */
  record Absent() implements JournalContent {}

  /** The document that was written last. */
  record Document(byte[] json) implements JournalContent {}

  /** A file is there but is not what was written: never to be taken for an absent one. */
  record Corrupt(String detail) implements JournalContent {}
}
