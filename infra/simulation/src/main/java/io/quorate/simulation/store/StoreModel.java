package io.quorate.simulation.store;

import io.quorate.memory.InMemoryRecordStore;
import io.quorate.store.Expect;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.RecordStore;
import io.quorate.store.Table;
import io.quorate.store.Write;
import io.quorate.store.WriteResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * The tables themselves, and a stream of all rows that agents write. They are linearizable: the
 * product reads nothing eventually consistent but the notice, on which nothing rests. What it may
 * know too late are listings of the cloud, and triggers.
 */
public final class StoreModel {
  private InMemoryRecordStore tables = new InMemoryRecordStore();
  private final ArchiveModel archive = new ArchiveModel();
  private final List<Consumer<Item>> rowWritten = new ArrayList<>();
  private final List<Consumer<Written>> written = new ArrayList<>();
  private final List<Runnable> replaced = new ArrayList<>();
  private long version;

  /**
   * A write or transaction that took place.
   *
   * @param by whose it was
   * @param tokens the fencing token under which it was sent, by cluster
   * @param sentAt when it was sent, in milliseconds
   * @param owners the nonce by which its sender took the lease, by cluster
   * @param rows each node's row as its sender last read it
   * @param control each record of the clusters table as its sender last read it
   * @param writes its parts
   */
  public record Written(
      String by,
      long sentAt,
      Map<String, Long> tokens,
      Map<String, String> owners,
      Map<Key, Item> rows,
      Map<Key, Item> control,
      List<Write> writes) {
    /** The records of a partition that it puts. */
    public List<Item> puts(Table table, String partition) {
      return writes.stream()
          .filter(Write.Put.class::isInstance)
          .map(write -> ((Write.Put) write).item())
          .filter(item -> item.key().table() == table && item.key().partition().equals(partition))
          .toList();
    }
  }

  /** What stands in them now, for whoever sees everything. */
  public RecordStore tables() {
    return tables;
  }

  /** The lineage mirror's objects. */
  public ArchiveModel archive() {
    return archive;
  }

  /** Grows with each write. */
  public long version() {
    return version;
  }

  /** To be told of every row of a node that was written: the table's stream. */
  public void onRow(Consumer<Item> told) {
    rowWritten.add(told);
  }

  /** To be told of every write or transaction that took place. */
  public void onWrite(Consumer<Written> told) {
    written.add(told);
  }

  /** To be told when a table was replaced by another. */
  public void onReplaced(Runnable told) {
    replaced.add(told);
  }

  /** Everything in these partitions of both tables, to come back to. */
  public List<Item> copy(Collection<String> partitions) {
    List<Item> copy = new ArrayList<>();
    for (Table table : Table.values()) {
      partitions.forEach(partition -> copy.addAll(tables.list(table, partition, "")));
    }
    return copy;
  }

  /**
   * Replaces a table, or both, by what was copied; whoever holds a lease then may hold it again.
   */
  public void restore(List<Item> copy, Set<Table> which, Collection<String> partitions) {
    List<Item> kept =
        copy(partitions).stream().filter(i -> !which.contains(i.key().table())).toList();
    tables = new InMemoryRecordStore();
    kept.forEach(item -> tables.write(new Write.Put(item, Expect.anything())));
    copy.stream()
        .filter(item -> which.contains(item.key().table()))
        .forEach(item -> tables.write(new Write.Put(item, Expect.anything())));
    version++;
    replaced.forEach(Runnable::run);
  }

  /** Somebody whom nobody judges here writes a record. */
  public void put(Item item) {
    tables.write(new Write.Put(item, Expect.anything()));
    version++;
  }

  /** Somebody changes a record by hand. */
  public void rewrite(Key key, UnaryOperator<Item> how) {
    Item item = tables.read(List.of(key)).get(key);
    if (item != null) {
      tables.write(new Write.Put(how.apply(item), Expect.anything()));
      version++;
    }
  }

  WriteResult write(Write write, Written by) {
    return tell(tables.write(write), by);
  }

  WriteResult transact(Written by) {
    return tell(tables.transact(by.writes()), by);
  }

  private WriteResult tell(WriteResult result, Written done) {
    if (result.written()) {
      version++;
      written.forEach(told -> told.accept(done));
      for (Write write : done.writes()) {
        if (write instanceof Write.Put put && put.key().table() == Table.NODES) {
          rowWritten.forEach(told -> told.accept(put.item()));
        }
      }
    }
    return result;
  }
}
