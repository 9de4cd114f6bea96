package io.quorate.dynamodb;

import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.NodeListing;
import io.quorate.store.RecordStore;
import io.quorate.store.Table;
import io.quorate.store.Write;
import io.quorate.store.WriteResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** The record store on two DynamoDB tables. One call is one request while DynamoDB is well. */
public final class DynamoDbRecordStore implements RecordStore {
  private static final int TRANSACTION_LIMIT = 100;
  private static final String FAILED = "ConditionalCheckFailed";
  private static final String PASSED = "None";

  private final DynamoDbClient client;
  private final TableNames tables;
  private final DynamoDbReads reads;

  /** A store over these tables, which must exist. */
  public DynamoDbRecordStore(DynamoDbClient client, TableNames tables) {
    this.client = client;
    this.tables = tables;
    this.reads = new DynamoDbReads(client, tables);
  }

  @Override
  public Map<Key, Item> read(Collection<Key> keys) {
    return reads.read(keys);
  }

  @Override
  public Optional<Item> glance(Key key) {
    return reads.glance(key);
  }

  @Override
  public List<Item> list(Table table, String partition, String prefix) {
    return reads.list(table, partition, prefix);
  }

  @Override
  public NodeListing nodes(String cluster) {
    return reads.nodes(cluster);
  }

  @Override
  public List<Item> range(Table table, String partition, String from, String to) {
    return reads.range(table, partition, from, to);
  }

  @Override
  public List<Item> newest(Table table, String partition, String prefix, int limit) {
    return reads.newest(table, partition, prefix, limit);
  }

  @Override
  public WriteResult write(Write write) {
    return ConflictRetry.of("writing " + write.key(), () -> written(write));
  }

  private WriteResult written(Write write) {
    try {
      return switch (write) {
        case Write.Put put -> put(put);
        case Write.Update update -> update(update);
        case Write.Delete delete -> delete(delete);
        case Write.Check check -> transact(List.of(check));
      };
    } catch (ConditionalCheckFailedException e) {
      Optional<Item> existing =
          e.hasItem() ? Optional.of(Items.read(write.key().table(), e.item())) : Optional.empty();
      return new WriteResult.Refused(existing, List.of(write.key()));
    }
  }

  private WriteResult put(Write.Put put) {
    Expression expression = new Expression();
    Optional<String> condition = expression.condition(put.expect());
    client.putItem(
        request -> {
          request.tableName(table(put)).item(Items.of(put.item()));
          condition.ifPresent(
              text ->
                  request
                      .conditionExpression(text)
                      .expressionAttributeNames(expression.names())
                      .returnValuesOnConditionCheckFailure(
                          ReturnValuesOnConditionCheckFailure.ALL_OLD));
          if (!expression.values().isEmpty()) {
            request.expressionAttributeValues(expression.values());
          }
        });
    return new WriteResult.Written(Optional.empty());
  }

  private WriteResult update(Write.Update update) {
    Expression expression = new Expression();
    String text = expression.update(update);
    Optional<String> condition = expression.condition(update.expect());
    UpdateItemResponse response =
        client.updateItem(
            request ->
                request
                    .tableName(table(update))
                    .key(TableNames.key(update.key()))
                    .updateExpression(text)
                    .conditionExpression(condition.orElse(null))
                    .expressionAttributeNames(expression.names())
                    .expressionAttributeValues(expression.values())
                    .returnValues(ReturnValue.ALL_NEW)
                    .returnValuesOnConditionCheckFailure(
                        ReturnValuesOnConditionCheckFailure.ALL_OLD));
    return new WriteResult.Written(
        Optional.of(Items.read(update.key().table(), response.attributes())));
  }

  private WriteResult delete(Write.Delete delete) {
    Expression expression = new Expression();
    Optional<String> condition = expression.condition(delete.expect());
    client.deleteItem(
        request -> {
          request.tableName(table(delete)).key(TableNames.key(delete.key()));
          condition.ifPresent(
              text ->
                  request
                      .conditionExpression(text)
                      .expressionAttributeNames(expression.names())
                      .returnValuesOnConditionCheckFailure(
                          ReturnValuesOnConditionCheckFailure.ALL_OLD));
          if (!expression.values().isEmpty()) {
            request.expressionAttributeValues(expression.values());
          }
        });
    return new WriteResult.Written(Optional.empty());
  }

