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
import java.util.function.IntConsumer;

/** A store that first tells the number of each call, from 0: there a test freezes or kills. */
final class HookedStore implements RecordStore {
  private final RecordStore behind;
  private final IntConsumer before;
  private int calls;

  HookedStore(RecordStore behind, IntConsumer before) {
    this.behind = behind;
    this.before = before;
  }

  /** How many calls came. */
  int calls() {
    return calls;
  }

  private RecordStore next() {
    before.accept(calls++);
    return behind;
  }

  @Override
  public Map<Key, Item> read(Collection<Key> keys) {
    return next().read(keys);
  }

  @Override
  public Optional<Item> glance(Key key) {
    return next().glance(key);
  }

  @Override
  public List<Item> list(Table table, String partition, String prefix) {
    return next().list(table, partition, prefix);
  }

  @Override
  public List<Item> range(Table table, String partition, String from, String to) {
    return next().range(table, partition, from, to);
  }

  @Override
  public List<Item> newest(Table table, String partition, String prefix, int limit) {
    return next().newest(table, partition, prefix, limit);
  }

  @Override
  public WriteResult write(Write write) {
    return next().write(write);
  }

  @Override
  public WriteResult transact(List<Write> writes) {
    return next().transact(writes);
  }
}
