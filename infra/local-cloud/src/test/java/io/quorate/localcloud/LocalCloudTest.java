package io.quorate.localcloud;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.localcloud.compute.Eventually;
import io.quorate.localcloud.wire.HttpReply;
import io.quorate.localcloud.wire.ServiceEndpoint;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Starting, stopping, starting again, and being extended. */
class LocalCloudTest {
  @Test
  void aRestartOnItsFolderKeepsTablesAndObjects(@TempDir Path home) throws Exception {
    LocalCloudConfig config = LocalCloudConfig.inMemory().withHome(home);
    Map<String, AttributeValue> item =
        Map.of("cluster", AttributeValue.fromS("c"), "record", AttributeValue.fromS("spec"));
    try (LocalCloud cloud = LocalCloud.start(config)) {
      QuorateResources.createOn(cloud);
      try (DynamoDbClient db = AwsClients.of(cloud, "operator").dynamoDb();
          S3Client s3 = AwsClients.of(cloud, "operator").s3()) {
        db.putItem(p -> p.tableName(QuorateResources.CLUSTERS_TABLE).item(item));
        s3.putObject(
            p -> p.bucket(QuorateResources.BUCKET).key("lineage/1"), RequestBody.fromString("1"));
      }
    }
    try (LocalCloud cloud = LocalCloud.start(config)) {
      QuorateResources.createOn(cloud);
      try (DynamoDbClient db = AwsClients.of(cloud, "operator").dynamoDb();
          S3Client s3 = AwsClients.of(cloud, "operator").s3()) {
        assertThat(db.getItem(g -> g.tableName(QuorateResources.CLUSTERS_TABLE).key(item)).item())
            .isEqualTo(item);
        assertThatThrownBy(
                () ->
                    s3.putObject(
                        p -> p.bucket(QuorateResources.BUCKET).key("lineage/1").ifNoneMatch("*"),
                        RequestBody.fromString("2")))
            .hasMessageContaining("412");
      }
    }
  }

  @Test
  void closingDoesNotWaitForALongPollUnderWay() throws Exception {
    LocalCloud cloud = LocalCloud.start(LocalCloudConfig.inMemory());
    String queue = QuorateResources.createOn(cloud).queueUrl();
    CountDownLatch asks = new CountDownLatch(1);
    try (SqsClient sqs = AwsClients.of(cloud, "poller").sqs()) {
      Thread poller =
          Thread.ofVirtual()
              .start(
                  () -> {
                    asks.countDown();
                    assertThatThrownBy(
                            () -> sqs.receiveMessage(r -> r.queueUrl(queue).waitTimeSeconds(20)))
                        .isInstanceOf(SdkException.class);
                  });
      asks.await();
      Eventually.until("the poll", () -> polls(cloud));

      Instant began = Instant.now();
      cloud.close();

      assertThat(Duration.between(began, Instant.now())).isLessThan(Duration.ofSeconds(8));
      poller.interrupt();
      poller.join();
    }
  }

  private static boolean polls(LocalCloud cloud) {
    return cloud.requests().snapshot().keySet().stream()
        .anyMatch(line -> line.operation().equals("ReceiveMessage"));
  }

  @Test
  void nothingKeepsTheJvmAliveOnceClosed() throws Exception {
    Set<Thread> before = keepingAlive();
    LocalCloud cloud = LocalCloud.start(LocalCloudConfig.inMemory());
    QuorateResources.createOn(cloud);
    cloud.close();
    Instant deadline = Instant.now().plus(Duration.ofSeconds(30));
    Set<Thread> left = keepingAlive();
    while (!before.containsAll(left) && Instant.now().isBefore(deadline)) {
      for (Thread thread : left) {
        if (!before.contains(thread)) {
          thread.join(Duration.ofSeconds(1));
        }
      }
      left = keepingAlive();
    }
    assertThat(before).containsAll(left);
  }

  private static Set<Thread> keepingAlive() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> !thread.isDaemon())
        .collect(Collectors.toSet());
  }

  @Test
  void aPortThatIsTakenIsNamedInTheError() throws Exception {
    try (LocalCloud first = LocalCloud.start(LocalCloudConfig.inMemory())) {
      int port = first.endpoint().getPort();
      assertThatThrownBy(() -> LocalCloud.start(LocalCloudConfig.inMemory().withPort(port)))
          .isInstanceOf(IOException.class)
          .cause()
          .hasMessageContaining("cannot listen on 127.0.0.1:" + port);
    }
  }

  @Test
  void servicesAndAdminPathsCanBeAdded() throws Exception {
    try (LocalCloud cloud = LocalCloud.start(LocalCloudConfig.inMemory())) {
      ServiceEndpoint echo =
          call ->
              new HttpReply(200, Map.of(), (call.principal() + " " + call.path()).getBytes(UTF_8));
      cloud.register("scheduler", echo);
      cloud.registerAdmin("/_cloud/instances", echo);
      HttpRequest signed =
          HttpRequest.newBuilder(cloud.endpoint().resolve("/schedules"))
              .header(
                  "Authorization",
                  "AWS4-HMAC-SHA256 Credential=agent-i-1/20260101/us-east-1/scheduler/aws4_request")
              .build();
      assertThat(send(signed)).isEqualTo("agent-i-1 /schedules");
      assertThat(get(cloud.endpoint().resolve("/_cloud/instances/i-1")))
          .isEqualTo("anonymous /_cloud/instances/i-1");
      assertThat(get(cloud.endpoint().resolve("/_cloud/nothing"))).contains("/_cloud/faults");
      assertThat(cloud.requests().snapshot()).hasSize(1);
    }
  }

  @Test
  void sqsIsSpokenInItsOlderProtocolToo() throws Exception {
    try (LocalCloud cloud = LocalCloud.start(LocalCloudConfig.inMemory())) {
      String url = QuorateResources.createOn(cloud).queueUrl();
      HttpRequest send =
          HttpRequest.newBuilder(URI.create(url))
              .header("Content-Type", "application/x-www-form-urlencoded")
              .POST(
                  HttpRequest.BodyPublishers.ofString(
                      "Action=SendMessage&Version=2012-11-05&MessageBody=hi&QueueUrl=" + url))
              .build();
      assertThat(send(send)).contains("<SendMessageResponse");
    }
  }

  @Test
  void aBucketMayBeInTheHostsName() throws Exception {
    try (LocalCloud cloud = LocalCloud.start(LocalCloudConfig.inMemory())) {
      QuorateResources.createOn(cloud);
      try (S3Client s3 = AwsClients.of(cloud, "operator").s3()) {
        s3.putObject(p -> p.bucket(QuorateResources.BUCKET).key("k"), RequestBody.fromString("v"));
      }
      int port = cloud.endpoint().getPort();
      assertThat(getRaw(port, "quorate-snapshots.127.0.0.1:" + port, "/k")).endsWith("\r\n\r\nv");
      assertThat(getRaw(port, "quorate-snapshots.localhost:" + port, "/k")).endsWith("\r\n\r\nv");
      assertThat(getRaw(port, "127.0.0.1:" + port, "/k")).contains("NoSuchBucket");
    }
  }

  /** A client that resolves no names. */
  private static String getRaw(int port, String host, String path) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket
          .getOutputStream()
          .write(
              "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n"
                  .formatted(path, host)
                  .getBytes(UTF_8));
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    }
  }

  private static String get(URI uri) throws Exception {
    return send(HttpRequest.newBuilder(uri).build());
  }

  private static String send(HttpRequest request) throws Exception {
    try (HttpClient http = HttpClient.newHttpClient()) {
      return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }
  }
}
