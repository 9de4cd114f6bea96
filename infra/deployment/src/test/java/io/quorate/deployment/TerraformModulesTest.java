package io.quorate.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.quorate.codec.Codecs;
import io.quorate.codec.Samples;
import io.quorate.dynamodb.DynamoDbRecordStore;
import io.quorate.dynamodb.TableNames;
import io.quorate.localcloud.QuorateRights;
import io.quorate.localcloud.events.CloudEvent;
import io.quorate.localcloud.events.EventBus;
import io.quorate.localcloud.instance.LaunchTemplate;
import io.quorate.localcloud.lambda.LambdaFunction;
import io.quorate.localcloud.lambda.SqsPoller;
import io.quorate.localcloud.lambda.StreamSource;
import io.quorate.localcloud.terraform.ControlPlane;
import io.quorate.localcloud.terraform.ControlPlaneModule;
import io.quorate.localcloud.terraform.EtcdClusterModule;
import io.quorate.localcloud.terraform.NodeGroup;
import io.quorate.model.ClusterName;
import io.quorate.model.InstanceId;
import io.quorate.store.Expect;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.Write;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.autoscaling.model.AutoScalingGroup;
import software.amazon.awssdk.services.autoscaling.model.SuspendedProcess;
import software.amazon.awssdk.services.autoscaling.model.TagDescription;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What is deployed here is what the Terraform modules deploy on AWS. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TerraformModulesTest {
  private static final ControlPlaneModule CONTROL_PLANE = ControlPlaneModule.get();
  private static final ControlPlane PLANE = ControlPlane.ofModule();
  private static final EtcdClusterModule CLUSTER = EtcdClusterModule.get();

  private LocalDeployment deployment;
  private Artifacts artifacts;

  @BeforeAll
  void start(@TempDir Path home) throws IOException {
    artifacts =
        new Artifacts(home.resolve("agent"), home.resolve("controller.jar"), home.resolve("etcd"));
    deployment = LocalDeployment.start(DeploymentConfig.at(home).withAddressBlock(155), artifacts);
  }

  @AfterAll
  void close() throws IOException {
    deployment.close();
  }

  @Test
  void theGroupIsTheModules() {
    deployment.createGroup("orders", 0);
    AutoScalingGroup group = group("orders");
    assertThat(List.of(group.minSize(), group.maxSize()))
        .containsExactly(CLUSTER.group().minSize(), CLUSTER.group().maxSize());
    assertThat(group.newInstancesProtectedFromScaleIn())
        .isEqualTo(CLUSTER.group().protectFromScaleIn());
    assertThat(group.healthCheckType()).isEqualTo(CLUSTER.group().healthCheckType());
    assertThat(group.suspendedProcesses().stream().map(SuspendedProcess::processName))
        .containsExactlyInAnyOrderElementsOf(CLUSTER.group().suspendedProcesses());
    assertThat(group.tags())
        .extracting(TagDescription::key, TagDescription::value)
        .contains(
            tuple(CLUSTER.tags().cluster(), "orders"),
            tuple(CLUSTER.tags().controlPlane(), QuorateRights.CONTROL_PLANE));
  }

  private AutoScalingGroup group(String name) {
    return deployment
        .clients()
        .autoScaling()
        .describeAutoScalingGroups(g -> g.autoScalingGroupNames(name))
        .autoScalingGroups()
        .getFirst();
  }

  @Test
  void anAgentIsToldWhatTheModuleTells() {
    LaunchTemplate template =
        AgentTemplate.of(NodeGroup.ofModule("orders", 0, PLANE.names()), artifacts);
    assertThat(template.environment().keySet()).containsAll(CLUSTER.agent().environment().values());
    assertThat(template.environment())
        .containsEntry("QUORATE_CLUSTER", "orders")
        .containsEntry("QUORATE_NODES_TABLE", CONTROL_PLANE.name("nodes_table"))
        .containsEntry("QUORATE_DATA_DIR", "{dir}")
        .containsEntry("QUORATE_ETCD_DIR", artifacts.etcdFolder().toString());
  }

  @Test
  void theFunctionAndItsTriggersAreTheModules() {
    LambdaFunction function = ControllerDeployment.function(PLANE, deployment.config(), artifacts);
    assertThat(function.name()).isEqualTo(CONTROL_PLANE.name("function"));
    assertThat(function.handler()).isEqualTo(CONTROL_PLANE.function().handler());
    assertThat(function.timeout()).isEqualTo(CONTROL_PLANE.function().timeout());
    assertThat(function.command()).containsAll(CONTROL_PLANE.function().javaOptions());
    assertThat(function.environment())
        .containsEntry("QUORATE_CLUSTERS_TABLE", CONTROL_PLANE.name("clusters_table"))
        .containsEntry("QUORATE_NODES_TABLE", CONTROL_PLANE.name("nodes_table"))
        .containsEntry("QUORATE_BUCKET", CONTROL_PLANE.name("bucket"));
    SqsPoller.Source events = ControllerDeployment.events(deployment.resources(), PLANE);
    assertThat(events.batchSize()).isEqualTo(CONTROL_PLANE.queue().batchSize());
    assertThat(events.concurrency()).isEqualTo(CONTROL_PLANE.queue().concurrency());
    StreamSource heartbeats =
        ControllerDeployment.heartbeats(deployment.resources(), PLANE, gone -> {});
    assertThat(heartbeats.batchSize()).isEqualTo(CONTROL_PLANE.stream().batchSize());
    assertThat(heartbeats.maxRetries()).hasValue(CONTROL_PLANE.stream().maxRetries());
    assertThat(heartbeats.bisect()).isEqualTo(CONTROL_PLANE.stream().bisect());
    assertThat(heartbeats.filters()).containsExactly(CONTROL_PLANE.stream().filter());
    assertThat(deployment.config().schedule()).isEqualTo(CONTROL_PLANE.scheduleEvery());
  }

  @Test
  void onlyEventsThatTheRulesMatchReachTheQueue() throws InterruptedException {
    List<String> sent = new CopyOnWriteArrayList<>();
    CountDownLatch last = new CountDownLatch(1);
    try (EventBus bus = new EventBus(new Random(1))) {
      LocalDeployment.route(
          PLANE,
          bus,
          event -> {
            sent.add(event.id());
            if (event.id().equals("last")) {
              last.countDown();
            }
          });
      bus.accept(event("volume", "aws.ec2", "EBS Volume Notification"));
      bus.accept(event("launched", "aws.autoscaling", "EC2 Instance Launch Successful"));
      bus.accept(event("refresh", "aws.autoscaling", "EC2 Auto Scaling Instance Refresh Started"));
      bus.accept(event("last", "aws.ec2", "EC2 Spot Instance Interruption Warning"));
      assertThat(last.await(10, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(sent).containsExactly("launched", "last");
  }

  private static CloudEvent event(String id, String source, String type) {
    return new CloudEvent(
        id, type, source, "000000000000", Instant.EPOCH, "us-east-1", List.of(), Map.of());
  }

  @Test
  void onlyAHeartbeatWithAnAlertPassesTheFilter() {
    Map<String, Object> alert = new LinkedHashMap<>(Codecs.HEARTBEAT.write(Samples.HEARTBEAT));
    Map<String, Object> steady = new LinkedHashMap<>(alert);
    steady.remove("alert");
    assertThat(Samples.HEARTBEAT.alert()).isPresent();
    assertThat(CONTROL_PLANE.stream().filter().matches(stored("i-alert", alert))).isTrue();
    assertThat(CONTROL_PLANE.stream().filter().matches(stored("i-steady", steady))).isFalse();
  }

  /** A stream's record of a row, as DynamoDB stores what our store wrote. */
  private Map<String, Object> stored(String instance, Map<String, Object> attributes) {
    DynamoDbClient db = deployment.clients().dynamoDb();
    TableNames tables =
        new TableNames(deployment.resources().clustersTable(), deployment.resources().nodesTable());
    Key key = Keys.node(new ClusterName("orders"), new InstanceId(instance));
    new DynamoDbRecordStore(db, tables)
        .write(new Write.Put(new Item(key, attributes), Expect.noRecord()));
    Map<String, AttributeValue> row =
        Map.of(
            CONTROL_PLANE.tables().partitionKey(),
            AttributeValue.fromS(key.partition()),
            CONTROL_PLANE.tables().nodesSortKey(),
            AttributeValue.fromS(key.sort()));
    Map<String, Object> image = new LinkedHashMap<>();
    db.getItem(g -> g.tableName(tables.nodes()).key(row).consistentRead(true))
        .item()
        .forEach((name, value) -> image.put(name, typed(value)));
    assertThat(image).containsKey("instanceId");
    return Map.of("eventName", "MODIFY", "dynamodb", Map.of("NewImage", image));
  }

  private static Map<String, Object> typed(AttributeValue value) {
    return value.s() == null ? Map.of("other", "") : Map.of("S", value.s());
  }
}
