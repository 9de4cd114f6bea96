package io.quorate.controller.events;

import io.quorate.model.ClusterName;
import java.time.Instant;
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

  /**
   * A part of the fleet that an invocation of the schedule handed on.
   *
   * @param until when the next schedule begins: no turn is begun then
   * @param from the first cluster
   * @param to the last cluster; where it comes before the first, the part goes on with the fleet's
   *     first
   * @param fleet how many clusters there are in all
   */
  record Share(Instant until, ClusterName from, ClusterName to, int fleet) implements Trigger {}

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
