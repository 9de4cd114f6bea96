package io.quorate.dynamodb;

import io.quorate.store.Key;
import io.quorate.store.Table;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What the two tables are called, and how their keys are.
 *
 * @param clusters name of the clusters table; keyed by cluster and record
 * @param nodes name of the nodes table; keyed by cluster and instance
 */
public record TableNames(String clusters, String nodes) {
  /** The partition key of both tables. */
  static final String PARTITION = Table.PARTITION_KEY;

  String of(Table table) {
    return switch (table) {
      case CLUSTERS -> clusters;
      case NODES -> nodes;
    };
  }

  static String sortKey(Table table) {
    return table.sortKey();
  }

  static Map<String, AttributeValue> key(Key key) {
    return Map.of(
        PARTITION,
        AttributeValue.fromS(key.partition()),
        sortKey(key.table()),
        AttributeValue.fromS(key.sort()));
  }
}
