package io.quorate.cli.console;

import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.RecordStore;
import io.quorate.store.StoreUnavailableException;
import io.quorate.store.Table;
import io.quorate.store.Write;
import io.quorate.store.WriteResult;
import java.net.ConnectException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** A store that counts what is asked of it, may be away, and takes no writes. */
final class CountingStore implements RecordStore {
  private final RecordStore store;
  private final AtomicLong requests = new AtomicLong();
  private final AtomicInteger fleetLists = new AtomicInteger();
  private volatile boolean away;

  public CountingStore(RecordStore store) {
    this.store = store;
  }

  public long requests() {
    return requests.get();
  }

  int fleetLists() {
    return fleetLists.get();
  }

  void away(boolean now) {
    away = now;
  }

  private RecordStore asked() {
    requests.incrementAndGet();
    if (away) {
      throw new StoreUnavailableException("reading failed", new ConnectException("refused"));
    }
    return store;
  }

  @Override
  public Map<Key, Item> read(Collection<Key> keys) {
    return asked().read(keys);
  }

  @Override
  public Optional<Item> glance(Key key) {
    return asked().glance(key);
  }

  @Override
  public List<Item> list(Table table, String partition, String prefix) {
    if (partition.startsWith("#")) {
      fleetLists.incrementAndGet();
    }
    return asked().list(table, partition, prefix);
  }

  @Override
  public List<Item> range(Table table, String partition, String from, String to) {
    return asked().range(table, partition, from, to);
  }

  @Override
  public List<Item> newest(Table table, String partition, String prefix, int limit) {
    return asked().newest(table, partition, prefix, limit);
  }

  @Override
  public WriteResult write(Write write) {
    throw new AssertionError("the console writes " + write);
  }

  @Override
  public WriteResult transact(List<Write> writes) {
    throw new AssertionError("the console writes " + writes);
  }
}
