package io.quorate.controller.events;

import java.util.List;

/** What invoked the function. */
public sealed interface Trigger {
  /** A batch that reports failures item by item. */
  record Batch(String source, List<Entry> entries) implements Trigger {
    public Batch {
      entries = List.copyOf(entries);
    }
  }

  /** The safety net: look at every cluster. */
  record Schedule() implements Trigger {}

  /** Nothing that this function knows. */
  record Unknown(String why) implements Trigger {}

  /**
   * One item of a batch.
   *
   * @param id message id in a queue, sequence number in a stream
   * @param hint where to look
   */
  record Entry(String id, Hint hint) {}
}
