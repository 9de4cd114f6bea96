package io.quorate.controller.decision;

import io.quorate.codec.TaskCodec;
import io.quorate.instruction.InstructionSlot;
import io.quorate.model.ClusterName;
import io.quorate.store.Expect;
import io.quorate.store.Item;
import io.quorate.store.Keys;
import io.quorate.store.Write;
import io.quorate.task.TaskSlot;

/** Writes of task slots, each only over what may be overwritten. */
final class TaskSlotWrites {
  private TaskSlotWrites() {}

  /** Fills a slot that was never used, or whose task is closed. */
  static Write fill(ClusterName cluster, TaskSlot slot) {
    return put(
        cluster,
        slot,
        Expect.any(Expect.noRecord(), Expect.is("slotState", InstructionSlot.State.CLOSED.name())));
  }

  /** Moves the very task that was read to another state. */
  static Write move(ClusterName cluster, TaskSlot read, InstructionSlot.State to) {
    return put(cluster, read.in(to), Expect.is("taskId", read.task().header().id()));
  }

  private static Write put(ClusterName cluster, TaskSlot slot, Expect expect) {
    return new Write.Put(
        new Item(Keys.task(cluster, slot.task().header().executor()), TaskCodec.write(slot)),
        expect);
  }
}
