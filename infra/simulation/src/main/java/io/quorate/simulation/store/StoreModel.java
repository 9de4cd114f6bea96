package io.quorate.simulation.store;

import io.quorate.memory.InMemoryLineageArchive;
import io.quorate.memory.InMemoryRecordStore;
import io.quorate.store.Item;
import io.quorate.store.LineageArchive;
import io.quorate.store.RecordStore;
import io.quorate.store.Table;
import io.quorate.store.Write;
import io.quorate.store.WriteResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The tables themselves: linearizable, and a stream of all rows that agents write. */
public final class StoreModel {
  private final InMemoryRecordStore tables = new InMemoryRecordStore();
  private final LineageArchive archive = new InMemoryLineageArchive();
  private final List<Consumer<Item>> rowWritten = new ArrayList<>();
  private final List<Consumer<Written>> written = new ArrayList<>();
  private long version;

  /**
   * A write or transaction that took place.
   *
   * @param by whose it was
   * @param tokens the fencing token under which it was sent, by cluster
   * @param writes its parts
   */
  public record Written(String by, Map<String, Long> tokens, List<Write> writes) {}

  /** What stands in them now, for whoever sees everything. */
  public RecordStore tables() {
    return tables;
  }

  /** The lineage's twin. */
  public LineageArchive archive() {
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

  WriteResult write(String by, Map<String, Long> tokens, Write write) {
    return tell(tables.write(write), new Written(by, tokens, List.of(write)));
  }

  WriteResult transact(String by, Map<String, Long> tokens, List<Write> writes) {
    return tell(tables.transact(writes), new Written(by, tokens, writes));
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
