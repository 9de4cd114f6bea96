package io.quorate.localcloud.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.quorate.localcloud.AwsClients;
import io.quorate.localcloud.LocalCloud;
import io.quorate.localcloud.LocalCloudConfig;
import io.quorate.localcloud.compute.Eventually;
import io.quorate.localcloud.compute.LocalCompute;
import io.quorate.localcloud.events.EventPattern;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** Functions through AWS's own runtime interface client, and what invokes them. */
class LambdaTest {
  @TempDir Path home;
  private LocalCloud cloud;
  private LocalCompute compute;
  private LambdaHost host;

  @BeforeEach
  void start() throws Exception {
    cloud = LocalCloud.start(LocalCloudConfig.inMemory());
    compute = LocalCompute.on(cloud, home, settings -> settings.withAddressBlock(110));
    host = compute.host(function());
  }

  @AfterEach
  void stop() throws Exception {
    cloud.close();
  }

  private LambdaFunction function() {
    Path classes = Path.of(URI.create(String.valueOf(TestFunction.class.getResource("/"))));
    return LambdaFunction.java(
            "test",
            "io.quorate.localcloud.lambda.TestFunction::handle",
            List.of(classes),
            List.of("-XX:+UseSerialGC", "-Xmx64m", "-XX:TieredStopAtLevel=1"))
        .withEnvironment(Map.of("NOTES", home.resolve("notes").toString()));
  }

  private List<String> notes() throws Exception {
    Path notes = home.resolve("notes");
    return Files.exists(notes) ? Files.readAllLines(notes) : List.of();
  }

