package io.quorate.localcloud;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.localcloud.faults.FaultAction;
import io.quorate.localcloud.faults.FaultRule;
import io.quorate.localcloud.wire.Glob;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.s3.S3Client;

/** Each fault as its victim sees it, and what it leaves behind. */
class FaultsTest {
  private static LocalCloud cloud;
  private static DynamoDbClient agent;
  private static DynamoDbClient operator;

  @BeforeAll
  static void start() throws IOException {
    cloud = LocalCloud.start(LocalCloudConfig.inMemory());
    QuorateResources.createOn(cloud);
    agent = AwsClients.of(cloud, "agent-i-1").dynamoDb();
    operator = AwsClients.of(cloud, "operator").dynamoDb();
  }

  @AfterAll
  static void stop() throws IOException {
    agent.close();
    operator.close();
    cloud.close();
  }

  @BeforeEach
  void calm() {
    cloud.faults().clear();
    cloud.requests().clear();
    operator.putItem(p -> p.tableName(QuorateResources.NODES_TABLE).item(row("0")));
  }

  @Test
  void anErrorIsTheServicesOwnAndNothingIsDone() {
    cloud.faults().add(onUpdates(new FaultAction.Fail(500, "InternalServerError")));
    assertThatThrownBy(() -> increment(agent))
        .isInstanceOfSatisfying(
            AwsServiceException.class, e -> assertThat(e.statusCode()).isEqualTo(500));
    assertThat(count()).isEqualTo("0");
  }

  @Test
  void aThrottleIsRecognisedAsOneByTheSdk() {
    cloud.faults().add(FaultRule.always("slow", new FaultAction.Throttle()));
    assertThatThrownBy(() -> increment(agent))
        .isInstanceOfSatisfying(
            AwsServiceException.class, e -> assertThat(e.isThrottlingException()).isTrue());
    try (S3Client s3 = AwsClients.of(cloud, "agent-i-1").s3()) {
      assertThatThrownBy(() -> s3.listBuckets())
          .isInstanceOfSatisfying(
              AwsServiceException.class, e -> assertThat(e.isThrottlingException()).isTrue());
    }
  }

  @Test
  void aDropBeforeLeavesNothingAndADropAfterLeavesAWriteThatNobodyConfirmed() {
    cloud.faults().add(onUpdates(new FaultAction.DropBefore()));
    assertThatThrownBy(() -> increment(agent)).isInstanceOf(SdkClientException.class);
    assertThat(count()).isEqualTo("0");
    cloud.faults().add(onUpdates(new FaultAction.DropAfter()));
    assertThatThrownBy(() -> increment(agent)).isInstanceOf(SdkClientException.class);
    assertThat(count()).isEqualTo("1");
  }

  @Test
  void aDuplicateIsCarriedOutTwice() {
    cloud.faults().add(onUpdates(new FaultAction.Duplicate()));
    increment(agent);
    assertThat(count()).isEqualTo("2");
  }

  @Test
  void aDelayComesBeforeTheNextFault() {
    cloud.faults().add(onUpdates(new FaultAction.Delay(Duration.ofMillis(200))));
    cloud.faults().add(FaultRule.always("then", new FaultAction.DropBefore()).onOperation("Up*"));
    long before = System.nanoTime();
    assertThatThrownBy(() -> increment(agent)).isInstanceOf(SdkClientException.class);
    assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThanOrEqualTo(ofMillis(200));
  }

  private static Duration ofMillis(long millis) {
    return Duration.ofMillis(millis);
  }

  @Test
  void aRuleIsUsedUp() {
    cloud.faults().add(onUpdates(new FaultAction.Throttle()).times(2));
    assertThatThrownBy(() -> increment(agent)).isInstanceOf(DynamoDbException.class);
    assertThatThrownBy(() -> increment(agent)).isInstanceOf(DynamoDbException.class);
    increment(agent);
    assertThat(cloud.faults().rules()).isEmpty();
  }

