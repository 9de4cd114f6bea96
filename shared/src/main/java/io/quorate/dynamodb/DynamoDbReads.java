package io.quorate.dynamodb;

import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.NodeListing;
import io.quorate.store.StoreUnavailableException;
import io.quorate.store.Table;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** The reads of {@link DynamoDbRecordStore}; all but a glance are strongly consistent. */
final class DynamoDbReads {
  private static final int BATCH_LIMIT = 100;
  private static final int ROUNDS = 8;
  private static final int PAGES = 1000;

  /** More than the bytes of a listing fill. */
  private static final int NODE_PAGES = 12;

  private final DynamoDbClient client;
  private final TableNames tables;
  private final IntConsumer pause;

  DynamoDbReads(DynamoDbClient client, TableNames tables) {
    this(client, tables, BackOff::pause);
  }

  /**
   * Reads through this client.
   *
   * @param pause waits before the keys that DynamoDB left are asked for again, for the nth time
   */
  DynamoDbReads(DynamoDbClient client, TableNames tables, IntConsumer pause) {
    this.client = client;
    this.tables = tables;
    this.pause = pause;
  }

  Map<Key, Item> read(Collection<Key> keys) {
    List<Key> distinct = keys.stream().distinct().toList();
    if (distinct.size() > BATCH_LIMIT) {
      throw new IllegalArgumentException(
          "read of " + distinct.size() + " records: expected at most " + BATCH_LIMIT);
    }
    if (distinct.isEmpty()) {
      return Map.of();
    }
    return distinct.size() == 1
        ? one(distinct.get(0), true).map(item -> Map.of(item.key(), item)).orElse(Map.of())
        : batch(distinct);
  }

  Optional<Item> glance(Key key) {
    return one(key, false);
  }

  private Optional<Item> one(Key key, boolean consistent) {
    GetItemResponse response =
        ConflictRetry.of(
            "reading " + key,
            () ->
                client.getItem(
                    get ->
                        get.tableName(tables.of(key.table()))
                            .key(TableNames.key(key))
                            .consistentRead(consistent)));
    return response.hasItem()
        ? Optional.of(Items.read(key.table(), response.item()))
        : Optional.empty();
  }

  private Map<Key, Item> batch(List<Key> keys) {
    Map<Key, Item> found = new HashMap<>();
    Map<String, KeysAndAttributes> left = wanted(keys);
    for (int round = 0; !left.isEmpty(); round++) {
      if (round == ROUNDS) {
        throw new StoreUnavailableException(
            "reading " + keys + ": DynamoDB left some unprocessed " + ROUNDS + " times",
            new IllegalStateException(
                left.values().stream().mapToInt(l -> l.keys().size()).sum() + " keys left"));
      }
      if (round > 0) {
        pause.accept(round); // DynamoDB leaves keys when it throttles.
      }
      Map<String, KeysAndAttributes> asked = left;
      BatchGetItemResponse response =
          ConflictRetry.of(
              "reading " + keys, () -> client.batchGetItem(get -> get.requestItems(asked)));
      for (Table table : Table.values()) {
        for (Map<String, AttributeValue> values :
            response.responses().getOrDefault(tables.of(table), List.of())) {
          Item item = Items.read(table, values);
          found.put(item.key(), item);
        }
      }
      left = response.unprocessedKeys();
    }
    return found;
  }

  private Map<String, KeysAndAttributes> wanted(List<Key> keys) {
    return keys.stream()
        .collect(Collectors.groupingBy(key -> tables.of(key.table())))
        .entrySet()
        .stream()
        .collect(
            Collectors.toMap(
                Map.Entry::getKey,
                entry ->
                    KeysAndAttributes.builder()
                        .keys(entry.getValue().stream().map(TableNames::key).toList())
                        .consistentRead(true)
                        .build()));
  }

  List<Item> list(Table table, String partition, String prefix) {
    return pages(
        table,
        listing(table, partition, prefix),
        query(table, partition, prefix),
        Integer.MAX_VALUE);
  }

