package io.quorate.memory;

import io.quorate.store.Expect;
import io.quorate.store.Expiry;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.RecordStore;
import io.quorate.store.Table;
import io.quorate.store.Write;
import io.quorate.store.WriteResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The record store in memory, linearizable, with DynamoDB's rules. */
public final class InMemoryRecordStore implements RecordStore {
  private static final Comparator<Key> ORDER =
      Comparator.comparing(Key::table).thenComparing(Key::partition).thenComparing(Key::sort);

  private final TreeMap<Key, Item> items = new TreeMap<>(ORDER);
  private long requests;

  /** What DynamoDB's expiry does by itself: it drops what was to go before. */
  public synchronized void expire(Instant before) {
    items
        .values()
        .removeIf(
            item ->
                item.attributes().get(Expiry.ATTRIBUTE) instanceof Long at
                    && at < before.getEpochSecond());
  }

  /** How many calls were made. */
  public synchronized long requests() {
    return requests;
  }

  @Override
  public synchronized Map<Key, Item> read(Collection<Key> keys) {
    requests++;
    if (keys.size() > 100) {
      throw new IllegalArgumentException(keys.size() + " keys: expected at most 100");
    }
    Map<Key, Item> found = new TreeMap<>(ORDER);
    for (Key key : keys) {
      Item item = items.get(key);
      if (item != null) {
        found.put(key, item);
      }
    }
    return found;
  }

  @Override
  public Optional<Item> glance(Key key) {
    return Optional.ofNullable(read(List.of(key)).get(key));
  }

  @Override
  public synchronized List<Item> list(Table table, String partition, String prefix) {
    requests++;
    List<Item> found = new ArrayList<>();
    for (Item item : items.tailMap(new Key(table, partition, prefix)).values()) {
      Key key = item.key();
      if (key.table() != table
          || !key.partition().equals(partition)
          || !key.sort().startsWith(prefix)) {
        break;
      }
      found.add(item);
    }
    return Collections.unmodifiableList(found);
  }

  @Override
  public synchronized List<Item> range(Table table, String partition, String from, String to) {
    requests++;
    return List.copyOf(
        items
            .subMap(new Key(table, partition, from), true, new Key(table, partition, to), true)
            .values());
  }

  @Override
  public synchronized List<Item> newest(Table table, String partition, String prefix, int limit) {
    return list(table, partition, prefix).reversed().stream().limit(limit).toList();
  }

  @Override
  public synchronized WriteResult write(Write write) {
    requests++;
    Optional<Item> existing = Optional.ofNullable(items.get(write.key()));
    if (!holds(expectation(write), existing)) {
      return new WriteResult.Refused(existing, List.of(write.key()));
    }
    perform(write);
    return new WriteResult.Written(
        write instanceof Write.Update
            ? Optional.ofNullable(items.get(write.key()))
            : Optional.empty());
  }

  @Override
  public synchronized WriteResult transact(List<Write> writes) {
    requests++;
    long records = writes.stream().map(Write::key).distinct().count();
    if (writes.isEmpty() || writes.size() > 100 || records < writes.size()) {
      throw new IllegalArgumentException(
          writes.size() + " writes on " + records + " records: expected 1 to 100, each its own");
    }
    List<Key> refused =
        writes.stream()
            .filter(
                write -> !holds(expectation(write), Optional.ofNullable(items.get(write.key()))))
            .map(Write::key)
            .toList();
    if (!refused.isEmpty()) {
      return new WriteResult.Refused(Optional.empty(), refused);
    }
    writes.forEach(this::perform);
    return new WriteResult.Written(Optional.empty());
  }

  private static Expect expectation(Write write) {
    return switch (write) {
      case Write.Put put -> put.expect();
      case Write.Update update -> update.expect();
      case Write.Delete delete -> delete.expect();
      case Write.Check check -> check.expect();
    };
  }

  private static boolean holds(Expect expect, Optional<Item> existing) {
    return switch (expect) {
      case Expect.Anything anything -> true;
      case Expect.NoRecord none -> existing.isEmpty();
      case Expect.Is is ->
          attribute(existing, is.attribute()).filter(is.value()::equals).isPresent();
      case Expect.Missing missing -> attribute(existing, missing.attribute()).isEmpty();
      case Expect.Below below ->
          number(existing, below.attribute()).filter(value -> value < below.bound()).isPresent();
      case Expect.Above above ->
          number(existing, above.attribute()).filter(value -> value > above.bound()).isPresent();
      case Expect.All all -> all.of().stream().allMatch(part -> holds(part, existing));
      case Expect.Any any -> any.of().stream().anyMatch(part -> holds(part, existing));
    };
  }

  private static Optional<Long> number(Optional<Item> existing, String name) {
    return attribute(existing, name).filter(Long.class::isInstance).map(Long.class::cast);
  }

  private static Optional<Object> attribute(Optional<Item> existing, String name) {
    return existing.flatMap(item -> Optional.ofNullable(item.attributes().get(name)));
  }

  private void perform(Write write) {
    switch (write) {
      case Write.Put put ->
          items.put(put.key(), new Item(put.key(), Frozen.copy(put.item().attributes())));
      case Write.Update update -> update(update);
      case Write.Delete delete -> items.remove(delete.key());
      case Write.Check check -> {}
    }
  }

  private void update(Write.Update update) {
    Map<String, Object> attributes = new LinkedHashMap<>();
    Item existing = items.get(update.key());
    if (existing != null) {
      attributes.putAll(existing.attributes());
    }
    attributes.putAll(update.set());
    update
        .add()
        .forEach(
            (name, amount) ->
                attributes.merge(name, amount, (old, more) -> (Long) old + (Long) more));
    items.put(update.key(), new Item(update.key(), Frozen.copy(attributes)));
  }
}
