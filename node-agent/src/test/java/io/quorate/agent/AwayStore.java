package io.quorate.agent;

import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.RecordStore;
import io.quorate.store.StoreUnavailableException;
import io.quorate.store.Table;
import io.quorate.store.Write;
import io.quorate.store.WriteResult;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A store that cannot be reached. */
public class AwayStore implements RecordStore {
  /** Why. */
  public static StoreUnavailableException away() {
    return new StoreUnavailableException("away", new IOException("no route"));
  }

  @Override
  public Map<Key, Item> read(Collection<Key> keys) {
    throw away();
  }

  @Override
  public Optional<Item> glance(Key key) {
    throw away();
  }

  @Override
  public List<Item> list(Table table, String partition, String prefix) {
    throw away();
  }

  @Override
  public List<Item> range(Table table, String partition, String from, String to) {
    throw away();
  }

  @Override
  public List<Item> newest(Table table, String partition, String prefix, int limit) {
    throw away();
  }

  @Override
  public WriteResult write(Write write) {
    throw away();
  }

  @Override
  public WriteResult transact(List<Write> writes) {
    throw away();
  }
}
