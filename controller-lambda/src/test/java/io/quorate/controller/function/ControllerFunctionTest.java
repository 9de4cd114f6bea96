package io.quorate.controller.function;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micronaut.context.ApplicationContext;
import io.micronaut.context.annotation.Property;
import io.micronaut.test.annotation.MockBean;
import io.micronaut.test.extensions.junit5.annotation.MicronautTest;
import io.quorate.codec.Codecs;
import io.quorate.memory.InMemoryRecordStore;
import io.quorate.model.ClusterName;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.RecordStore;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.SdkHttpClient;

/** The function as Micronaut puts it together, called as Lambda calls it; AWS refuses all calls. */
@MicronautTest(startApplication = false)
@Property(name = "quorate.clusters-table", value = "our-clusters")
@Property(name = "quorate.nodes-table", value = "our-nodes")
@Property(name = "quorate.bucket", value = "our-snapshots")
@Property(name = "aws.region", value = "eu-south-2")
class ControllerFunctionTest {
  private static final Key LEASE = Keys.lease(new ClusterName("a"));
  private static final String SPEC =
      """
      {"source": "quorate.terraform", "owner": "one", "tf": {"action": "create"},
       "spec": {"name": "a", "group": "group-a", "etcd": {"version": "3.5"}}}""";

  @Inject ApplicationContext context;
  @Inject RecordStore store;

  @MockBean(RecordStore.class)
  @Singleton
  RecordStore store() {
    return new InMemoryRecordStore();
  }

  @MockBean(SdkHttpClient.class)
  @Singleton
  SdkHttpClient http() {
    return new RefusingHttp();
  }

  @MockBean(AwsCredentialsProvider.class)
  @Singleton
  AwsCredentialsProvider credentials() {
    return StaticCredentialsProvider.create(AwsBasicCredentials.create("id", "secret"));
  }

  @Test
  void terraformsSpecIsStored() throws IOException {
    assertThat(call(SPEC.replace("\"a\"", "\"b\"").replace("group-a", "group-b")))
        .contains("\"result\":\"created\"");
    assertThat(store.read(List.of(Keys.spec(new ClusterName("b"))))).hasSize(1);
  }

  @Test
  void aSpecThatIsRefusedFailsTheInvocation() {
    assertThatThrownBy(() -> call(SPEC.replace("3.5", "2")))
        .isInstanceOf(SpecRefusedException.class)
        .hasMessageContaining("etcd.version");
  }

  @Test
  void theScheduleTakesATurnOfEveryCluster() throws IOException {
    call(SPEC);
    Map<Key, Item> before = lease();

    assertThat(call(fixture("schedule.json"))).isEqualTo("{\"batchItemFailures\":[]}");
    assertThat(lease()).hasSize(1).isNotEqualTo(before);
  }

  @Test
  void theClientsTellEachTurnWhichCallsAwsRefused() throws IOException {
    call(SPEC);

    call(fixture("schedule.json"));

    Item stored = requireNonNull(lease().get(LEASE));
    assertThat(Codecs.LEASE.read(stored.attributes(), "lease").unanswered())
        .containsKey("AutoScaling DescribeAutoScalingGroups");
  }

  @Test
  void theStreamTakesATurnOfItsCluster() throws IOException {
    call(SPEC);
    Map<Key, Item> before = lease();

    call(fixture("stream.json"));

    assertThat(lease()).hasSize(1).isNotEqualTo(before);
  }

  @Test
  void aMessageWhoseGroupCouldNotBeLearntComesAgain() throws IOException {
    call(SPEC);
    Map<Key, Item> before = lease();

    assertThat(call(fixture("queue.json"))).contains("{\"itemIdentifier\":\"m-2\"}");
    assertThat(lease()).hasSize(1).isNotEqualTo(before);
  }

  @Test
  void whatNobodyKnowsTakesNoTurn() throws IOException {
    call(SPEC);
    Map<Key, Item> before = lease();

    assertThat(call("[]")).isEqualTo("{\"batchItemFailures\":[]}");
    assertThat(lease()).isEqualTo(before);
  }

  @Test
  void everyMissingOrUnusableSettingIsNamed() {
    try (ApplicationContext bare =
        ApplicationContext.builder()
            .deduceEnvironment(false)
            .environmentPropertySource(false)
            .properties(
                Map.of(
                    "quorate.clusters-table", "clusters",
                    "quorate.bucket", " ",
                    "quorate.log-format", "xml",
                    "quorate.log-level", "loud",
                    "quorate.metrics", "all",
                    "quorate.sweep-invocations", "1000"))
            .start()) {
      assertThatThrownBy(() -> new ControllerFunction(bare))
          .hasStackTraceContaining(
              """
              environment: [QUORATE_NODES_TABLE, QUORATE_BUCKET] not set, expected names; set them on the Lambda function
              QUORATE_LOG_FORMAT is 'xml', expected text or json; correct it on the Lambda function or remove it
              QUORATE_LOG_LEVEL is 'loud', expected error, warn, info, debug or trace; correct it on the Lambda function or remove it
              QUORATE_METRICS is 'all', expected attention or full; correct it on the Lambda function or remove it
              QUORATE_SWEEP_INVOCATIONS is '1000', expected a whole number from 1 to 100; correct it on the Lambda function or remove it""");
    }
  }

  @Test
  void namesItsClockAtTheFirstTurnAndNotWhenSnapStartTakesItsSnapshot() throws IOException {
    try (ApplicationContext fresh =
        ApplicationContext.builder()
            .deduceEnvironment(false)
            .environmentPropertySource(false)
            .properties(
                Map.of(
                    "quorate.clusters-table", "clusters",
                    "quorate.nodes-table", "nodes",
                    "quorate.bucket", "snapshots",
                    "aws.region", "eu-south-2"))
            .start()) {
      assertThat(new ControllerFunction(fresh)).isNotNull();
      ClockName ofTheSnapshot = fresh.getBean(ClockName.class);
      assertThat(ofTheSnapshot.made()).isFalse();
      assertThat(ofTheSnapshot.get()).isEqualTo(ofTheSnapshot.get());
    }
    call(SPEC);
    call(fixture("schedule.json"));
    assertThat(context.getBean(ClockName.class).made()).isTrue();
  }

  /** Each turn takes it with a token of its own. */
  private Map<Key, Item> lease() {
    return store.read(List.of(LEASE));
  }

  private String call(String payload) throws IOException {
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    new ControllerFunction(context)
        .handleRequest(
            new ByteArrayInputStream(payload.getBytes(UTF_8)), answer, new FakeLambdaContext());
    return answer.toString(UTF_8);
  }

  private static String fixture(String name) throws IOException {
    try (InputStream in =
        ControllerFunctionTest.class.getResourceAsStream("/io/quorate/controller/events/" + name)) {
      return new String(requireNonNull(in).readAllBytes(), UTF_8);
    }
  }
}
