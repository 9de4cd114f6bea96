package io.quorate.benchmark;

import io.quorate.deployment.Artifacts;
import io.quorate.deployment.DeploymentConfig;
import io.quorate.deployment.Etcd;
import io.quorate.deployment.LocalDeployment;
import io.quorate.localcloud.instance.InstanceView;
import io.quorate.state.Heartbeat;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/** One cluster under Quorate whose wish goes from three to five and back. */
final class ResizeRun {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final int MORE = 2;

  private final Path home;
  private final Artifacts artifacts;
  private final int block;
  private final Tls tls;
  private final AtExit atExit;

  ResizeRun(Path home, Artifacts artifacts, int block, Tls tls, AtExit atExit) {
    this.tls = tls;
    this.home = home;
    this.artifacts = artifacts;
    this.block = block;
    this.atExit = atExit;
  }

  /** Up and down, so many times. */
  void measure(Measurements into, int runs) throws IOException {
    try (LocalDeployment deployment =
        atExit.closes(
            LocalDeployment.start(DeploymentConfig.at(home).withAddressBlock(block), artifacts))) {
      BenchCluster cluster = new BenchCluster(deployment, tls);
      cluster.start();
      for (int run = 1; run <= runs; run++) {
        AtRest.await();
        grow(cluster, into);
        cluster.awaitHealthy(BenchCluster.NODES + MORE);
        AtRest.await();
        shrink(cluster, into);
        cluster.awaitHealthy(BenchCluster.NODES);
      }
    } finally {
      atExit.closed();
    }
  }

  /** From the wish to the last voter; an instance is booted with its agent's first heartbeat. */
  private static void grow(BenchCluster cluster, Measurements into) {
    Set<String> before = ids(cluster.running());
    Etcd witness = cluster.etcd(cluster.running().getFirst());
    OptionalDouble[] booted = {OptionalDouble.empty()};
    Stopwatch watch = new Stopwatch();
    cluster.group().resize(BenchCluster.NODES + MORE);
    double added =
        watch.until(
            "five voters",
            PATIENCE,
            () -> {
              if (booted[0].isEmpty() && registered(cluster, before) == MORE) {
                booted[0] = OptionalDouble.of(watch.seconds());
              }
              return voters(witness) == BenchCluster.NODES + MORE;
            });
    double boot = booted[0].orElse(added);
    into.add("Quorate boot", boot);
    into.add("Quorate added, boot included", added / MORE);
    into.add("Quorate added, beyond its boot", (added - boot) / MORE);
  }

  /** From the wish to the last leave; the group itself names the leader. */
  private static void shrink(BenchCluster cluster, Measurements into) {
    InstanceView leader = cluster.leader();
    List<InstanceView> others =
        cluster.running().stream().filter(view -> !view.id().equals(leader.id())).toList();
    List<String> urls = new ArrayList<>(List.of(cluster.clientUrl(leader)));
    others.forEach(view -> urls.add(cluster.clientUrl(view)));
    try (WriteGap writes = new WriteGap(cluster.access(), urls)) {
      AtRest.await();
      writes.mark();
      Stopwatch watch = new Stopwatch();
      cluster.group().scaleIn(leader);
      cluster.group().resize(BenchCluster.NODES);
      double removed =
          watch.until(
              "three voters",
              PATIENCE,
              () -> others.stream().anyMatch(view -> leftAlone(cluster, view, leader)));
      into.add("Quorate removed", removed / MORE);
      cluster.awaitHealthy(BenchCluster.NODES);
      into.add("Quorate longest write gap", writes.longestMillis());
    }
  }

  private static boolean leftAlone(BenchCluster cluster, InstanceView view, InstanceView leader) {
    try {
      Map<String, String> members = cluster.etcd(view).members();
      return members.size() == BenchCluster.NODES
          && members.containsValue(view.id())
          && !members.containsValue(leader.id());
    } catch (java.io.UncheckedIOException e) {
      return false; // One that left itself.
    }
  }

  private static long registered(BenchCluster cluster, Set<String> before) {
    return cluster.clusters.heartbeats(cluster.name).stream()
        .map(Heartbeat::instance)
        .filter(instance -> !before.contains(instance.value()))
        .filter(instance -> ids(cluster.running()).contains(instance.value()))
        .count();
  }

  private static long voters(Etcd witness) {
    return witness.members().values().stream().filter(name -> !name.endsWith("(learner)")).count();
  }

  private static Set<String> ids(List<InstanceView> instances) {
    return instances.stream().map(InstanceView::id).collect(Collectors.toSet());
  }
}
