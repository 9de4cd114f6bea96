package io.quorate.agent.heartbeat;

import io.quorate.codec.HeartbeatCodec;
import io.quorate.state.Boot;
import io.quorate.state.Heartbeat;
import io.quorate.store.Expect;
import io.quorate.store.Item;
import io.quorate.store.Keys;
import io.quorate.store.RecordStore;
import io.quorate.store.Write;
import io.quorate.store.WriteResult;
import java.util.Map;
import java.util.Optional;

/**
 * Writes the own row: the first time conditioned on what was read, then on the own boot's nonce and
 * a lower sequence, so that a write that the store executes late never puts the row back. A refusal
 *
 * <ol>
 *   <li>by a row of the own boot is an earlier write whose answer was lost;
 *   <li>by no row, or by one of an earlier boot of the same disk, is a table that was restored or
 *       emptied: no other agent wrote that, and the next write takes its place;
 *   <li>by any other row is another agent's: then nothing is written any more.
 * </ol>
 */
public final class HeartbeatWriter {
  private final RecordStore store;
  private Optional<String> holder;
  private boolean replaced;

  /** Writes over the row as it was read at the start. */
  public HeartbeatWriter(RecordStore store, Optional<Heartbeat> ownRow) {
    this.store = store;
    holder = ownRow.map(row -> row.boot().nonce());
  }

  /** Whether another agent runs as this instance: then nothing is written any more. */
  public boolean replaced() {
    return replaced;
  }

  /** Writes it; whether the row is the own one now. */
  public boolean write(Heartbeat beat) {
    if (replaced) {
      return false;
    }
    Item item = new Item(Keys.node(beat.cluster(), beat.instance()), HeartbeatCodec.write(beat));
    switch (store.write(new Write.Put(item, expect(beat)))) {
      case WriteResult.Written written -> holder = Optional.of(beat.boot().nonce());
      case WriteResult.Refused refused -> {
        return refused(beat.boot(), refused.existing());
      }
    }
    return true;
  }

  private Expect expect(Heartbeat beat) {
    if (holder.isEmpty()) {
      return Expect.noRecord();
    }
    Expect held = Expect.is("bootNonce", holder.get());
    return holder.get().equals(beat.boot().nonce())
        ? Expect.all(held, Expect.below("sequence", beat.sequence()))
        : held;
  }

  private boolean refused(Boot own, Optional<Item> existing) {
    if (existing.isEmpty()) {
      holder = Optional.empty();
      return false;
    }
    Map<String, Object> found = existing.get().attributes();
    String nonce = String.valueOf(found.get("bootNonce"));
    boolean mine = nonce.equals(own.nonce());
    replaced = !mine && !earlier(found, own);
    holder = Optional.of(nonce);
    return mine;
  }

  private static boolean earlier(Map<String, Object> found, Boot own) {
    return own.diskNonce().equals(found.get("diskNonce"))
        && found.get("bootCount") instanceof Long count
        && count < own.count();
  }
}
