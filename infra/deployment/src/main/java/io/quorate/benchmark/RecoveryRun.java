package io.quorate.benchmark;

import io.quorate.codec.Codecs;
import io.quorate.deployment.Artifacts;
import io.quorate.deployment.DeploymentConfig;
import io.quorate.deployment.Etcd;
import io.quorate.deployment.LocalDeployment;
import io.quorate.localcloud.instance.Ec2State;
import io.quorate.localcloud.instance.InstanceView;
import io.quorate.recovery.Recovery;
import io.quorate.s3.HashedDownload;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.state.Bootstrap;
import io.quorate.state.DataHolding;
import io.quorate.state.Heartbeat;
import io.quorate.state.InitialMember;
import io.quorate.state.Lineage;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Recoveries of one cluster of three that holds so much data, each followed by the same thing by
 * hand, on the very file or directory that Quorate began with.
 */
final class RecoveryRun {
  /** A put while nobody serves ends soon. */
  private static final Duration TRY = Duration.ofSeconds(1);

  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private final Path home;
  private final Artifacts artifacts;
  private final int block;
  private final AtExit atExit;
  private final int megabytes;

  RecoveryRun(Path home, Artifacts artifacts, int block, AtExit atExit, int megabytes) {
    this.home = home;
    this.artifacts = artifacts;
    this.block = block;
    this.atExit = atExit;
    this.megabytes = megabytes;
  }

  /** Loses everything, and then a quorum, so many times. */
  void measure(Measurements into, int runs) throws IOException, InterruptedException {
    try (LocalDeployment deployment =
        atExit.closes(
            LocalDeployment.start(DeploymentConfig.at(home).withAddressBlock(block), artifacts))) {
      BenchCluster cluster = new BenchCluster(deployment, Tls.off);
      cluster.start();
      cluster.fill(megabytes);
      for (int run = 1; run <= runs; run++) {
        AtRest.await();
        everythingLost(cluster, into, run);
        cluster.awaitHealthy();
        AtRest.await();
        quorumLost(cluster, into, run);
        cluster.awaitHealthy();
      }
    } finally {
      atExit.closed();
    }
  }

  /** From the moment at which all are shown terminated and a new instance has registered. */
  private void everythingLost(BenchCluster cluster, Measurements into, int run)
      throws IOException, InterruptedException {
    cluster.done(cluster.askForSnapshot());
    SnapshotManifest source = cluster.newest().manifest();
    List<InstanceView> victims = cluster.running();
    long generation = generation(cluster);
    terminate(cluster, victims);
    new Stopwatch()
        .until(
            "an empty node",
            PATIENCE,
            () -> terminated(cluster, victims) && registered(cluster, victims));
    note(into, "everything lost", recovered(cluster, generation + 1));

    Path file = home.resolve("source.db");
    try (S3Client s3 = cluster.deployment.clients().s3()) {
      new HashedDownload(s3, cluster.deployment.resources().bucket(), source.dataKey())
          .to(file, received -> {});
    }
    into.add(figure("everything lost", "size"), Files.size(file) / 1e6);
    into.add(figure("everything lost", "by hand"), bare(run).restored(file));
    Files.delete(file);
  }

  /** From the moment at which two are shown terminated; the third goes on. */
  private void quorumLost(BenchCluster cluster, Measurements into, int run)
      throws IOException, InterruptedException {
    InstanceView left = cluster.followers().getFirst();
    List<InstanceView> victims =
        cluster.running().stream().filter(view -> !view.id().equals(left.id())).toList();
    long generation = generation(cluster);
    terminate(cluster, victims);
    new Stopwatch().until("two terminated instances", PATIENCE, () -> terminated(cluster, victims));
    note(into, "quorum lost", recovered(cluster, generation + 1));

    into.add(figure("quorum lost", "by hand"), bare(run).salvaged(archived(left)));
  }

  private BareRecovery bare(int run) {
    return new BareRecovery(
        artifacts.etcdFolder(), home.resolve("bare-" + run), "127.0." + (block + 1) + ".10");
  }

