package io.quorate.agent.run;

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

/** A store whose reads are counted. */
final class CountedReads implements RecordStore {
  private final RecordStore store;
  private int reads;

  CountedReads(RecordStore store) {
    this.store = store;
  }

  /** How often it was read since this was last asked. */
  int count() {
    int count = reads;
    reads = 0;
    return count;
  }

  @Override
  public Map<Key, Item> read(Collection<Key> keys) {
    reads++;
    return store.read(keys);
  }

  @Override
  public Optional<Item> glance(Key key) {
    return store.glance(key);
  }

  @Override
  public List<Item> list(Table table, String partition, String prefix) {
    return store.list(table, partition, prefix);
  }

  @Override
  public List<Item> range(Table table, String partition, String from, String to) {
    return store.range(table, partition, from, to);
  }

  @Override
  public List<Item> newest(Table table, String partition, String prefix, int limit) {
    return store.newest(table, partition, prefix, limit);
  }

  @Override
  public WriteResult write(Write write) {
    return store.write(write);
  }

  @Override
  public WriteResult transact(List<Write> writes) {
    return store.transact(writes);
  }
}
