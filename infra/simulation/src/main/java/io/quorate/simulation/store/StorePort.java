package io.quorate.simulation.store;

import io.quorate.simulation.schedule.CallFault;
import io.quorate.simulation.schedule.SimTransport;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.RecordStore;
import io.quorate.store.StoreUnavailableException;
import io.quorate.store.Table;
import io.quorate.store.Write;
import io.quorate.store.WriteResult;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The tables as one actor reaches them. */
public final class StorePort implements RecordStore {
  private static final String LEASE = "lease";
  private static final String OWNER = "owner";
  private static final long TIMEOUT_MILLIS = 5_000;

  private final StoreModel model;
  private final SimTransport wire;
  private final Function<Boolean, CallFault> callFaults;
  private final Supplier<Dialect> dialect;
  private final Map<String, Long> tokens = new HashMap<>();
  private final Map<String, String> owners = new HashMap<>();
  private final Map<Key, Item> rows = new HashMap<>();
  private final Map<Key, Item> control = new HashMap<>();

  /**
   * For this actor.
   *
   * @param callFaults what becomes of its next request; whether it writes
   * @param dialect how its release writes
   */
  public StorePort(
      StoreModel model,
      SimTransport wire,
      Function<Boolean, CallFault> callFaults,
      Supplier<Dialect> dialect) {
    this.model = model;
    this.wire = wire;
    this.callFaults = callFaults;
    this.dialect = dialect;
  }

  private <T> T call(boolean writes, String what, Supplier<T> effect) {
    return wire.remote(
        what,
        callFaults.apply(writes),
        TIMEOUT_MILLIS,
        effect,
        why -> {
          throw new StoreUnavailableException(why, new IllegalStateException("simulated"));
        });
  }

  @Override
  public Map<Key, Item> read(Collection<Key> keys) {
    Map<Key, Item> found = call(false, "reads " + records(keys), () -> model.tables().read(keys));
    control.keySet().removeAll(keys);
    found.values().stream()
        .filter(item -> item.key().table() == Table.CLUSTERS)
        .forEach(item -> control.put(item.key(), item));
    return found;
  }

  /** Its answer is of this moment: nothing rests on it, so a late one is only a later glance. */
  @Override
  public Optional<Item> glance(Key key) {
    return call(false, "glances at " + key.sort(), () -> model.tables().glance(key));
  }

  @Override
  public List<Item> list(Table table, String partition, String prefix) {
    String what = "lists " + table + " " + partition + "/" + prefix;
    List<Item> found = call(false, what, () -> model.tables().list(table, partition, prefix));
    if (table == Table.NODES) {
      rows.keySet()
          .removeIf(key -> key.partition().equals(partition) && key.sort().startsWith(prefix));
      found.forEach(row -> rows.put(row.key(), row));
    }
    return found;
  }

  @Override
  public List<Item> range(Table table, String partition, String from, String to) {
    String what = "lists " + partition + "/" + from + " to " + to;
    return call(false, what, () -> model.tables().range(table, partition, from, to));
  }

  @Override
  public List<Item> newest(Table table, String partition, String prefix, int limit) {
    String what = "lists newest of " + partition + "/" + prefix;
    return call(false, what, () -> model.tables().newest(table, partition, prefix, limit));
  }

  @Override
  public WriteResult write(Write write) {
    Write said = dialect.get().say(write);
    StoreModel.Written sent = sent(List.of(said));
    WriteResult result = call(true, "writes " + write.key(), () -> model.write(said, sent));
    if (write.key().sort().equals(LEASE) && write instanceof Write.Update update) {
      taken(update, result)
          .ifPresent(item -> holds(write.key().partition(), item, update.set().get(OWNER)));
    }
    return result;
  }

  /** To free a lease is not to take it by no name. */
  private void holds(String cluster, Item lease, @Nullable Object owner) {
    if (lease.attributes().get("token") instanceof Long token) {
      tokens.put(cluster, token);
    }
    if (owner instanceof String nonce && !nonce.isEmpty()) {
      owners.put(cluster, nonce);
    }
  }

  /** The lease that this sender holds now: a take whose answer was lost is refused by itself. */
  private static Optional<Item> taken(Write.Update update, WriteResult result) {
    Object owner = update.set().get(OWNER);
    return switch (result) {
      case WriteResult.Written written -> written.updated();
      case WriteResult.Refused refused ->
          refused
              .existing()
              .filter(item -> !"".equals(owner))
              .filter(item -> Objects.equals(item.attributes().get(OWNER), owner));
    };
  }

  @Override
  public WriteResult transact(List<Write> writes) {
    List<Key> keys = writes.stream().map(Write::key).toList();
    StoreModel.Written sent = sent(writes.stream().map(dialect.get()::say).toList());
    return call(true, "transacts " + records(keys), () -> model.transact(sent));
  }

  /** As its sender knows the world now: it may take place later. */
  private StoreModel.Written sent(List<Write> writes) {
    return new StoreModel.Written(
        wire.simProcess().name(),
        wire.now(),
        Map.copyOf(tokens),
        Map.copyOf(owners),
        Map.copyOf(rows),
        Map.copyOf(control),
        writes);
  }

  private static String records(Collection<Key> keys) {
    return keys.stream()
        .map(Key::sort)
        .sorted(Comparator.naturalOrder())
        .collect(Collectors.joining(","));
  }
}
