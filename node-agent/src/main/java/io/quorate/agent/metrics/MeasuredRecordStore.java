package io.quorate.agent.metrics;

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
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Passes every request on, and notes how long it took and how it ended. */
public final class MeasuredRecordStore implements RecordStore {
  private final RecordStore store;
  private final AgentMetrics metrics;
  private final LongSupplier nanos;

  /** Measures by a clock that never goes back, such as {@link System#nanoTime}. */
  public MeasuredRecordStore(RecordStore store, AgentMetrics metrics, LongSupplier nanos) {
    this.store = store;
    this.metrics = metrics;
    this.nanos = nanos;
  }

  @Override
  public Map<Key, Item> read(Collection<Key> keys) {
    return measure("read", () -> store.read(keys), found -> "ok");
  }

  @Override
  public Optional<Item> glance(Key key) {
    return measure("glance", () -> store.glance(key), found -> "ok");
  }

  @Override
  public List<Item> list(Table table, String partition, String prefix) {
    return measure("list", () -> store.list(table, partition, prefix), found -> "ok");
  }

  @Override
  public List<Item> range(Table table, String partition, String from, String to) {
    return measure("range", () -> store.range(table, partition, from, to), found -> "ok");
  }

  @Override
  public List<Item> newest(Table table, String partition, String prefix, int limit) {
    return measure("newest", () -> store.newest(table, partition, prefix, limit), found -> "ok");
  }

  @Override
  public WriteResult write(Write write) {
    return measure("write", () -> store.write(write), MeasuredRecordStore::ending);
  }

  @Override
  public WriteResult transact(List<Write> writes) {
    return measure("transact", () -> store.transact(writes), MeasuredRecordStore::ending);
  }

  private static String ending(WriteResult result) {
    return result.written() ? "ok" : "refused";
  }

  private <T> T measure(String operation, Supplier<T> request, Function<T, String> ending) {
    long began = nanos.getAsLong();
    String result = "error";
    try {
      T answer = request.get();
      result = ending.apply(answer);
      return answer;
    } catch (StoreUnavailableException e) {
      result = "unavailable";
      throw e;
    } finally {
      metrics.storeRequest(operation, result, (nanos.getAsLong() - began) / 1e9);
    }
  }
}
