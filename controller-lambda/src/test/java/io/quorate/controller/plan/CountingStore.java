package io.quorate.controller.plan;

import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.RecordStore;
import io.quorate.store.Table;
import io.quorate.store.Write;
import io.quorate.store.WriteResult;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Counts what is asked of a store, and how many bytes it reads and may write. */
final class CountingStore implements RecordStore {
  private final RecordStore behind;
  long requests;
  long itemsRead;
  long bytesRead;

  CountingStore(RecordStore behind) {
    this.behind = behind;
  }

  /** About what DynamoDB counts of an item. */
  static long bytes(Object value) {
    return switch (value) {
      case Map<?, ?> map -> {
        long size = 3;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          size += bytes(entry.getKey()) + bytes(entry.getValue());
        }
        yield size;
      }
      case List<?> list -> 3 + list.stream().mapToLong(CountingStore::bytes).sum();
      case String text -> 1 + text.length();
      default -> 10;
    };
  }

  private List<Item> read(List<Item> items) {
    itemsRead += items.size();
    items.forEach(item -> bytesRead += bytes(item.attributes()));
    return items;
  }

  @Override
  public Map<Key, Item> read(Collection<Key> keys) {
    requests++;
    Map<Key, Item> found = behind.read(keys);
    read(List.copyOf(found.values()));
    return found;
  }

  @Override
  public Optional<Item> glance(Key key) {
    requests++;
    Optional<Item> found = behind.glance(key);
    read(found.stream().toList());
    return found;
  }

  @Override
  public List<Item> list(Table table, String partition, String prefix) {
    requests++;
    return read(behind.list(table, partition, prefix));
  }

  @Override
  public List<Item> range(Table table, String partition, String from, String to) {
    requests++;
    return read(behind.range(table, partition, from, to));
  }

  @Override
  public List<Item> newest(Table table, String partition, String prefix, int limit) {
    requests++;
    return read(behind.newest(table, partition, prefix, limit));
  }

  @Override
  public WriteResult write(Write write) {
    requests++;
    return behind.write(write);
  }

  @Override
  public WriteResult transact(List<Write> writes) {
    requests++;
    return behind.transact(writes);
  }
}
