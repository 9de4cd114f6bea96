package io.quorate.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.quorate.codec.Codecs;
import io.quorate.controller.act.CertificateAuthority;
import io.quorate.controller.act.CloudUnavailableException;
import io.quorate.controller.act.TokenKeys;
import io.quorate.controller.autoscaling.AutoScalingCloud;
import io.quorate.controller.autoscaling.CallOutcomes;
import io.quorate.controller.function.BulkReader;
import io.quorate.controller.plan.Planner;
import io.quorate.controller.reconcile.ControllerPorts;
import io.quorate.controller.reconcile.Turn;
import io.quorate.controller.route53.Route53Endpoint;
import io.quorate.controller.route53.Route53Zones;
import io.quorate.deployment.OperationRows.Row;
import io.quorate.deployment.OperationRows.Scene;
import io.quorate.dynamodb.DynamoDbRecordStore;
import io.quorate.dynamodb.TableNames;
import io.quorate.guards.Guards;
import io.quorate.localcloud.LocalCloud;
import io.quorate.localcloud.LocalCloudConfig;
import io.quorate.localcloud.QuorateResources;
import io.quorate.localcloud.compute.Eventually;
import io.quorate.localcloud.compute.LocalCompute;
import io.quorate.localcloud.faults.FaultAction;
import io.quorate.localcloud.faults.FaultRule;
import io.quorate.localcloud.instance.LaunchTemplate;
import io.quorate.localcloud.route53.Route53;
import io.quorate.localcloud.wire.Glob;
import io.quorate.model.ClusterName;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.s3.S3LineageMirror;
import io.quorate.s3.S3SnapshotStore;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotKeys;
import io.quorate.snapshot.SnapshotStore;
import io.quorate.snapshot.SnapshotStoreException;
import io.quorate.snapshot.SnapshotStoreException.Cause;
import io.quorate.state.Condition;
import io.quorate.state.HookAnswer;
import io.quorate.state.Status;
import io.quorate.state.UnansweredCall;
import io.quorate.store.Expect;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.RecordStore;
import io.quorate.store.StoreUnavailableException;
import io.quorate.store.Table;
import io.quorate.store.Write;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.core.client.builder.SdkSyncClientBuilder;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.autoscaling.AutoScalingClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.InstanceStateName;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Each operation of AWS that the code calls is throttled, denied, unanswered or slow for an hour of
 * the controller's clock, in turn: nobody is terminated and no member removed for it, the call is
 * named, and what dies meanwhile is healed when the hour is over. Which operations these are is
 * read from the compiled code.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Guards("CLOUD_UNANSWERED")
class EveryOperationTest {
  private static final boolean ALL = Boolean.getBoolean("quorate.everything");
  private static final int MOST_TURNS = 12;
  private static final Instant BEGIN = Instant.parse("2026-01-02T03:04:05Z");
  private static final int SEVERAL_PARTS = 20 * 1024 * 1024;
  private static final Duration SLOW = Duration.ofMillis(1600);

  private record Fault(String name, FaultAction action) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static final Fault DENIED =
      new Fault("denied", new FaultAction.Fail(403, "AccessDeniedException"));
  private static final List<Fault> FAULTS =
      List.of(
          new Fault("throttled", new FaultAction.Throttle()),
          DENIED,
          new Fault("unanswered", new FaultAction.DropBefore()),
          new Fault("slow", new FaultAction.Delay(SLOW)));

  /** In continuous integration one operation of each service meets one fault, else all. */
  private static Stream<Arguments> rows(boolean adapters) {
    List<Arguments> all = new ArrayList<>();
    Set<String> services = new TreeSet<>();
    for (Row row : OperationRows.ROWS) {
      if ((row.scene() == Scene.ADAPTER) == adapters) {
        boolean first = services.add(row.service());
        for (int f = 0; f < FAULTS.size(); f++) {
          if (ALL || (first && f == services.size() % (FAULTS.size() - 1))) {
            all.add(Arguments.of(row, FAULTS.get(f)));
          }
        }
      }
    }
    return all.stream();
  }

  static Stream<Arguments> ofTurns() {
    return rows(false);
  }

  static Stream<Arguments> ofAdapters() {
    return rows(true);
  }

