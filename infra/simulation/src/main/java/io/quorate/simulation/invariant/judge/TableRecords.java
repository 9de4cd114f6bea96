package io.quorate.simulation.invariant.judge;

import io.quorate.codec.Codecs;
import io.quorate.codec.CommandCodec;
import io.quorate.codec.Schema;
import io.quorate.codec.UnreadableRecordException;
import io.quorate.command.CommandSlot;
import io.quorate.simulation.store.Dialect;
import io.quorate.state.Heartbeat;
import io.quorate.state.Lineage;
import io.quorate.state.Status;
import io.quorate.store.Item;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Reads what stands in the tables; empty for what a later release wrote, which nobody judges. That
 * is told here, not by the codecs, for theirs is what is judged.
 */
public final class TableRecords {
  private static final Reader<Status> STATUS = new Reader<>(Codecs.STATUS::read);
  private static final Reader<Lineage> LINEAGE = new Reader<>(Codecs.LINEAGE::read);
  private static final Reader<CommandSlot> SLOT = new Reader<>(CommandCodec::read);
  private static final Reader<Heartbeat> ROW = new Reader<>(Codecs.HEARTBEAT::read);

  private TableRecords() {}

  /** Remembers what it read last: each write is judged by one invariant after the other. */
  private static final class Reader<T> {
    private final BiFunction<Map<String, Object>, String, T> codec;
    private volatile Optional<Read<T>> last = Optional.empty();

    private record Read<T>(Item item, Optional<T> record) {}

    Reader(BiFunction<Map<String, Object>, String, T> codec) {
      this.codec = codec;
    }

    @SuppressWarnings("ReferenceEquality") // An equal item would have to be compared first.
    Optional<T> read(Item item) {
      Optional<Read<T>> before = last.filter(read -> read.item() == item);
      if (before.isPresent()) {
        return before.get().record();
      }
      Optional<T> record = TableRecords.read(item, codec);
      last = Optional.of(new Read<>(item, record));
      return record;
    }
  }

  /** The status record; empty where a later release wrote it, or it cannot be read. */
  public static Optional<Status> status(Item item) {
    return STATUS.read(item);
  }

  /** The lineage; empty where a later release wrote it, or it cannot be read. */
  public static Optional<Lineage> lineage(Item item) {
    return LINEAGE.read(item);
  }

  /** A command slot; empty where a later release wrote it, or it cannot be read. */
  public static Optional<CommandSlot> slot(Item item) {
    return SLOT.read(item);
  }

  /** A node's row; empty where a later release wrote it, or it cannot be read. */
  public static Optional<Heartbeat> row(Item item) {
    return ROW.read(item);
  }

  /** Whether a later release wrote it, in a form that this one must refuse. */
  public static boolean later(Item item) {
    return item.attributes().get(Schema.ATTRIBUTE) instanceof Long version
        && version > Dialect.newest(item.key());
  }

  private static <T> Optional<T> read(Item item, BiFunction<Map<String, Object>, String, T> codec) {
    if (later(item)) {
      return Optional.empty();
    }
    try {
      return Optional.of(codec.apply(item.attributes(), item.key().toString()));
    } catch (UnreadableRecordException e) {
      return Optional.empty();
    }
  }
}
