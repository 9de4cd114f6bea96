package io.quorate.controller.decision;

import io.quorate.codec.InstructionCodec;
import io.quorate.instruction.InstructionSlot;
import io.quorate.model.ClusterName;
import io.quorate.store.Expect;
import io.quorate.store.Item;
import io.quorate.store.Keys;
import io.quorate.store.Write;
import java.time.Instant;

/** Writes of instruction slots, each only over what may be overwritten. */
public final class SlotWrites {
  private SlotWrites() {}

  /** Fills a slot that was never used, or whose instruction is closed. */
  public static Write fill(ClusterName cluster, InstructionSlot slot) {
    return put(
        cluster,
        slot,
        Expect.any(Expect.noRecord(), Expect.is("slotState", InstructionSlot.State.CLOSED.name())));
  }

  /** Moves the very instruction that was read to another state. */
  public static Write move(ClusterName cluster, InstructionSlot read, InstructionSlot.State to) {
    return over(cluster, read, read.in(to));
  }

  /** Closes the very instruction that was read. */
  public static Write close(ClusterName cluster, InstructionSlot read, Instant now) {
    return over(cluster, read, read.closed(now));
  }

  private static Write over(ClusterName cluster, InstructionSlot read, InstructionSlot next) {
    return put(cluster, next, Expect.is("instructionId", read.instruction().header().id()));
  }

  private static Write put(ClusterName cluster, InstructionSlot slot, Expect expect) {
    return new Write.Put(
        new Item(
            Keys.instruction(cluster, slot.instruction().header().executor()),
            InstructionCodec.write(slot)),
        expect);
  }
}
