package io.quorate.store;

/**
 * Where a record stands.
 *
 * @param table which table
 * @param partition value of the partition key {@code cluster}
 * @param sort value of the sort key: {@code record} in clusters, {@code instance} in nodes
 */
public record Key(Table table, String partition, String sort) {
  @Override
  public String toString() {
    return partition + "/" + sort;
  }
}
