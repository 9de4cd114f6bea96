package io.quorate.simulation.invariant;

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
final class TableRecords {
  private TableRecords() {}

  static Optional<Status> status(Item item) {
    return read(item, Codecs.STATUS::read);
  }

  static Optional<Lineage> lineage(Item item) {
    return read(item, Codecs.LINEAGE::read);
  }

  static Optional<CommandSlot> slot(Item item) {
    return read(item, CommandCodec::read);
  }

  static Optional<Heartbeat> row(Item item) {
    return read(item, Codecs.HEARTBEAT::read);
  }

  /** Whether a later release wrote it, in a form that this one must refuse. */
  static boolean later(Item item) {
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