  List<Item> range(Table table, String partition, String from, String to) {
    QueryRequest request =
        QueryRequest.builder()
            .tableName(tables.of(table))
            .consistentRead(true)
            .keyConditionExpression("#p = :p AND #s BETWEEN :from AND :to")
            .expressionAttributeNames(
                Map.of("#p", TableNames.PARTITION, "#s", TableNames.sortKey(table)))
            .expressionAttributeValues(
                Map.of(
                    ":p", AttributeValue.fromS(partition),
                    ":from", AttributeValue.fromS(from),
                    ":to", AttributeValue.fromS(to)))
            .build();
    String what =
        "listing partition "
            + partition
            + " of table "
            + tables.of(table)
            + ", records "
            + from
            + " to "
            + to;
    return pages(table, what, request, Integer.MAX_VALUE);
  }

  List<Item> newest(Table table, String partition, String prefix, int limit) {
    QueryRequest request =
        query(table, partition, prefix).toBuilder().scanIndexForward(false).limit(limit).build();
    return pages(table, listing(table, partition, prefix), request, limit);
  }

  /** Each page is given up before the next one is read. */
  NodeListing nodes(String cluster) {
    QueryRequest request = query(Table.NODES, cluster, "");
    NodeListing.Reading reading = new NodeListing.Reading();
    Map<String, AttributeValue> from = Map.of();
    for (int page = 0; page < NODE_PAGES; page++) {
      QueryResponse response = page(listing(Table.NODES, cluster, ""), request, from);
      for (Map<String, AttributeValue> values : response.items()) {
        if (!reading.add(Items.read(Table.NODES, values))) {
          return reading.listing(false);
        }
      }
      if (!response.hasLastEvaluatedKey()) {
        return reading.listing(true);
      }
      from = response.lastEvaluatedKey();
    }
    return reading.listing(false);
  }

  /** A page ends at a megabyte too, so even a limited query may need several. */
  private List<Item> pages(Table table, String what, QueryRequest request, int most) {
    List<Item> items = new ArrayList<>();
    Map<String, AttributeValue> from = Map.of();
    for (int page = 0; page < PAGES; page++) {
      QueryResponse response = page(what, request, from);
      for (Map<String, AttributeValue> values : response.items()) {
        items.add(Items.read(table, values));
        if (items.size() == most) {
          return items;
        }
      }
      if (!response.hasLastEvaluatedKey()) {
        return items;
      }
      from = response.lastEvaluatedKey();
    }
    throw new StoreUnavailableException(
        what + ": more than " + PAGES + " pages",
        new IllegalStateException(items.size() + " records read"));
  }

  private QueryResponse page(String what, QueryRequest request, Map<String, AttributeValue> from) {
    QueryRequest asked =
        from.isEmpty() ? request : request.toBuilder().exclusiveStartKey(from).build();
    return ConflictRetry.of(what, () -> client.query(asked));
  }

  private String listing(Table table, String partition, String prefix) {
    String which = prefix.isEmpty() ? "" : ", records " + prefix + "*";
    return "listing partition " + partition + " of table " + tables.of(table) + which;
  }

  private QueryRequest query(Table table, String partition, String prefix) {
    QueryRequest.Builder query =
        QueryRequest.builder().tableName(tables.of(table)).consistentRead(true);
    if (prefix.isEmpty()) {
      return query
          .keyConditionExpression("#p = :p")
          .expressionAttributeNames(Map.of("#p", TableNames.PARTITION))
          .expressionAttributeValues(Map.of(":p", AttributeValue.fromS(partition)))
          .build();
    }
    return query
        .keyConditionExpression("#p = :p AND begins_with(#s, :s)")
        .expressionAttributeNames(
            Map.of("#p", TableNames.PARTITION, "#s", TableNames.sortKey(table)))
        .expressionAttributeValues(
            Map.of(":p", AttributeValue.fromS(partition), ":s", AttributeValue.fromS(prefix)))
        .build();
  }
}
