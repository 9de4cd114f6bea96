package io.quorate.localcloud.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.localcloud.wire.Glob;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PolicyBookTest {
  private static final String TABLE = "arn:aws:dynamodb:us-east-1:000000000000:table/";

  private final PolicyBook journalStore = new PolicyBook("eu-west-1");

  @Test
  void whatNoStatementAllowsIsDenied() {
    register(statement("Allow", "dynamodb:Get*", TABLE + "quorate-*", "{}"));
    assertThat(allowed("dynamodb:GetItem", "quorate-nodes")).isTrue();
    assertThat(allowed("DynamoDB:getitem", "quorate-nodes")).as("actions ignore case").isTrue();
    assertThat(allowed("dynamodb:PutItem", "quorate-nodes")).isFalse();
    assertThat(allowed("dynamodb:GetItem", "other")).isFalse();
  }

  @Test
  void aDenyWinsWhereverItStands() {
    register(
        statement("Deny", "dynamodb:DeleteItem", "*", "{}"),
        statement("Allow", "dynamodb:*", "*", "{}"));
    assertThat(allowed("dynamodb:PutItem", "t")).isTrue();
    assertThat(allowed("dynamodb:DeleteItem", "t")).isFalse();
  }

  @Test
  void onePartThatIsNotAllowedDeniesAll() {
    register(statement("Allow", "dynamodb:*", TABLE + "mine", "{}"));
    assertThat(
            journalStore.firstDenied(
                "agent-i-1",
                List.of(
                    AccessRequest.of("dynamodb:PutItem", TABLE + "mine"),
                    AccessRequest.of("dynamodb:ConditionCheckItem", TABLE + "theirs"))))
        .map(AccessRequest::resource)
        .contains(TABLE + "theirs");
  }

  @Test
  void leadingKeysHoldAPrincipalToItsOwnItems() {
    register(
        statement(
            "Allow",
            "dynamodb:*",
            "*",
            "{\"ForAllValues:StringEquals\": {\"dynamodb:LeadingKeys\": [\"mine\"]}}"));
    assertThat(allowedKeys("mine", "mine")).isTrue();
    assertThat(allowedKeys("mine", "theirs")).isFalse();
    assertThat(allowedKeys()).as("as IAM has it, all of none match").isTrue();
  }

  @Test
  void leadingKeysMayBeWild() {
    register(
        statement(
            "Allow",
            "dynamodb:*",
            "*",
            "{\"ForAnyValue:StringLike\": {\"dynamodb:LeadingKeys\": \"team-*\"}}"));
    assertThat(allowedKeys("team-a")).isTrue();
    assertThat(allowedKeys("other")).isFalse();
    assertThat(allowedKeys()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"DateLessThan\": {\"dynamodb:LeadingKeys\": \"x\"}}",
        "{\"StringEquals\": {\"aws:SourceIp\": \"x\"}}"
      })
  void aConditionThatIsNotUnderstoodIsRefusedAndNotOverlooked(String condition) {
    assertThatThrownBy(() -> register(statement("Allow", "*", "*", condition)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("policy condition");
  }

  @Test
  void anUnfilledPlaceholderOrAFieldThatIsNotUnderstoodIsRefused() {
    assertThatThrownBy(() -> register(statement("Allow", "*", "${bucket_arn}", "{}")))
        .hasMessageContaining("${bucket_arn}");
    assertThatThrownBy(() -> PolicyDocument.parse("{\"Statement\": {\"NotAction\": \"*\"}}"))
        .hasMessageContaining("NotAction");
  }

  @Test
  void whoReadsAnEncryptedTableNeedsTheKeyThroughDynamoDb() {
    String key = "arn:aws:kms:eu-west-1:000000000000:key/k";
    String allowed = "{\"StringEquals\": {\"kms:ViaService\": \"%s.eu-west-1.amazonaws.com\"}}";
    journalStore.keys().encrypt(TABLE + "t", key);
    register(
        statement("Allow", "dynamodb:*", "*", "{}"),
        statement("Allow", "kms:GenerateDataKey", key, allowed.formatted("dynamodb")),
        statement("Allow", "kms:*", key, allowed.formatted("s3")));
    assertThat(allowed("dynamodb:GetItem", "t")).as("through S3 only").isFalse();
    assertThat(allowed("dynamodb:DescribeTable", "t")).as("reads no item").isTrue();
    assertThat(allowed("dynamodb:GetItem", "t-2")).as("a table without the key").isTrue();

    register(statement("Allow", "kms:Decrypt", key, allowed.formatted("dynamodb")));
    assertThat(allowed("dynamodb:GetItem", "t")).isTrue();
  }

  private void register(String... statements) {
    journalStore.register(
        Glob.of("agent-*"),
        PolicyDocument.parse("{\"Statement\": [" + String.join(",", statements) + "]}"));
  }

  private static String statement(String effect, String action, String resource, String condition) {
    return """
        {"Effect": "%s", "Action": "%s", "Resource": ["%s"], "Condition": %s}"""
        .formatted(effect, action, resource, condition);
  }

  private boolean allowed(String action, String table) {
    return journalStore
        .firstDenied("agent-i-1", List.of(AccessRequest.of(action, TABLE + table)))
        .isEmpty();
  }

  private boolean allowedKeys(String... keys) {
    var conditions = Map.of("dynamodb:LeadingKeys", List.of(keys));
    return journalStore
        .firstDenied("agent-i-1", List.of(new AccessRequest("dynamodb:PutItem", TABLE, conditions)))
        .isEmpty();
  }
}
