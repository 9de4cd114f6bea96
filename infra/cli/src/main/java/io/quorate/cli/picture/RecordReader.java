package io.quorate.cli.picture;

import io.quorate.codec.UnreadableRecordException;
import io.quorate.store.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Reads records one by one, so that one that cannot be read hides no other. */
final class RecordReader {
  /** A record codec's reader. */
  interface Reader<T> {
    T read(Map<String, Object> attributes, String where);
  }

  private final List<String> unreadable = new ArrayList<>();

  /** The record; empty when it is missing or cannot be read. */
  <T> Optional<T> read(Optional<Item> item, Reader<T> reader) {
    return item.flatMap(
        there -> {
          try {
            return Optional.of(reader.read(there.attributes(), there.key().toString()));
          } catch (UnreadableRecordException broken) {
            unreadable.add(
                broken.getMessage() == null ? there.key().toString() : broken.getMessage());
            return Optional.empty();
          }
        });
  }

  /** All that can be read, in the same order, by a reader that needs their keys. */
  <T> List<T> readAll(List<Item> items, Function<Item, T> reader) {
    return items.stream()
        .flatMap(
            item -> read(Optional.of(item), (attributes, where) -> reader.apply(item)).stream())
        .toList();
  }

  /** All that can be read, in the same order. */
  <T> List<T> readAll(List<Item> items, Reader<T> reader) {
    return items.stream().flatMap(item -> read(Optional.of(item), reader).stream()).toList();
  }

  /** What could not be read so far. */
  List<String> unreadable() {
    return List.copyOf(unreadable);
  }
}
