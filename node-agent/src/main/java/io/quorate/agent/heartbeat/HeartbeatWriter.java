package io.quorate.agent.heartbeat;

import io.quorate.codec.Codecs;
import io.quorate.state.AgentIncarnation;
import io.quorate.state.Heartbeat;
import io.quorate.store.Expect;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.RecordStore;
import io.quorate.store.Write;
import io.quorate.store.WriteResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Writes the own row: the first time conditioned on what was read, then on the own boot's nonce and
 * a lower sequence, so that a write that the store executes late never puts the row back. A refusal
 *
 * <ol>
 *   <li>by a row of the own boot is an earlier write whose answer was lost;
 *   <li>by no row, or by one of an earlier boot of the same disk, is a table that was restored or
 *       emptied: no other agent wrote that, and the next write takes its place;
 *   <li>by any other row is another agent's: then nothing is written while that row moves. One that
 *       stands still is nobody's, such as that of a former disk in a restored table.
 * </ol>
 */
public final class HeartbeatWriter {
  /** At least that, and three steady heartbeats: whoever runs as this instance writes by then. */
  private static final long ABANDONED_MILLIS = 30_000;

  private static final int STEADY_HEARTBEATS = 3;

  /** Another boot's row, and since when it has stood still at this sequence. */
  private record Foreign(String nonce, long sequence, long since) {
    boolean same(Foreign other) {
      return nonce.equals(other.nonce) && sequence == other.sequence;
    }
  }

  private final RecordStore store;
  private final LongSupplier steadyMillis;
  private Optional<String> holder;
  private Optional<Foreign> foreign = Optional.empty();

  /**
   * Writes over the row as it was read at the start.
   *
   * @param steadyMillis between two heartbeats at rest, as the spec says now
   */
  public HeartbeatWriter(RecordStore store, Optional<Heartbeat> ownRow, LongSupplier steadyMillis) {
    this.store = store;
    this.steadyMillis = steadyMillis;
    holder = ownRow.map(row -> row.boot().nonce());
  }

  /** Whether another agent runs as this instance: then nothing is written. */
  public boolean replaced() {
    return foreign.isPresent();
  }

  /**
   * Writes it; whether the row is the own one now.
   *
   * @param now monotonic, in milliseconds
   */
  public boolean write(Heartbeat beat, long now) {
    Key key = Keys.node(beat.cluster(), beat.instance());
    if (foreign.isPresent() && !abandoned(foreign.get(), key, now)) {
      return false;
    }
    Item item = new Item(key, Codecs.HEARTBEAT.write(beat));
    switch (store.write(new Write.Put(item, expect(beat)))) {
      case WriteResult.Written written -> {
        holder = Optional.of(beat.boot().nonce());
        foreign = Optional.empty();
      }
      case WriteResult.Refused refused -> {
        return refused(beat.boot(), refused.existing(), now);
      }
    }
    return true;
  }

  /** Whether another agent's row has stood still for so long that nobody writes it any more. */
  private boolean abandoned(Foreign known, Key key, long now) {
    Optional<Item> row = Optional.ofNullable(store.read(List.of(key)).get(key));
    if (row.isEmpty()) {
      holder = Optional.empty();
      foreign = Optional.empty();
      return true;
    }
    Foreign found = foreign(row.get().attributes(), now);
    if (!found.same(known)) {
      foreign = Optional.of(found);
      return false;
    }
    long abandoned = Math.max(ABANDONED_MILLIS, STEADY_HEARTBEATS * steadyMillis.getAsLong());
    return now - known.since() >= abandoned;
  }

  private static Foreign foreign(Map<String, Object> row, long now) {
    long sequence = row.get("sequence") instanceof Long counted ? counted : 0;
    return new Foreign(String.valueOf(row.get("incarnationNonce")), sequence, now);
  }

  private Expect expect(Heartbeat beat) {
    if (foreign.isPresent()) {
      return Expect.all(
          Expect.is("incarnationNonce", foreign.get().nonce()),
          Expect.is("sequence", foreign.get().sequence()));
    }
    if (holder.isEmpty()) {
      return Expect.noRecord();
    }
    Expect held = Expect.is("incarnationNonce", holder.get());
    return holder.get().equals(beat.boot().nonce())
        ? Expect.all(held, Expect.below("sequence", beat.sequence()))
        : held;
  }

  private boolean refused(AgentIncarnation own, Optional<Item> existing, long now) {
    if (existing.isEmpty()) {
      holder = Optional.empty();
      foreign = Optional.empty();
      return false;
    }
    Map<String, Object> found = existing.get().attributes();
    String nonce = String.valueOf(found.get("incarnationNonce"));
    boolean mine = nonce.equals(own.nonce());
    foreign = mine || earlier(found, own) ? Optional.empty() : Optional.of(foreign(found, now));
    holder = Optional.of(nonce);
    return mine;
  }

  private static boolean earlier(Map<String, Object> found, AgentIncarnation own) {
    return own.diskId().equals(found.get("diskId"))
        && found.get("incarnationCount") instanceof Long count
        && count < own.count();
  }
}