  private CompletableFuture<InvocationResult> invoke(String json) {
    return host.invoke(json.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void environmentsShareNoNativeLibraryThatAnotherMayOverwrite() throws Exception {
    Path maps = Path.of("/proc");
    assumeTrue(Files.exists(maps), "no /proc here to see a process's libraries in");
    invoke("{}").join();
    long pid = host.environments().get(0).pid();
    assertThat(Files.readString(maps.resolve(pid + "/maps")))
        .contains("libaws-lambda-jni.")
        .doesNotContain("/tmp/.libaws-lambda-jni");
  }

  @Test
  void keepsAndFreezesAnEnvironmentBetweenInvocations() throws Exception {
    assertThat(invoke("{}").join().text()).contains("\"count\":1").contains("us-east-1");
    Eventually.until("frozen", () -> host.environments().get(0).frozen());
    assertThat(invoke("{}").join().text()).contains("\"count\":2");

    InvocationResult failed = invoke("{\"do\":\"fail\"}").join();
    assertThat(failed.outcome()).isEqualTo(InvocationOutcome.FAILED);
    assertThat(failed.text()).contains("as asked");
    assertThat(host.environments()).hasSize(1);

    assertThat(invoke("{\"do\":\"exit\"}").join().outcome()).isEqualTo(InvocationOutcome.CRASHED);
    assertThat(invoke("{}").join().text()).contains("\"count\":1");
  }

  @Test
  void endsWhatTakesTooLongAndWhatIsKilled() throws Exception {
    host = compute.host(function().withLimits(Duration.ofSeconds(3), 1));
    CompletableFuture<InvocationResult> slow = invoke("{\"do\":\"sleep\"}");
    assertThat(invoke("{}").join().outcome()).isEqualTo(InvocationOutcome.THROTTLED);
    assertThat(slow.join().outcome()).isEqualTo(InvocationOutcome.TIMED_OUT);
    assertThat(slow.join().text()).contains("timed out after 3.00 seconds");
    Eventually.until("gone", () -> host.environments().isEmpty());

    host = compute.host(function());
    CompletableFuture<InvocationResult> killed = invoke("{\"do\":\"sleep\"}");
    Eventually.until("sleeps", () -> notes().size() == 2);
    host.kill(host.environments().get(0).id());
    assertThat(killed.join().outcome()).isEqualTo(InvocationOutcome.CRASHED);
  }

  @Test
  void deliversMessagesAndKeepsThoseThatFailed() throws Exception {
    // A first start that takes longer than the messages are hidden has them come twice.
    invoke("{}").join();
    try (SqsClient sqs = AwsClients.of(cloud, "test").sqs()) {
      String url =
          sqs.createQueue(
                  q ->
                      q.queueName("events")
                          .attributes(Map.of(QueueAttributeName.VISIBILITY_TIMEOUT, "4")))
              .queueUrl();
      String arn = "arn:aws:sqs:us-east-1:000000000000:events";
      sqs.sendMessage(m -> m.queueUrl(url).messageBody("good"));
      sqs.sendMessage(m -> m.queueUrl(url).messageBody("bad"));
      try (SqsPoller poller =
          new SqsPoller(sqs, new SqsPoller.Source(url, arn, 10, 2, true), host)) {
        assertThat(poller).isNotNull();
        Eventually.until(
            "the failing one comes again",
            () -> notes().stream().filter("bad"::equals).count() >= 2);
      }
      assertThat(notes()).containsOnlyOnce("good");
    }
  }

  @Test
  void deliversFilteredStreamRecordsAndGivesUpWhatKeepsFailing() throws Exception {
    AwsClients clients = AwsClients.of(cloud, "test");
    List<String> givenUp = new CopyOnWriteArrayList<>();
    try (DynamoDbClient db = clients.dynamoDb();
        DynamoDbStreamsClient streams = clients.with(DynamoDbStreamsClient.builder()).build()) {
      String stream = table(db);
      StreamSource source =
          StreamSource.of(
                  stream,
                  EventPattern.parse(
                      "{\"dynamodb\":{\"NewImage\":{\"alert\":{\"S\":[{\"exists\":true}]}}}}"))
              .givingUpAfter(1, true, givenUp::add);
      try (StreamPoller poller = new StreamPoller(streams, source, host)) {
        assertThat(poller).isNotNull();
        AttributeValue empty = AttributeValue.fromM(Map.of());
        put(db, "plain", Map.of("outcome", AttributeValue.fromM(Map.of("values", empty))));
        put(db, "bad", Map.of("alert", AttributeValue.fromS("x")));
        put(db, "loud", Map.of("alert", AttributeValue.fromS("x")));
        Eventually.until(
            "the last", () -> notes().stream().anyMatch(note -> note.contains("loud")));
        Eventually.until("given up", () -> givenUp.size() == 1);
      }
    }
    assertThat(givenUp.get(0)).contains("DDBStreamBatchInfo").contains("\"batchSize\":1");
    assertThat(notes()).noneMatch(note -> note.contains("plain"));
  }

  private static String table(DynamoDbClient db) {
    return db.createTable(
            t ->
                t.tableName("nodes")
                    .billingMode(BillingMode.PAY_PER_REQUEST)
                    .attributeDefinitions(
                        AttributeDefinition.builder()
                            .attributeName("id")
                            .attributeType("S")
                            .build())
                    .keySchema(
                        KeySchemaElement.builder()
                            .attributeName("id")
                            .keyType(KeyType.HASH)
                            .build())
                    .streamSpecification(
                        s ->
                            s.streamEnabled(true)
                                .streamViewType(StreamViewType.NEW_AND_OLD_IMAGES)))
        .tableDescription()
        .latestStreamArn();
  }

  private static void put(DynamoDbClient db, String id, Map<String, AttributeValue> more) {
    Map<String, AttributeValue> item = new java.util.HashMap<>(more);
    item.put("id", AttributeValue.fromS(id));
    db.putItem(p -> p.tableName("nodes").item(item));
  }

  @Test
  void answersTheInvokeApi() throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(cloud.endpoint().resolve("/2015-03-31/functions/test/invocations"))
            .header(
                "Authorization",
                "AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/lambda/aws4_request, SignedHeaders=host, Signature=0")
            .POST(HttpRequest.BodyPublishers.ofString("{\"do\":\"fail\"}"))
            .build();
    try (HttpClient http = HttpClient.newHttpClient()) {
      HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.headers().firstValue("X-Amz-Function-Error")).contains("Unhandled");
    }
  }

  @Test
  void firesSchedules() throws Exception {
    try (Schedule schedule =
        new Schedule(
            host, compute.async(), compute.origin(), "every-minute", Duration.ofHours(1))) {
      schedule.fire();
      Eventually.until(
          "invoked", () -> host.environments().stream().anyMatch(EnvironmentView::frozen));
    }
  }
}
