package io.quorate.deployment;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.dynamodb.DynamoDbRecordStore;
import io.quorate.dynamodb.TableNames;
import io.quorate.localcloud.LocalCloud;
import io.quorate.localcloud.LocalCloudConfig;
import io.quorate.localcloud.LocalStackAvailable;
import io.quorate.localcloud.LocalStackCloud;
import io.quorate.localcloud.QuorateResources;
import io.quorate.localcloud.compute.LocalCompute;
import io.quorate.localcloud.instance.LaunchTemplate;
import io.quorate.localcloud.lambda.InvocationResult;
import io.quorate.localcloud.lambda.LambdaFunction;
import io.quorate.localcloud.lambda.LambdaHost;
import io.quorate.model.ClusterName;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.RecordStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * The real function, its Micronaut context in a JVM of its own, with its tables and its bucket on
 * LocalStack. Auto Scaling and EC2, which LocalStack sells only, are the local cloud's, whose
 * DynamoDB and S3 refuse every call.
 */
@LocalStackAvailable
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FunctionOnLocalStackTest {
  private final String cluster = "stack-" + UUID.randomUUID().toString().substring(0, 8);

  private LocalStackCloud stack;
  private LocalCloud cloud;
  private SdkClients clients;
  private LambdaHost host;

  @BeforeAll
  void deploy(@TempDir Path home) throws IOException {
    stack = LocalStackCloud.start();
    QuorateResources.createOn(stack);
    clients = new SdkClients(stack, Principals.ADMINISTRATOR);
    cloud = LocalCloud.start(LocalCloudConfig.inMemory());
    LambdaFunction deployed = ArtifactUnderTest.on(cloud, home);
    Map<String, String> environment = new HashMap<>(deployed.environment());
    environment.put("AWS_ENDPOINT_URL_DYNAMODB", stack.endpoint().toString());
    environment.put("AWS_ENDPOINT_URL_S3", stack.endpoint().toString());
    for (String service : List.of("dynamodb", "s3")) {
      cloud.faults().add(DeployedArtifact.down(service, "*"));
    }
    LocalCompute compute = LocalCompute.on(cloud, home, settings -> settings.withAddressBlock(151));
    compute.fleet().template(cluster, LaunchTemplate.running(List.of("true")));
    host = compute.host(deployed.withEnvironment(environment));
    DeployedArtifact.group(cloud, cluster, cluster);
  }

  @AfterAll
  void close() throws IOException {
    cloud.close();
    clients.close();
    stack.close();
  }

  @Test
  void storesASpecAndTakesTurnsOfItsCluster() throws Exception {
    assertThat(invoke(spec("one"))).contains("\"result\":\"created\"");
    assertThat(invoke(spec("one"))).contains("\"result\":\"unchanged\"");
    assertThat(store().read(List.of(Keys.spec(new ClusterName(cluster))))).hasSize(1);

    Map<Key, Item> before = lease();
    assertThat(invoke(DeployedArtifact.SCHEDULE)).isEqualTo("{\"batchItemFailures\":[]}");
    assertThat(lease()).hasSize(1).isNotEqualTo(before);
    assertThat(store().read(List.of(Keys.status(new ClusterName(cluster)))))
        .as("a turn ends with the status that it wrote")
        .hasSize(1);
  }

  @Test
  void refusesASecondOwner() throws Exception {
    invoke(spec("one"));
    InvocationResult refused = result(spec("two"));

    assertThat(refused.succeeded()).isFalse();
    assertThat(refused.text()).contains("managed by another block");
  }

  private String spec(String owner) {
    return """
    {"source": "quorate.terraform", "owner": "%s", "tf": {"action": "create"},
     "spec": {"name": "%s", "etcd": {"version": "3.5"}}}\
    """
        .formatted(owner, cluster);
  }

  private Map<Key, Item> lease() {
    return store().read(List.of(Keys.lease(new ClusterName(cluster))));
  }

  private RecordStore store() {
    return new DynamoDbRecordStore(
        clients.dynamoDb(),
        new TableNames(QuorateResources.CLUSTERS_TABLE, QuorateResources.NODES_TABLE));
  }

  private String invoke(String event) throws Exception {
    InvocationResult result = result(event);
    assertThat(result.succeeded()).as(result.text()).isTrue();
    return result.text();
  }

  private InvocationResult result(String event) throws Exception {
    return host.invoke(event.getBytes(UTF_8)).get(90, TimeUnit.SECONDS);
  }
}