  @Override
  public WriteResult transact(List<Write> writes) {
    long records = writes.stream().map(Write::key).distinct().count();
    if (writes.isEmpty() || writes.size() > TRANSACTION_LIMIT || records < writes.size()) {
      throw new IllegalArgumentException(
          "transaction of "
              + writes.size()
              + " writes on "
              + records
              + " records: expected 1 to "
              + TRANSACTION_LIMIT
              + ", no two on one record");
    }
    List<TransactWriteItem> parts = writes.stream().map(this::part).toList();
    return ConflictRetry.of(
        "a transaction on " + writes.stream().map(Write::key).toList(),
        () -> transacted(writes, parts));
  }

  private WriteResult transacted(List<Write> writes, List<TransactWriteItem> parts) {
    try {
      client.transactWriteItems(request -> request.transactItems(parts));
      return new WriteResult.Written(Optional.empty());
    } catch (TransactionCanceledException e) {
      List<Key> refused = refused(writes, e);
      if (refused.isEmpty()) {
        throw e;
      }
      return new WriteResult.Refused(Optional.empty(), refused);
    }
  }

  /** The records whose conditions failed; empty when anything else stood in the way. */
  private static List<Key> refused(List<Write> writes, TransactionCanceledException e) {
    List<CancellationReason> reasons = e.cancellationReasons();
    boolean onlyConditions =
        reasons.stream().allMatch(r -> FAILED.equals(r.code()) || PASSED.equals(r.code()));
    List<Key> refused = new ArrayList<>();
    IntStream.range(0, Math.min(reasons.size(), writes.size()))
        .filter(i -> FAILED.equals(reasons.get(i).code()))
        .forEach(i -> refused.add(writes.get(i).key()));
    return onlyConditions ? refused : List.of();
  }

  private TransactWriteItem part(Write write) {
    Expression expression = new Expression();
    String table = table(write);
    return switch (write) {
      case Write.Put put -> {
        String condition = expression.condition(put.expect()).orElse(null);
        yield TransactWriteItem.builder()
            .put(
                p ->
                    p.tableName(table)
                        .item(Items.of(put.item()))
                        .conditionExpression(condition)
                        .expressionAttributeNames(orNull(expression.names()))
                        .expressionAttributeValues(orNull(expression.values())))
            .build();
      }
      case Write.Update update -> {
        String text = expression.update(update);
        String condition = expression.condition(update.expect()).orElse(null);
        yield TransactWriteItem.builder()
            .update(
                u ->
                    u.tableName(table)
                        .key(TableNames.key(update.key()))
                        .updateExpression(text)
                        .conditionExpression(condition)
                        .expressionAttributeNames(expression.names())
                        .expressionAttributeValues(expression.values()))
            .build();
      }
      case Write.Delete delete -> {
        String condition = expression.condition(delete.expect()).orElse(null);
        yield TransactWriteItem.builder()
            .delete(
                d ->
                    d.tableName(table)
                        .key(TableNames.key(delete.key()))
                        .conditionExpression(condition)
                        .expressionAttributeNames(orNull(expression.names()))
                        .expressionAttributeValues(orNull(expression.values())))
            .build();
      }
      case Write.Check check -> {
        String condition = expression.condition(check.expect()).orElseThrow();
        yield TransactWriteItem.builder()
            .conditionCheck(
                c ->
                    c.tableName(table)
                        .key(TableNames.key(check.key()))
                        .conditionExpression(condition)
                        .expressionAttributeNames(expression.names())
                        .expressionAttributeValues(orNull(expression.values())))
            .build();
      }
    };
  }

  private static <V> @org.jspecify.annotations.Nullable Map<String, V> orNull(
      Map<String, V> placeholders) {
    return placeholders.isEmpty() ? null : placeholders;
  }

  private String table(Write write) {
    return tables.of(write.key().table());
  }
}
