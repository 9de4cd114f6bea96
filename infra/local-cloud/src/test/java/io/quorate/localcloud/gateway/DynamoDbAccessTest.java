package io.quorate.localcloud.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.localcloud.wire.HttpCall;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DynamoDbAccessTest {
  private final DynamoDbAccess access = new DynamoDbAccess("arn:t/", table -> Optional.of("pk"));

  @Test
  void aTransactionIsAskedAboutItemByItem() throws IOException {
    assertThat(
            of(
                "TransactWriteItems",
                """
                {"TransactItems": [
                  {"Put": {"TableName": "a", "Item": {"pk": {"S": "1"}, "x": {"S": "no key"}}}},
                  {"Update": {"TableName": "a", "Key": {"pk": {"S": "2"}}}},
                  {"Delete": {"TableName": "arn:aws:dynamodb:r:1:table/b", "Key": {"pk": {"S": "3"}}}},
                  {"ConditionCheck": {"TableName": "b", "Key": {"pk": {"S": "4"}}}}]}"""))
        .containsExactly(
            "dynamodb:PutItem arn:t/a [1]",
            "dynamodb:UpdateItem arn:t/a [2]",
            "dynamodb:DeleteItem arn:t/b [3]",
            "dynamodb:ConditionCheckItem arn:t/b [4]");
  }

  @Test
  void aBatchIsAskedAboutTableByTable() throws IOException {
    assertThat(
            of(
                "BatchGetItem",
                """
                {"RequestItems": {"a": {"Keys": [{"pk": {"S": "1"}}, {"pk": {"S": "2"}}]},
                                  "b": {"Keys": [{"pk": {"S": "3"}}]}}}"""))
        .containsExactlyInAnyOrder(
            "dynamodb:BatchGetItem arn:t/a [1, 2]", "dynamodb:BatchGetItem arn:t/b [3]");
  }

  @Test
  void aQuerysLeadingKeyIsFoundBehindItsNames() throws IOException {
    assertThat(
            of(
                "Query",
                """
                {"TableName": "a", "KeyConditionExpression": "#c = :c AND begins_with(record, :r)",
                 "ExpressionAttributeNames": {"#c": "pk"},
                 "ExpressionAttributeValues": {":c": {"S": "1"}, ":r": {"S": "2"}}}"""))
        .containsExactly("dynamodb:Query arn:t/a [1]");
  }

  private List<String> of(String operation, String json) throws IOException {
    HttpCall call = new HttpCall("POST", "/", "", Map.of(), json.getBytes(UTF_8), "p");
    return access.of(new ServiceRequest("dynamodb", operation, WireProtocol.JSON, call)).stream()
        .map(
            r -> r.action() + " " + r.resource() + " " + r.conditions().get("dynamodb:LeadingKeys"))
        .toList();
  }
}
