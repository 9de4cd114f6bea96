package io.quorate.controller.decision;

import io.quorate.codec.CommandCodec;
import io.quorate.command.CommandSlot;
import io.quorate.command.Lane;
import io.quorate.model.ClusterName;
import io.quorate.store.Expect;
import io.quorate.store.Item;
import io.quorate.store.Keys;
import io.quorate.store.Write;
import java.time.Instant;

/** Writes of command slots, each only over what may be overwritten. */
public final class SlotWrites {
  private SlotWrites() {}

  /** Fills a slot that was never used, or whose command is closed. */
  public static Write fill(ClusterName cluster, CommandSlot slot) {
    return put(
        cluster,
        slot,
        Expect.any(Expect.noRecord(), Expect.is("slotState", CommandSlot.State.CLOSED.name())));
  }

  /** Moves the very command that was read to another state. */
  public static Write move(ClusterName cluster, CommandSlot read, CommandSlot.State to) {
    return over(cluster, read, read.in(to));
  }

  /** Closes the very command that was read. */
  public static Write close(ClusterName cluster, CommandSlot read, Instant now) {
    return over(cluster, read, read.closed(now));
  }

  private static Write over(ClusterName cluster, CommandSlot read, CommandSlot next) {
    return put(cluster, next, Expect.is(lane(read).idAttribute(), read.command().header().id()));
  }

  private static Write put(ClusterName cluster, CommandSlot slot, Expect expect) {
    return new Write.Put(
        new Item(
            Keys.command(cluster, lane(slot), slot.command().header().executor()),
            CommandCodec.write(slot)),
        expect);
  }

  private static Lane lane(CommandSlot slot) {
    return slot.command().kind().lane();
  }
}