  @Test
  void aRuleMayNameOneTable() {
    cloud
        .faults()
        .add(FaultRule.always("nodes", new FaultAction.Throttle()).onResource("quorate-nodes"));
    assertThatThrownBy(() -> increment(agent)).isInstanceOf(DynamoDbException.class);
    assertThatCode(() -> operator.scan(s -> s.tableName(QuorateResources.CLUSTERS_TABLE)))
        .doesNotThrowAnyException();
  }

  @Test
  void whoIsCutOffReachesNothingAndTheOthersAll() {
    cloud.faults().cutOff("agent-i-1");
    assertThatThrownBy(() -> increment(agent)).isInstanceOf(SdkClientException.class);
    increment(operator);
    cloud.faults().reconnect("agent-i-1");
    increment(agent);
    assertThat(count()).isEqualTo("2");
  }

  @Test
  void requestsAreCountedByPrincipalServiceAndOperationEvenWhenDropped() throws Exception {
    cloud.requests().clear();
    increment(agent);
    cloud.faults().cutOff("agent-*");
    assertThatThrownBy(() -> increment(agent)).isInstanceOf(SdkClientException.class);
    assertThat(cloud.requests().count(Glob.of("agent-*"), Glob.ANY, Glob.of("UpdateItem")))
        .isEqualTo(2);
    assertThat(admin("GET", "/_cloud/requests", ""))
        .contains("\"agent-i-1\"", "\"dynamodb\"", "\"UpdateItem\"");
    admin("DELETE", "/_cloud/requests", "");
    assertThat(cloud.requests().snapshot()).isEmpty();
  }

  @Test
  void faultsCanBeSetOverHttp() throws Exception {
    String rule =
        """
        {"id": "x", "principal": "agent-*", "operation": "UpdateItem", "action": "ERROR",
         "status": 400, "code": "AccessDeniedException", "remaining": 1}""";
    assertThat(admin("POST", "/_cloud/faults", rule)).contains("\"x\"");
    assertThat(admin("GET", "/_cloud/faults", "")).contains("\"AccessDeniedException\"");
    assertThatThrownBy(() -> increment(agent)).hasMessageContaining("injected");
    increment(agent);
    admin("POST", "/_cloud/faults", rule);
    assertThat(admin("DELETE", "/_cloud/faults/x", "")).contains("\"removed\"");
    assertThat(cloud.faults().rules()).isEmpty();
    assertThat(admin("POST", "/_cloud/faults", "{\"action\": \"EXPLODE\"}"))
        .contains("EXPLODE", "expected ERROR, THROTTLE");
    assertThat(admin("POST", "/_cloud/faults", "{\"action\": \"DROP\", \"chance\": 1}"))
        .contains("unknown field", "chance");
  }

  private static String admin(String method, String path, String body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(cloud.endpoint().resolve(path))
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .build();
    try (HttpClient http = HttpClient.newHttpClient()) {
      return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }
  }

  private static FaultRule onUpdates(FaultAction action) {
    return FaultRule.always("updates", action)
        .forPrincipal("agent-*")
        .onService("dynamodb")
        .onOperation("UpdateItem");
  }

  private static void increment(DynamoDbClient db) {
    db.updateItem(
        u ->
            u.tableName(QuorateResources.NODES_TABLE)
                .key(Map.of("cluster", s("c"), "instance", s("i")))
                .updateExpression("SET n = n + :one")
                .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1"))));
  }

  private static String count() {
    return operator
        .getItem(
            g ->
                g.tableName(QuorateResources.NODES_TABLE)
                    .key(Map.of("cluster", s("c"), "instance", s("i")))
                    .consistentRead(true))
        .item()
        .getOrDefault("n", s("none"))
        .n();
  }

  private static Map<String, AttributeValue> row(String n) {
    return Map.of("cluster", s("c"), "instance", s("i"), "n", AttributeValue.fromN(n));
  }

  private static AttributeValue s(String value) {
    return AttributeValue.fromS(value);
  }
}
