package io.quorate.benchmark;

import io.quorate.codec.Codecs;
import io.quorate.deployment.Clusters;
import io.quorate.deployment.Etcd;
import io.quorate.deployment.EtcdAccess;
import io.quorate.deployment.Group;
import io.quorate.deployment.LocalDeployment;
import io.quorate.localcloud.instance.InstanceView;
import io.quorate.model.ClusterName;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.spec.SpecReader;
import io.quorate.state.Heartbeat;
import io.quorate.state.MemberStatus;
import io.quorate.state.Phase;
import io.quorate.store.CatalogueLine;
import io.quorate.store.Expect;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.Table;
import io.quorate.store.Write;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import software.amazon.awssdk.services.sqs.SqsClient;

/** A cluster of three under Quorate that holds so much data, and takes no snapshot by itself. */
public final class BenchCluster {
  static final int NODES = 3;

  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final int VALUE_CHARACTERS = 384 * 1024;
  private static final double MEGABYTE = 1e6;

  /** What it is called. */
  public final ClusterName name = new ClusterName("bench");

  final LocalDeployment deployment;

  /** The records. */
  public final Clusters clusters;

  private final Tls tls;
  private Optional<EtcdAccess> access = Optional.empty();

  /** One that is to be started there. */
  public BenchCluster(LocalDeployment deployment, Tls tls) {
    this.tls = tls;
    this.deployment = deployment;
    this.clusters = new Clusters(deployment);
  }

  /** Starts it, and waits until it is healthy. */
  void start() {
    start("quota: 8GiB");
  }

  /** The same, with these settings of etcd. */
  void start(String etcd) {
    start("3.5", etcd);
  }

  /** The same, with this release of etcd. */
  public void start(String release, String etcd) {
    clusters.create(
        SpecReader.read(
                """
                name: bench
                etcd: {version: %s, %s}
                snapshots: {interval: off, verify: off}
                """
                        .formatted(release, etcd)
                    + tls.section())
            .orThrow());
    deployment.createGroup(name.value(), NODES);
    awaitHealthy();
  }

  /** Waits until the controller and all members call it healthy. */
  public void awaitHealthy() {
    awaitHealthy(NODES);
  }

  void awaitHealthy(int nodes) {
    new Stopwatch()
        .until(
            "a healthy cluster",
            PATIENCE,
            () ->
                clusters.status(name).orElseThrow().phase() == Phase.HEALTHY
                    && running().size() == nodes
                    && present() == nodes
                    && clusters.heartbeats(name).stream()
                        .filter(this::lives)
                        .allMatch(Heartbeat::serving));
  }

  /** The rows of instances that were terminated are pruned later. */
  private long present() {
    return clusters.heartbeats(name).stream().filter(this::lives).count();
  }

  private boolean lives(Heartbeat beat) {
    return running().stream().anyMatch(view -> view.id().equals(beat.instance().value()));
  }

  /** Its group, as a user changes it. */
  Group group() {
    return new Group(deployment, name);
  }

  /** Values that nothing could compress, so many megabytes of them. */
  public void fill(int megabytes) {
    fill(access().etcd(clientUrl(followers().getFirst()), Duration.ofSeconds(30)), megabytes);
  }

  /** The same, through this client. */
  public static void fill(Etcd etcd, int megabytes) {
    Random random = new Random(megabytes);
    long values = Math.round(megabytes * MEGABYTE / VALUE_CHARACTERS);
    for (long n = 0; n < values; n++) {
      char[] value = new char[VALUE_CHARACTERS];
      for (int at = 0; at < value.length; at++) {
        value[at] = (char) ('!' + random.nextInt('~' - '!' + 1));
      }
      etcd.put("data/" + n, new String(value));
    }
    etcd.put(Healing.KEY, "value");
  }

  /** As {@code quorate snapshot take} does: the request, then the hint. */
  Key askForSnapshot() {
    return ask(RequestKind.TAKE_SNAPSHOT);
  }

  /** A request as the command makes it, then the hint. */
  Key ask(RequestKind kind) {
    String id = "bench-" + UUID.randomUUID();
    Key key = Keys.request(name, id);
    Request request = Request.open(id, kind, Map.of(), "benchmark", Instant.now());
    clusters
        .store()
        .write(new Write.Put(new Item(key, Codecs.REQUEST.write(request)), Expect.noRecord()));
    try (SqsClient queue = deployment.clients().sqs()) {
      queue.sendMessage(
          to ->
              to.queueUrl(deployment.resources().queueUrl())
                  .messageBody("{\"source\": \"quorate\", \"cluster\": \"" + name + "\"}"));
    }
    return key;
  }

  Optional<Request> answered(Key key) {
    return Optional.ofNullable(clusters.store().read(List.of(key)).get(key))
        .map(item -> Codecs.REQUEST.read(item.attributes(), key.toString()))
        .filter(request -> request.state().closed());
  }

  /** Waits for the answer, which has to be DONE. */
  Request done(Key key) {
    new Stopwatch().until("its end", PATIENCE, () -> answered(key).isPresent());
    Request answer = answered(key).orElseThrow();
    if (answer.state() != Request.State.DONE) {
      throw new IllegalStateException(answer.kind() + " failed: " + answer.detail());
    }
    return answer;
  }

  SnapshotRecord newest() {
    return clusters.store().list(Table.CLUSTERS, name.value(), Keys.SNAPSHOT).stream()
        .map(CatalogueLine::read)
        .max(Comparator.comparing(SnapshotRecord::id))
        .orElseThrow();
  }

  /** Its instances. */
  public List<InstanceView> running() {
    return deployment.instances().list().stream()
        .filter(view -> view.state() == io.quorate.localcloud.instance.Ec2State.RUNNING)
        .sorted(Comparator.comparing(InstanceView::id))
        .toList();
  }

  /** The one that leads by its own word. */
  InstanceView leader() {
    return running().stream()
        .filter(view -> etcd(view).leads())
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no member leads"));
  }

  /** The followers, the one that a task prefers first. */
  List<InstanceView> followers() {
    List<String> ids =
        clusters.heartbeats(name).stream()
            .filter(beat -> beat.status().filter(status -> !leads(status)).isPresent())
            .map(beat -> beat.instance().value())
            .sorted()
            .toList();
    Stream<InstanceView> all = running().stream();
    return all.filter(view -> ids.contains(view.id())).toList();
  }

  private static boolean leads(MemberStatus status) {
    return status.leads();
  }

  /** How its members are called, once one of them has served. */
  public EtcdAccess access() {
    EtcdAccess found = access.orElseGet(() -> tls.access(running().getFirst()));
    access = Optional.of(found);
    return found;
  }

  String clientUrl(InstanceView instance) {
    return access().url(instance);
  }

  /** A client of one's member. */
  public Etcd etcd(InstanceView instance) {
    return access().etcd(clientUrl(instance));
  }
}
