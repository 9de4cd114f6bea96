package io.quorate.cli;

import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.RecordStore;
import io.quorate.store.StoreUnavailableException;
import io.quorate.store.Table;
import io.quorate.store.Write;
import io.quorate.store.WriteResult;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A store where something happens just before a write, or which does not answer. */
public final class RacingStore implements RecordStore {
  private final RecordStore store;
  private Optional<Runnable> before = Optional.empty();
  private Optional<StoreUnavailableException> down = Optional.empty();

  public RacingStore(RecordStore store) {
    this.store = store;
  }

  public void beforeWrite(Runnable happening) {
    before = Optional.of(happening);
  }

  public void failing(Exception cause) {
    down = Optional.of(new StoreUnavailableException("reading failed", cause));
  }

  public void answering() {
    down = Optional.empty();
  }

  @Override
  public Map<Key, Item> read(Collection<Key> keys) {
    down.ifPresent(RacingStore::fail);
    return store.read(keys);
  }

  @Override
  public Optional<Item> glance(Key key) {
    down.ifPresent(RacingStore::fail);
    return store.glance(key);
  }

  @Override
  public List<Item> list(Table table, String partition, String prefix) {
    down.ifPresent(RacingStore::fail);
    return store.list(table, partition, prefix);
  }

  @Override
  public List<Item> range(Table table, String partition, String from, String to) {
    down.ifPresent(RacingStore::fail);
    return store.range(table, partition, from, to);
  }

  @Override
  public List<Item> newest(Table table, String partition, String prefix, int limit) {
    down.ifPresent(RacingStore::fail);
    return store.newest(table, partition, prefix, limit);
  }

  @Override
  public WriteResult write(Write write) {
    before.ifPresent(Runnable::run);
    return store.write(write);
  }

  @Override
  public WriteResult transact(List<Write> writes) {
    before.ifPresent(Runnable::run);
    return store.transact(writes);
  }

  private static void fail(StoreUnavailableException failure) {
    throw failure;
  }
}
