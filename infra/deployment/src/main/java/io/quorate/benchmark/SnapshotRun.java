package io.quorate.benchmark;

import io.quorate.deployment.Artifacts;
import io.quorate.deployment.DeploymentConfig;
import io.quorate.deployment.EtcdAccess;
import io.quorate.deployment.LocalDeployment;
import io.quorate.localcloud.instance.InstanceView;
import io.quorate.localcloud.wire.Glob;
import io.quorate.request.Request;
import io.quorate.store.Key;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Snapshots of one cluster of three that holds so much data: by hand and by Quorate in turn, while
 * a client writes through each follower.
 */
final class SnapshotRun {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final Duration QUIET = Duration.ofSeconds(10);

  /** After the writes that filled it, its compiler and its collector have nothing left to do. */
  private static final Duration WARM = Duration.ofSeconds(60);

  private static final double MEGABYTE = 1e6;
  private static final Glob AGENTS = Glob.of("agent-*");
  private static final Glob S3 = Glob.of("s3");

  private final Path home;
  private final Artifacts artifacts;
  private final int block;
  private final AtExit atExit;
  private final int megabytes;

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
      BenchCluster cluster = new BenchCluster(deployment, Tls.off);
      cluster.start();
      cluster.fill(megabytes);
      AtRest.pass(WARM);
      cluster.awaitHealthy();
      List<InstanceView> followers = cluster.followers();
      List<FollowerWrites> writes =
          followers.stream().map(view -> new FollowerWrites(cluster.clientUrl(view))).toList();
      try {
        AtRest.pass(QUIET);
        note(into, "quiet", writes);
        for (int run = 1; run <= runs; run++) {
          byHand(deployment, followers.getLast(), into);
          note(into, "by hand", writes);
          AtRest.pass(Duration.ofSeconds(2));
          drop(writes);
          byQuorate(cluster, followers, into);
          note(into, "by Quorate", writes);
          AtRest.pass(Duration.ofSeconds(2));
          drop(writes);
        }
      } finally {
        writes.forEach(FollowerWrites::close);
      }
      heal(cluster, into);
    } finally {
      atExit.closed();
    }
  }

  private void byHand(LocalDeployment deployment, InstanceView follower, Measurements into)
      throws IOException, InterruptedException {
    BySnapshotSave.Taken taken =
        new BySnapshotSave(artifacts.etcdFolder(), deployment)
            .take(EtcdAccess.PLAIN.url(follower), home.resolve("by-hand.db"));
    double size = taken.bytes() / MEGABYTE;
    into.add(figure("etcdctl snapshot save"), size / taken.saveSeconds());
    into.add(figure("upload"), size / taken.uploadSeconds());
    into.add(figure("by hand"), size / (taken.saveSeconds() + taken.uploadSeconds()));
  }

  /**
   * The task's seconds are those between its executor's first and last request to the bucket: it
   * looks for a manifest first, and writes one last.
   */
  private void byQuorate(BenchCluster cluster, List<InstanceView> followers, Measurements into)
      throws IOException {
    LocalDeployment deployment = cluster.deployment;
    var requests = deployment.cloud().requests();
    requests.clear();
    Map<String, PeakMemory> memory = new HashMap<>();
    try {
      for (InstanceView follower : followers) {
        memory.put(follower.id(), new PeakMemory(agent(deployment, follower)));
      }
      Stopwatch asked = new Stopwatch();
      Key request = cluster.askForSnapshot();
      double begun =
          asked.until(
              "the task", PATIENCE, () -> requests.count(AGENTS, S3, Glob.of("GetObject")) > 0);
      double ended =
          asked.until(
              "the manifest", PATIENCE, () -> requests.count(AGENTS, S3, Glob.of("PutObject")) > 0);
      Request answer = cluster.done(request);
      String executor = answer.result().getOrDefault("executor", "");
      double size = cluster.newest().manifest().sizeBytes() / MEGABYTE;
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
  private void heal(BenchCluster cluster, Measurements into) throws IOException {
    Healing healing =
        new Healing(cluster.deployment, cluster.clusters, cluster.name, EtcdAccess.PLAIN);
    for (boolean underWay : List.of(false, true)) {
      String when = underWay ? ", snapshot under way" : ", at rest";
      into.add(figure("killed member returns" + when), healing.killed(victim(cluster, underWay)));
      into.add(
          figure("wiped member replaced" + when),
          healing.wiped(victim(cluster, underWay), () -> {}));
      if (underWay
          && cluster.clusters.status(cluster.name).orElseThrow().tasks().open().isEmpty()) {
        System.err.println("  the snapshot ended before the wiped member was replaced");
      }
    }
    cluster.awaitHealthy();
  }

  /** A follower of a cluster at rest; of the two the one that takes no snapshot. */
  private InstanceView victim(BenchCluster cluster, boolean underWay) {
    new Stopwatch()
        .until(
            "no task",
            PATIENCE,
            () -> cluster.clusters.status(cluster.name).orElseThrow().tasks().open().isEmpty());
    cluster.awaitHealthy();
    AtRest.await();
    if (!underWay) {
      return cluster.followers().getFirst();
    }
    var requests = cluster.deployment.cloud().requests();
    requests.clear();
    cluster.askForSnapshot();
    new Stopwatch()
        .until("an upload", PATIENCE, () -> requests.count(AGENTS, S3, Glob.of("UploadPart")) > 0);
    String executor =
        cluster
            .clusters
            .status(cluster.name)
            .orElseThrow()
            .tasks()
            .open()
            .orElseThrow()
            .executor()
            .value();
    return cluster.followers().stream()
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
}
