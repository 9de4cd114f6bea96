package io.quorate.benchmark;

import io.quorate.codec.RequestCodec;
import io.quorate.codec.SnapshotRecordCodec;
import io.quorate.deployment.Artifacts;
import io.quorate.deployment.Clusters;
import io.quorate.deployment.DeploymentConfig;
import io.quorate.deployment.Etcd;
import io.quorate.deployment.LocalDeployment;
import io.quorate.localcloud.instance.InstanceView;
import io.quorate.localcloud.wire.Glob;
import io.quorate.model.ClusterName;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.spec.SpecReader;
import io.quorate.state.Heartbeat;
import io.quorate.state.MemberStatus;
import io.quorate.state.Phase;
import io.quorate.store.Expect;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.Table;
import io.quorate.store.Write;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * Snapshots of one cluster of three that holds so much data: by hand and by Quorate in turn, while
 * a client writes through each follower.
 */
final class SnapshotRun {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final Duration QUIET = Duration.ofSeconds(10);

  /** After the writes that filled it, its compiler and its collector have nothing left to do. */
  private static final Duration WARM = Duration.ofSeconds(60);

  private static final int NODES = 3;
  private static final int VALUE_CHARACTERS = 384 * 1024;
  private static final double MEGABYTE = 1e6;
  private static final Glob AGENTS = Glob.of("agent-*");
  private static final Glob S3 = Glob.of("s3");

  private final Path home;
  private final Artifacts artifacts;
  private final int block;
  private final AtExit atExit;
  private final int megabytes;
  private final ClusterName name = new ClusterName("bench");

  SnapshotRun(Path home, Artifacts artifacts, int block, AtExit atExit, int megabytes) {
    this.home = home;
    this.artifacts = artifacts;
    this.block = block;
    this.atExit = atExit;
    this.megabytes = megabytes;
  }

  /** Takes so many snapshots each way. */
  void measure(Measurements into, int runs) throws IOException, InterruptedException {
    try (LocalDeployment deployment =
        atExit.closes(
            LocalDeployment.start(DeploymentConfig.at(home).withAddressBlock(block), artifacts))) {
      Clusters clusters = new Clusters(deployment);
      clusters.create(
          SpecReader.read(
                  """
                  name: bench
                  etcd: {version: 3.5, quota: 8GiB}
                  snapshots: {interval: off, verify: off}
                  """)
              .orThrow());
      deployment.createGroup(name.value(), NODES);
      awaitHealthy(clusters);
      fill(deployment, clusters);
      AtRest.pass(WARM);
      awaitHealthy(clusters);
      List<InstanceView> followers = followers(deployment, clusters);
      List<FollowerWrites> writes =
          followers.stream().map(view -> new FollowerWrites(clientUrl(view))).toList();
      try {
        AtRest.pass(QUIET);
        note(into, "quiet", writes);
        for (int run = 1; run <= runs; run++) {
          byHand(deployment, followers.getLast(), into);
          note(into, "by hand", writes);
          AtRest.pass(Duration.ofSeconds(2));
          drop(writes);
          byQuorate(deployment, clusters, followers, into);
          note(into, "by Quorate", writes);
          AtRest.pass(Duration.ofSeconds(2));
          drop(writes);
        }
      } finally {
        writes.forEach(FollowerWrites::close);
      }
      heal(deployment, clusters, into);
    } finally {
      atExit.closed();
    }
  }

  private void awaitHealthy(Clusters clusters) {
    new Stopwatch()
        .until(
            "a healthy cluster",
            PATIENCE,
            () ->
                clusters.status(name).orElseThrow().phase() == Phase.HEALTHY
                    && clusters.heartbeats(name).size() == NODES
                    && clusters.heartbeats(name).stream().allMatch(Heartbeat::serving));
  }

