package io.quorate.localcloud.gateway;

import io.quorate.localcloud.wire.JsonBody;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a DynamoDB request does. A transaction is authorised item by item, each under its own action
 * on its own table, as DynamoDB does.
 */
record DynamoDbAccess(String tableArnPrefix, PartitionKeys partitionKeys) {
  private static final Pattern EQUALITY = Pattern.compile("([#\\w]+)\\s*=\\s*(:\\w+)");
  private static final Pattern STREAM_ARN = Pattern.compile("arn:[^|]*?/stream/[-:.\\dT]+");

  List<AccessRequest> of(ServiceRequest request) throws IOException {
    JsonBody body = JsonBody.of(request.call());
    List<AccessRequest> parts =
        switch (request.operation()) {
          case "TransactWriteItems", "TransactGetItems" -> transaction(body);
          case "BatchGetItem" -> batchGet(body.object("RequestItems"));
          case "BatchWriteItem" -> batchWrite(body.object("RequestItems"));
          case "Query" -> List.of(query(body));
          case "PutItem" -> List.of(onItem("PutItem", body, "Item"));
          case "GetItem", "UpdateItem", "DeleteItem" ->
              List.of(onItem(request.operation(), body, "Key"));
          case "DescribeStream", "GetShardIterator", "GetRecords" ->
              List.of(onStream(request.operation(), body));
          default -> List.of();
        };
    return parts.isEmpty() ? List.of(onTable(request.operation(), body)) : parts;
  }

  private List<AccessRequest> transaction(JsonBody body) throws IOException {
    Map<String, String> actions =
        Map.of(
            "Put", "PutItem",
            "Update", "UpdateItem",
            "Delete", "DeleteItem",
            "Get", "GetItem",
            "ConditionCheck", "ConditionCheckItem");
    List<AccessRequest> parts = new ArrayList<>();
    for (JsonBody item : body.objects("TransactItems")) {
      for (String kind : item.names()) {
        String action = actions.getOrDefault(kind, kind);
        parts.add(onItem(action, item.object(kind), kind.equals("Put") ? "Item" : "Key"));
      }
    }
    return parts;
  }

  private List<AccessRequest> batchGet(JsonBody tables) throws IOException {
    List<AccessRequest> parts = new ArrayList<>();
    for (String table : tables.names()) {
      List<JsonBody> keys = tables.object(table).objects("Keys");
      parts.add(withKeys("BatchGetItem", table, leadingKeys(table, keys)));
    }
    return parts;
  }

  private List<AccessRequest> batchWrite(JsonBody tables) throws IOException {
    List<AccessRequest> parts = new ArrayList<>();
    for (String table : tables.names()) {
      List<JsonBody> keys = new ArrayList<>();
      for (JsonBody write : tables.objects(table)) {
        keys.add(write.object("PutRequest").object("Item"));
        keys.add(write.object("DeleteRequest").object("Key"));
      }
      parts.add(withKeys("BatchWriteItem", table, leadingKeys(table, keys)));
    }
    return parts;
  }

  private AccessRequest onItem(String action, JsonBody body, String keyField) throws IOException {
    String table = body.text("TableName").orElse("*");
    return withKeys(action, table, leadingKeys(table, List.of(body.object(keyField))));
  }

  private AccessRequest query(JsonBody body) throws IOException {
    String table = body.text("TableName").orElse("*");
    Optional<String> partitionKey = partitionKeys.of(nameOf(table));
    Matcher equality = EQUALITY.matcher(body.text("KeyConditionExpression").orElse(""));
    List<String> keys = new ArrayList<>();
    while (equality.find()) {
      String written = equality.group(1);
      String name = body.object("ExpressionAttributeNames").text(written).orElse(written);
      if (partitionKey.filter(name::equals).isPresent()) {
        JsonBody value = body.object("ExpressionAttributeValues").object(equality.group(2));
        value.text("S").ifPresent(keys::add);
      }
    }
    return withKeys("Query", table, keys);
  }

  private AccessRequest onTable(String action, JsonBody body) {
    return withKeys(action, body.text("TableName").orElse("*"), List.of());
  }

  private AccessRequest onStream(String action, JsonBody body) {
    Optional<String> arn =
        body.text("StreamArn")
            .or(() -> body.text("ShardIterator"))
            .map(STREAM_ARN::matcher)
            .filter(Matcher::find)
            .map(Matcher::group);
    return AccessRequest.of("dynamodb:" + action, arn.orElse("*"));
  }

  private AccessRequest withKeys(String action, String table, List<String> leadingKeys) {
    String resource = table.equals("*") ? "*" : tableArnPrefix + nameOf(table);
    return new AccessRequest(
        "dynamodb:" + action, resource, Map.of("dynamodb:LeadingKeys", leadingKeys));
  }

  private List<String> leadingKeys(String table, List<JsonBody> items) throws IOException {
    Optional<String> partitionKey = partitionKeys.of(nameOf(table));
    return items.stream()
        .flatMap(item -> partitionKey.flatMap(key -> item.object(key).text("S")).stream())
        .toList();
  }

  /** A table may be named by its ARN. */
  private static String nameOf(String table) {
    return table.substring(table.lastIndexOf('/') + 1);
  }
}