  private static void terminate(BenchCluster cluster, List<InstanceView> victims) {
    try (Ec2Client ec2 = cluster.deployment.clients().ec2()) {
      ec2.terminateInstances(
          request -> request.instanceIds(victims.stream().map(InstanceView::id).toList()));
    }
  }

  /** Not while one is shutting down: it may still serve, and proves nothing. */
  private static boolean terminated(BenchCluster cluster, List<InstanceView> victims) {
    Set<String> alive =
        cluster.deployment.instances().list().stream()
            .filter(view -> view.state() != Ec2State.TERMINATED)
            .map(InstanceView::id)
            .collect(Collectors.toSet());
    return victims.stream().map(InstanceView::id).noneMatch(alive::contains);
  }

  private static boolean registered(BenchCluster cluster, List<InstanceView> victims) {
    Set<String> gone = new HashSet<>(victims.stream().map(InstanceView::id).toList());
    return cluster.clusters.heartbeats(cluster.name).stream()
        .filter(beat -> !gone.contains(beat.instance().value()))
        .map(Heartbeat::report)
        .flatMap(report -> report.holds().stream())
        .anyMatch(holds -> holds.state() == DataHolding.State.NONE);
  }

  private static long generation(BenchCluster cluster) {
    return cluster.clusters.lineage(cluster.name).orElseThrow().generation().value();
  }

  /**
   * Seconds to the first acknowledged write, and when each state of the recovery was seen first.
   */
  private record Recovered(double seconds, Map<Recovery.State, Double> states) {}

  private static Recovered recovered(BenchCluster cluster, long next) {
    Stopwatch watch = new Stopwatch();
    Map<Recovery.State, Double> states = new EnumMap<>(Recovery.State.class);
    double seconds =
        watch.until(
            "the first write",
            PATIENCE,
            () -> {
              state(cluster, next).ifPresent(state -> states.putIfAbsent(state, watch.seconds()));
              return seeder(cluster, next)
                  .filter(url -> new Etcd(url, TRY).put(Healing.KEY, "recovered") > 0)
                  .isPresent();
            });
    return new Recovered(seconds, states);
  }

  private static Optional<Recovery.State> state(BenchCluster cluster, long next) {
    Key key = Keys.recovery(cluster.name);
    Optional<Item> item = Optional.ofNullable(cluster.clusters.store().read(List.of(key)).get(key));
    return item.map(found -> Codecs.RECOVERY.read(found.attributes(), key.toString()))
        .filter(recovery -> recovery.generation().value() == next - 1)
        .map(Recovery::state);
  }

  private static Optional<String> seeder(BenchCluster cluster, long next) {
    return cluster
        .clusters
        .lineage(cluster.name)
        .filter(lineage -> lineage.state() == Lineage.State.COMMITTED)
        .flatMap(Lineage::bootstrap)
        .filter(bootstrap -> bootstrap.generation().value() == next)
        .map(Bootstrap::voters)
        .map(List::getFirst)
        .map(InitialMember::endpoints)
        .map(endpoints -> endpoints.clientUrl());
  }

  /** The directory that was fenced last on an instance; its log is as the salvage found it. */
  private static Path archived(InstanceView left) throws IOException {
    try (Stream<Path> found = Files.find(left.folder(), 6, (path, is) -> is.isDirectory())) {
      return found
          .filter(path -> path.getNameCount() > 1)
          .filter(path -> path.getName(path.getNameCount() - 2).toString().equals("archive"))
          .max((one, other) -> Long.compare(modified(one), modified(other)))
          .map(archived -> archived.resolve("data"))
          .orElseThrow(() -> new IOException("no archived directory in " + left.folder()));
    }
  }

  private static long modified(Path path) {
    return path.toFile().lastModified();
  }

  private void note(Measurements into, String loss, Recovered recovered) {
    into.add(figure(loss, "Quorate"), recovered.seconds());
    double before = 0;
    String during = "until it began";
    for (Map.Entry<Recovery.State, Double> entered : recovered.states().entrySet()) {
      into.add(figure(loss, during), entered.getValue() - before);
      before = entered.getValue();
      during = "in " + entered.getKey();
    }
    into.add(figure(loss, during), recovered.seconds() - before);
  }

  private String figure(String loss, String what) {
    return megabytes + " MB " + loss + ", " + what;
  }
}
