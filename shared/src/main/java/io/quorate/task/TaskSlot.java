package io.quorate.task;

import io.quorate.instruction.InstructionSlot;

/**
 * A node's task slot in the clusters table. It is overwritten only when the task in it is closed,
 * or to ask for its cancel.
 *
 * @param task what the node is told
 * @param state whether it is still wanted
 */
public record TaskSlot(Task task, InstructionSlot.State state) {
  /** The same task in another state. */
  public TaskSlot in(InstructionSlot.State next) {
    return new TaskSlot(task, next);
  }
}
