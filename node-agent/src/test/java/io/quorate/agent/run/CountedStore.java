package io.quorate.agent.run;

import io.quorate.agent.AwayStore;
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

/** A store that counts what an agent asks of it, and whose next reads may fail. */
final class CountedStore implements RecordStore {
  private final RecordStore behind;
  int failing;
  int reads;
  int glances;
  int writes;

  CountedStore(RecordStore behind) {
    this.behind = behind;
  }

  void forget() {
    reads = 0;
    glances = 0;
    writes = 0;
  }

  @Override
  public Map<Key, Item> read(Collection<Key> keys) {
    reads++;
    if (failing > 0) {
      failing--;
      throw AwayStore.away();
    }
    return behind.read(keys);
  }

  @Override
  public Optional<Item> glance(Key key) {
    glances++;
    return behind.glance(key);
  }

  @Override
  public List<Item> list(Table table, String partition, String prefix) {
    return behind.list(table, partition, prefix);
  }

  @Override
  public List<Item> range(Table table, String partition, String from, String to) {
    return behind.range(table, partition, from, to);
  }

  @Override
  public List<Item> newest(Table table, String partition, String prefix, int limit) {
    return behind.newest(table, partition, prefix, limit);
  }

  @Override
  public WriteResult write(Write write) {
    writes++;
    return behind.write(write);
  }

  @Override
  public WriteResult transact(List<Write> parts) {
    return behind.transact(parts);
  }
}