  private final SdkHttpClient http = UrlConnectionHttpClient.builder().build();
  private final CallOutcomes outcomes = new CallOutcomes();
  private LocalCloud cloud;
  private LocalCompute compute;
  private SdkClients admin;
  private Ec2Client adminEc2;
  private QuorateResources resources;
  private AutoScalingCloud groups;
  private BulkReader bulk;
  private S3Client s3;
  private RecordStore controllersStore;
  private Turn turn;
  private Instant now = BEGIN;
  private int clusters;

  /** Which calls of the cluster were not answered as they should for a minute and longer. */
  private final Set<String> lasted = new TreeSet<>();

  private int nonces;
  private Optional<ServingCluster> current = Optional.empty();

  @BeforeAll
  void start(@TempDir Path home) throws IOException {
    cloud = LocalCloud.start(LocalCloudConfig.inMemory());
    resources = QuorateResources.createOn(cloud);
    compute = LocalCompute.on(cloud, home, settings -> settings.withAddressBlock(161));
    compute.fleet().template("node", LaunchTemplate.running(List.of("sleep", "1000")));
    admin = new SdkClients(cloud, Principals.ADMINISTRATOR);
    adminEc2 = admin.ec2();
    s3 = client(S3Client.builder().forcePathStyle(true));
    controllersStore = new DynamoDbRecordStore(client(DynamoDbClient.builder()), tables());
    groups =
        new AutoScalingCloud(
            client(AutoScalingClient.builder()), client(Ec2Client.builder()), () -> now, outcomes);
    bulk = new BulkReader(groups, groups::describe, () -> now, 1);
    turn = new Turn(ports(), new Planner()::plan);
  }

  @AfterAll
  void stop() throws IOException {
    s3.close();
    adminEc2.close();
    admin.close();
    http.close();
    cloud.close();
  }

  @AfterEach
  void mend() {
    cloud.faults().clear();
    current.ifPresent(
        cluster ->
            admin
                .autoScaling()
                .deleteAutoScalingGroup(
                    group -> group.autoScalingGroupName(cluster.group()).forceDelete(true)));
    current = Optional.empty();
  }

  private ControllerPorts ports() {
    return new ControllerPorts(
        controllersStore,
        new S3LineageMirror(s3, resources.bucket()),
        bulk,
        (of, uid) ->
            Optional.of(S3SnapshotStore.sharing(s3, resources.bucket(), of, uid, Optional.empty())),
        groups,
        groups,
        new Route53Zones(
            http,
            credentials(),
            Route53Endpoint.of(cloud.region(), Optional.of(cloud.endpoint().toString())),
            outcomes),
        CertificateAuthority.NONE,
        TokenKeys.NONE,
        () -> now,
        () -> "clock",
        () -> "n" + ++nonces,
        pause -> {
          now = now.plus(pause);
          cluster().beat(now); // The living beat while a turn waits for them.
        });
  }

  private ServingCluster cluster() {
    return current.orElseThrow();
  }

  private TableNames tables() {
    return new TableNames(resources.clustersTable(), resources.nodesTable());
  }

  private static StaticCredentialsProvider credentials() {
    return StaticCredentialsProvider.create(
        AwsBasicCredentials.create(Principals.CONTROLLER, "local"));
  }

  /** As the function's own, but with no pause before another attempt, and more time for each. */
  private <C, B extends AwsClientBuilder<B, C> & SdkSyncClientBuilder<B, C>> C client(B builder) {
    return builder
        .endpointOverride(cloud.endpoint())
        .region(Region.of(cloud.region()))
        .credentialsProvider(credentials())
        .httpClient(http)
        .overrideConfiguration(
            change ->
                change
                    .apiCallAttemptTimeout(Duration.ofSeconds(30))
                    .retryStrategy(DefaultRetryStrategy.doNotRetry())
                    .addExecutionInterceptor(outcomes))
        .build();
  }

  @Test
  void eachOperationThatTheCodeCallsHasARow() {
    Set<String> sdk =
        OperationRows.ROWS.stream()
            .filter(row -> !OperationRows.SIGNED.containsValue(row.service()))
            .map(Row::name)
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(CalledOperations.ofSdk()).isEqualTo(sdk);
    assertThat(CalledOperations.bySignedCalls())
        .isEqualTo(new TreeSet<>(OperationRows.SIGNED.keySet()));
    Set<String> signed = new TreeSet<>(OperationRows.SIGNED.values());
    signed.removeIf(
        service -> OperationRows.ROWS.stream().anyMatch(row -> row.service().equals(service)));
    assertThat(signed).isEqualTo(OperationRows.ELSEWHERE);
  }