  /** Values that nothing could compress, so many megabytes of them. */
  private void fill(LocalDeployment deployment, Clusters clusters) {
    Etcd etcd =
        new Etcd(clientUrl(followers(deployment, clusters).getFirst()), Duration.ofSeconds(30));
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

  private void byHand(LocalDeployment deployment, InstanceView follower, Measurements into)
      throws IOException, InterruptedException {
    BySnapshotSave.Taken taken =
        new BySnapshotSave(artifacts.etcdFolder(), deployment)
            .take(clientUrl(follower), home.resolve("by-hand.db"));
    double size = taken.bytes() / MEGABYTE;
    into.add(figure("etcdctl snapshot save"), size / taken.saveSeconds());
    into.add(figure("upload"), size / taken.uploadSeconds());
    into.add(figure("by hand"), size / (taken.saveSeconds() + taken.uploadSeconds()));
  }

  /**
   * The task's seconds are those between its executor's first and last request to the bucket: it
   * looks for a manifest first, and writes one last.
   */
  private void byQuorate(
      LocalDeployment deployment,
      Clusters clusters,
      List<InstanceView> followers,
      Measurements into)
      throws IOException {
    var requests = deployment.cloud().requests();
    requests.clear();
    Map<String, PeakMemory> memory = new HashMap<>();
    try {
      for (InstanceView follower : followers) {
        memory.put(follower.id(), new PeakMemory(agent(deployment, follower)));
      }
      Stopwatch asked = new Stopwatch();
      Key request = ask(deployment, clusters);
      double begun =
          asked.until(
              "the task", PATIENCE, () -> requests.count(AGENTS, S3, Glob.of("GetObject")) > 0);
      double ended =
          asked.until(
              "the manifest", PATIENCE, () -> requests.count(AGENTS, S3, Glob.of("PutObject")) > 0);
      asked.until("its end", PATIENCE, () -> answered(clusters, request).isPresent());
      Request answer = answered(clusters, request).orElseThrow();
      if (answer.state() != Request.State.DONE) {
        throw new IllegalStateException("the snapshot failed: " + answer.detail());
      }
      String executor = answer.result().getOrDefault("executor", "");
      double size = newest(clusters).manifest().sizeBytes() / MEGABYTE;
      into.add(figure("Quorate"), size / (ended - begun));
      into.add(figure("size"), size);
      into.add(figure("request to task"), begun);
      into.add(figure("request to answer"), asked.seconds());
      Optional.ofNullable(memory.get(executor))
          .ifPresent(watched -> into.add(figure("agent's peak above idle"), watched.risenMib()));
    } finally {
      memory.values().forEach(PeakMemory::close);
    }
  }

  /** A follower is killed and another time wiped, at rest and while the other one uploads. */
  private void heal(LocalDeployment deployment, Clusters clusters, Measurements into)
      throws IOException {
    Healing healing = new Healing(deployment, clusters, name);
    for (boolean underWay : List.of(false, true)) {
      String when = underWay ? ", snapshot under way" : ", at rest";
      into.add(
          figure("killed member returns" + when),
          healing.killed(victim(deployment, clusters, underWay)));
      into.add(
          figure("wiped member replaced" + when),
          healing.wiped(victim(deployment, clusters, underWay), () -> {}));
      if (underWay && clusters.status(name).orElseThrow().tasks().open().isEmpty()) {
        System.err.println("  the snapshot ended before the wiped member was replaced");
      }
    }
    awaitHealthy(clusters);
  }

  /** A follower of a cluster at rest; of the two the one that takes no snapshot. */
  private InstanceView victim(LocalDeployment deployment, Clusters clusters, boolean underWay) {
    new Stopwatch()
        .until(
            "no task",
            PATIENCE,
            () -> clusters.status(name).orElseThrow().tasks().open().isEmpty());
    awaitHealthy(clusters);
    AtRest.await();
    if (!underWay) {
      return followers(deployment, clusters).getFirst();
    }
    var requests = deployment.cloud().requests();
    requests.clear();
    ask(deployment, clusters);
    new Stopwatch()
        .until("an upload", PATIENCE, () -> requests.count(AGENTS, S3, Glob.of("UploadPart")) > 0);
    String executor =
        clusters.status(name).orElseThrow().tasks().open().orElseThrow().executor().value();
    return followers(deployment, clusters).stream()
        .filter(view -> !view.id().equals(executor))
        .findFirst()
        .orElseThrow();
  }

  private static long agent(LocalDeployment deployment, InstanceView instance) {
    return deployment.instances().list().stream()
        .filter(view -> view.id().equals(instance.id()))
        .findFirst()
        .orElseThrow()
        .agentPid()
        .orElseThrow();
  }

  /** As {@code quorate snapshot take} does: the request, then the hint. */
  private Key ask(LocalDeployment deployment, Clusters clusters) {
    String id = "bench-" + UUID.randomUUID();
    Key key = Keys.request(name, id);
    Request request =
        Request.open(id, RequestKind.TAKE_SNAPSHOT, Map.of(), "benchmark", Instant.now());
    clusters
        .store()
        .write(new Write.Put(new Item(key, RequestCodec.write(request)), Expect.noRecord()));
    try (SqsClient queue = deployment.clients().sqs()) {
      queue.sendMessage(
          to ->
              to.queueUrl(deployment.resources().queueUrl())
                  .messageBody("{\"source\": \"quorate\", \"cluster\": \"" + name + "\"}"));
    }
    return key;
  }

  private static Optional<Request> answered(Clusters clusters, Key key) {
    return Optional.ofNullable(clusters.store().read(List.of(key)).get(key))
        .map(item -> RequestCodec.read(item.attributes(), key.toString()))
        .filter(request -> request.state().closed());
  }

  private SnapshotRecord newest(Clusters clusters) {
    return clusters.store().list(Table.CLUSTERS, name.value(), Keys.SNAPSHOT).stream()
        .map(item -> SnapshotRecordCodec.read(item.attributes(), item.key().toString()))
        .max(Comparator.comparing(SnapshotRecord::id))
        .orElseThrow();
  }

  private static void drop(List<FollowerWrites> writes) {
    writes.forEach(FollowerWrites::take);
  }

  private void note(Measurements into, String when, List<FollowerWrites> writes) {
    List<Double> millis = new ArrayList<>();
    writes.forEach(writer -> millis.addAll(writer.take()));
    millis.forEach(value -> into.add(figure("write through a follower, " + when), value));
  }

  private String figure(String what) {
    return megabytes + " MB " + what;
  }

  /** The followers, the one that a task prefers first. */
  private List<InstanceView> followers(LocalDeployment deployment, Clusters clusters) {
    List<String> ids =
        clusters.heartbeats(name).stream()
            .filter(beat -> beat.status().filter(status -> !leads(status)).isPresent())
            .map(beat -> beat.instance().value())
            .sorted()
            .toList();
    Stream<InstanceView> all = deployment.instances().list().stream();
    return all.filter(view -> ids.contains(view.id()))
        .sorted(Comparator.comparing(InstanceView::id))
        .toList();
  }

  private static boolean leads(MemberStatus status) {
    return status.leads();
  }

  private static String clientUrl(InstanceView instance) {
    return "http://" + instance.address() + ":2379";
  }
}
