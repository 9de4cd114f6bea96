package io.quorate.store;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The port to shared state: strongly consistent reads, one cheap read that is not, conditional
 * writes and transactions over two tables. Every method throws {@link StoreUnavailableException}
 * when the store did not answer.
 */
public interface RecordStore {
  /** Reads records by key, at most 100, strongly consistent; missing ones are left out. */
  Map<Key, Item> read(Collection<Key> keys);

  /**
   * Reads one record as it was a moment ago, at half the price: eventually consistent. What it says
   * is a hint to read; nothing may rest on it.
   */
  Optional<Item> glance(Key key);

  /** Reads a partition's records whose sort key has the prefix, in order, strongly consistent. */
  List<Item> list(Table table, String partition, String prefix);

  /**
   * Reads a partition's records whose sort key is at least {@code from} and at most {@code to}, in
   * order, strongly consistent.
   */
  List<Item> range(Table table, String partition, String from, String to);

  /** Reads the rows of a cluster's nodes, strongly consistent, as far as the bounds let. */
  default NodeListing nodes(String cluster) {
    return NodeListing.of(list(Table.NODES, cluster, ""));
  }

  /** Reads the last records of a partition whose sort key has the prefix, newest first. */
  List<Item> newest(Table table, String partition, String prefix, int limit);

  /** Writes one record if its condition holds. */
  WriteResult write(Write write);

  /** Writes all or nothing; at most 100 parts, no two on one record. */
  WriteResult transact(List<Write> writes);
}