  private void fault(Row row, Fault fault) {
    cloud
        .faults()
        .add(
            FaultRule.always("hour", fault.action())
                .forPrincipal(Principals.CONTROLLER)
                .onService(row.service())
                .onOperation(row.operation()));
    cloud.requests().clear();
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("ofTurns")
  void anHourWithoutItCostsNobodyAndHealingGoesOnAfterwards(Row row, Fault fault) throws Exception {
    create();
    fault(row, fault);
    Set<String> told = new TreeSet<>(minutes(1, 1, 28));
    List<InstanceId> instances = cluster().instances();
    assertThat(states(instances)).containsOnly(InstanceStateName.RUNNING);
    assertThat(cluster().status().operation()).isEmpty();
    assertThat(cluster().status().terminations()).isEmpty();

    InstanceId victim = instances.getLast();
    List<InstanceId> others = instances.subList(0, 2);
    befall(row.scene(), victim);
    told.addAll(minutes(1, 1, 28));
    assertThat(states(others)).containsOnly(InstanceStateName.RUNNING);
    assertThat(cluster().status().terminations()).isEmpty();
    assertThat(calls(row)).as("the turns call it").isPositive();
    named(row, fault, told);

    cloud.faults().clear();
    for (int n = 0; n < MOST_TURNS && !healing(row); n++) {
      minutes(1);
    }
    assertThat(healing(row)).as("healing goes on").isTrue();
    assertThat(states(others)).containsOnly(InstanceStateName.RUNNING);
    for (int n = 0; n < MOST_TURNS && !unanswered().isEmpty(); n++) {
      minutes(5); // What is not called again is told of for half an hour.
    }
    assertThat(unanswered()).as("it is answered again").isEmpty();
    minutes(1);
    assertThat(told(cluster().status())).noneMatch(held -> held.contains(row.operation()));
  }

  private void befall(Scene scene, InstanceId victim) throws Exception {
    compute.groups().failNextLaunches(cluster().group(), 1_000_000, "there is no more capacity");
    if (scene == Scene.HELD) {
      admin
          .autoScaling()
          .terminateInstanceInAutoScalingGroup(
              of -> of.instanceId(victim.value()).shouldDecrementDesiredCapacity(false));
      return;
    }
    adminEc2.terminateInstances(of -> of.instanceIds(victim.value()));
    cluster().silence(victim);
    Eventually.until(
        "the instance to end",
        () -> states(List.of(victim)).contains(InstanceStateName.TERMINATED));
  }

  private boolean healing(Row row) {
    return row.scene() == Scene.HELD
        ? cluster().status().group().hooks().stream().anyMatch(HookAnswer::holds)
        : cluster()
            .status()
            .operation()
            .filter(open -> open.kind().name().equals("REMOVE_MEMBER"))
            .isPresent();
  }

  private void named(Row row, Fault fault, Set<String> told) {
    boolean answers = fault.equals(DENIED) && row.mayBeDenied();
    switch (row.scene()) {
      case DEATH, HELD -> {
        String condition = Condition.Type.CLOUD_UNANSWERED + ": ";
        if (answers) {
          assertThat(told).noneMatch(held -> held.startsWith(condition));
        } else {
          unanswered(row, fault, told);
        }
      }
      case DEATH_IN_LEASE ->
          assertThat(unanswered()).anySatisfy(call -> assertThat(call).endsWith(row.operation()));
      case NAME -> {
        // Where it is only slow the records are written all the same.
        boolean late = !(fault.action() instanceof FaultAction.Delay);
        assertThat(told.stream().anyMatch(held -> held.startsWith(Condition.Type.DNS_LATE + ": ")))
            .isEqualTo(late);
        unanswered(row, fault, told);
      }
      case DEATH_UNTOLD, ADAPTER -> {}
    }
  }

  /** It is named; where it is only slow, once it was slow twice, a minute or more apart. */
  private void unanswered(Row row, Fault fault, Set<String> told) {
    boolean slow = fault.action() instanceof FaultAction.Delay;
    boolean named =
        told.stream()
            .anyMatch(
                held ->
                    held.startsWith(Condition.Type.CLOUD_UNANSWERED + ": ")
                        && held.contains(row.operation()));
    assertThat(named)
        .as("named, of %s", told)
        .isEqualTo(!slow || lasted.stream().anyMatch(call -> call.endsWith(row.operation())));
  }

  /** What the other operations are made for, once each. */
  private void adapters() throws IOException {
    ClusterName name = cluster().name();
    Key key = new Key(Table.NODES, name.value(), "other");
    for (Write write :
        List.of(
            new Write.Put(new Item(key, Map.of("schema", 1)), Expect.anything()),
            new Write.Delete(key, Expect.anything()))) {
      assertThat(controllersStore.write(write).written()).isTrue();
    }
    assertThat(controllersStore.glance(key)).isEmpty();
    try (SnapshotStore store =
        S3SnapshotStore.sharing(s3, resources.bucket(), name, cluster().uid(), Optional.empty())) {
      SnapshotId id = SnapshotId.of(now, Generation.FIRST, ++nonces);
      String file = SnapshotKeys.data(name, cluster().uid(), id, 1);
      leftUpload(file + ".left");
      store.pin(id, "somebody");
      assertThat(store.exists(file)).isFalse();
      assertThat(store.upload(file, new ByteArrayInputStream(new byte[SEVERAL_PARTS]), sent -> {}))
          .isEqualTo(SEVERAL_PARTS);
      store.delete(file);
      assertThat(store.abortUploads(Instant.parse("2100-01-01T00:00:00Z"))).isPositive();
    }
    groups.terminateAtEc2(name, cluster().instances().getLast());
  }

  /** As an agent that is killed leaves it. */
  private void leftUpload(String key) {
    try (S3Client of = admin.s3()) {
      String upload =
          of.createMultipartUpload(to -> to.bucket(resources.bucket()).key(key)).uploadId();
      assertThat(upload).isNotEmpty();
    }
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("ofAdapters")
  @EnabledIfSystemProperty(
      named = "quorate.everything",
      matches = "true",
      disabledReason =
          "SnapshotFaultsTest does it for uploads: runs with -Dquorate.everything=true")
  void whatNoTurnOfTheSceneMakesFailsByItsNameAndGoesOnAfterwards(Row row, Fault fault)
      throws Exception {
    create();
    groups.forgetOutcomes();
    fault(row, fault);

    Throwable failure = catchThrowable(this::adapters);

    assertThat(calls(row)).as("the adapter makes it").isPositive();
    failed(row, fault, Optional.ofNullable(failure));

    cloud.faults().clear();
    adapters();
    assertThat(groups.outcomes())
        .as("all are answered again")
        .allSatisfy((call, why) -> assertThat(why).isEmpty());
  }

  private void failed(Row row, Fault fault, Optional<Throwable> failure) {
    boolean unseen = fault.equals(DENIED) && row.operation().equals("HeadObject");
    if (fault.action() instanceof FaultAction.Delay || unseen) {
      assertThat(failure).isEmpty();
    } else {
      assertThat(failure)
          .get()
          .isInstanceOfAny(
              StoreUnavailableException.class,
              CloudUnavailableException.class,
              SnapshotStoreException.class);
      assertThat(states(cluster().instances())).containsOnly(InstanceStateName.RUNNING);
    }
    if (row.service().equals("s3")) {
      // Agents are told by the cause; parts are sent by threads of their own.
      assertThat(failure.stream())
          .allSatisfy(
              thrown ->
                  assertThat(((SnapshotStoreException) thrown).why())
                      .isEqualTo(fault.equals(DENIED) ? Cause.ACCESS_DENIED : Cause.STORE_AWAY));
      return;
    }
    assertThat(groups.outcomes())
        .anySatisfy(
            (call, why) -> {
              assertThat(call).endsWith(row.operation());
              assertThat(why).isPresent();
            });
  }

  private long calls(Row row) {
    return cloud
        .requests()
        .count(Glob.of(Principals.CONTROLLER), Glob.of(row.service()), Glob.of(row.operation()));
  }

  /** A cluster that serves on three instances, which the launch hook still holds. */
  private void create() throws Exception {
    ClusterName name = new ClusterName("demo-" + ++clusters);
    lasted.clear();
    admin
        .autoScaling()
        .createAutoScalingGroup(
            group ->
                group
                    .autoScalingGroupName(name.value())
                    .launchTemplate(of -> of.launchTemplateName("node"))
                    .minSize(0)
                    .maxSize(5)
                    .desiredCapacity(0)
                    .availabilityZones("us-east-1a", "us-east-1b", "us-east-1c"));
    hook(name, HookAnswer.LAUNCH, "autoscaling:EC2_INSTANCE_LAUNCHING");
    hook(name, HookAnswer.TERMINATE, "autoscaling:EC2_INSTANCE_TERMINATING");
    admin
        .autoScaling()
        .suspendProcesses(
            of ->
                of.autoScalingGroupName(name.value())
                    .scalingProcesses("AZRebalance", "ReplaceUnhealthy"));
    admin
        .autoScaling()
        .setDesiredCapacity(of -> of.autoScalingGroupName(name.value()).desiredCapacity(3));
    Eventually.until("three instances", () -> held(name).size() == 3);
    RecordStore store = new DynamoDbRecordStore(admin.dynamoDb(), tables());
    ServingCluster cluster = new ServingCluster(name, store, held(name), now);
    current = Optional.of(cluster);
    cluster.put(
        """
        name: %1$s
        etcd: {version: 3.5}
        dns: {zone: %2$s, name: %1$s.%3$s}
        """
            .formatted(name, Route53.ZONE, Route53.ZONE_NAME),
        now);
  }

  private void hook(ClusterName name, String hook, String transition) {
    admin
        .autoScaling()
        .putLifecycleHook(
            of ->
                of.autoScalingGroupName(name.value())
                    .lifecycleHookName(hook)
                    .lifecycleTransition(transition)
                    .defaultResult("CONTINUE")
                    .heartbeatTimeout(7_200));
  }

  private List<InstanceId> held(ClusterName name) {
    return admin
        .autoScaling()
        .describeAutoScalingGroups(of -> of.autoScalingGroupNames(name.value()))
        .autoScalingGroups()
        .getFirst()
        .instances()
        .stream()
        .filter(one -> one.lifecycleStateAsString().equals("Pending:Wait"))
        .map(one -> new InstanceId(one.instanceId()))
        .sorted()
        .toList();
  }

  private List<InstanceStateName> states(List<InstanceId> instances) {
    return adminEc2
        .describeInstances(of -> of.instanceIds(instances.stream().map(InstanceId::value).toList()))
        .reservations()
        .stream()
        .flatMap(one -> one.instances().stream())
        .map(one -> one.state().name())
        .toList();
  }

  /** A turn after each of these times, the living having beaten; what the conditions told. */
  private Set<String> minutes(int... each) {
    Set<String> told = new TreeSet<>();
    for (int some : each) {
      now = now.plus(Duration.ofMinutes(some));
      lease()
          .forEach(
              (call, since) -> {
                if (since.lasts(Duration.ofMinutes(1), now)) {
                  lasted.add(call);
                }
              });
      cluster().beat(now);
      bulk.ahead(List.of(cluster().group()), 1);
      try {
        assertThat(turn.run(cluster().name(), now.plusSeconds(20))).isNotNull();
      } catch (StoreUnavailableException | CloudUnavailableException e) {
        // The dispatcher counts it, and the next minute's turn begins anew.
        assertThat(cloud.faults().rules()).as(e.toString()).isNotEmpty();
      }
      told.addAll(told(cluster().status()));
    }
    return told;
  }

  private static List<String> told(Status status) {
    return status.conditions().stream().map(held -> held.type() + ": " + held.message()).toList();
  }

  private Set<String> unanswered() {
    return lease().keySet();
  }

  /** What the lease keeps of calls that were not answered as they should. */
  private Map<String, UnansweredCall> lease() {
    Key key = Keys.lease(cluster().name());
    RecordStore store = new DynamoDbRecordStore(admin.dynamoDb(), tables());
    return Optional.ofNullable(store.read(List.of(key)).get(key))
        .map(item -> Codecs.LEASE.read(item.attributes(), "lease").unanswered())
        .orElse(Map.of());
  }
}
