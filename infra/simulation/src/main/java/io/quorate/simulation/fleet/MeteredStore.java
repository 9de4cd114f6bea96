package io.quorate.simulation.fleet;

import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.RecordStore;
import io.quorate.store.Table;
import io.quorate.store.Write;
import io.quorate.store.WriteResult;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A store whose requests take DynamoDB's time and units; a read is of 4 KB, a write of 1 KB. */
final class MeteredStore implements RecordStore {
  private static final long REQUEST_MILLIS = 6;
  private static final double READ_BYTES = 4_096;
  private static final double WRITE_BYTES = 1_024;

  /** A page of a query is a request of its own. */
  private static final double PAGE_BYTES = 1 << 20;

  private static final long PAGE_MILLIS = 60;

  private final RecordStore behind;
  private final ModelLimits limits;

  MeteredStore(RecordStore behind, ModelLimits limits) {
    this.behind = behind;
    this.limits = limits;
  }

  private static double bytes(Object value) {
    return switch (value) {
      case Map<?, ?> map ->
          3
              + map.entrySet().stream()
                  .mapToDouble(entry -> bytes(entry.getKey()) + bytes(entry.getValue()))
                  .sum();
      case List<?> list -> 3 + list.stream().mapToDouble(MeteredStore::bytes).sum();
      case String text -> 1 + text.length();
      default -> 10;
    };
  }

  private static double units(Optional<Item> item, double of) {
    return Math.max(1, Math.ceil(item.map(found -> bytes(found.attributes())).orElse(0.0) / of));
  }

  @Override
  public Map<Key, Item> read(Collection<Key> keys) {
    Map<Key, Item> found = behind.read(keys);
    Map<String, Double> units = new HashMap<>();
    keys.forEach(
        key ->
            units.merge(
                key.table() + key.partition(),
                units(Optional.ofNullable(found.get(key)), READ_BYTES),
                Double::sum));
    units.forEach(limits::read);
    limits.request(REQUEST_MILLIS);
    return found;
  }

  @Override
  public Optional<Item> glance(Key key) {
    return Optional.ofNullable(read(List.of(key)).get(key));
  }

  private List<Item> queried(Table table, String partition, List<Item> found) {
    double bytes = found.stream().mapToDouble(item -> bytes(item.attributes())).sum();
    for (double left = bytes; left >= 0; left -= PAGE_BYTES) {
      double page = Math.min(left, PAGE_BYTES);
      limits.read(table + partition, Math.max(1, Math.ceil(page / READ_BYTES)));
      limits.request(REQUEST_MILLIS + (long) (PAGE_MILLIS * page / PAGE_BYTES));
    }
    return found;
  }

  @Override
  public List<Item> list(Table table, String partition, String prefix) {
    return queried(table, partition, behind.list(table, partition, prefix));
  }

  @Override
  public List<Item> range(Table table, String partition, String from, String to) {
    return queried(table, partition, behind.range(table, partition, from, to));
  }

  @Override
  public List<Item> newest(Table table, String partition, String prefix, int limit) {
    return queried(table, partition, behind.newest(table, partition, prefix, limit));
  }

  private void written(Write write, int times) {
    double units = write instanceof Write.Put put ? units(Optional.of(put.item()), WRITE_BYTES) : 1;
    limits.write(write.key().table() + write.key().partition(), units * times);
  }

  @Override
  public WriteResult write(Write write) {
    written(write, 1);
    limits.request(REQUEST_MILLIS);
    return behind.write(write);
  }

  @Override
  public WriteResult transact(List<Write> writes) {
    writes.forEach(write -> written(write, 2));
    limits.request(REQUEST_MILLIS * 3);
    return behind.transact(writes);
  }
}
