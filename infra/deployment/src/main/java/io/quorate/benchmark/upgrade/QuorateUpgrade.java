package io.quorate.benchmark.upgrade;

import io.quorate.benchmark.BenchCluster;
import io.quorate.benchmark.Measurements;
import io.quorate.benchmark.Stopwatch;
import io.quorate.benchmark.Tls;
import io.quorate.deployment.LocalDeployment;
import io.quorate.deployment.OperatorCommand;
import io.quorate.deployment.tour.FoundReleases.Change;
import io.quorate.spec.EtcdVersion;
import io.quorate.state.Condition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** By Quorate: an apply of {@code etcd.version}, without a soak, and all that it does before. */
final class QuorateUpgrade {
  private static final String QUOTA = "quota: 8GiB";

  private final BenchCluster cluster;
  private final OperatorCommand command;
  private final Path file;
  private final Tls tls;

  QuorateUpgrade(LocalDeployment deployment, Path root, Tls tls) {
    this.cluster = new BenchCluster(deployment, tls);
    this.command = new OperatorCommand(deployment, root);
    this.file = deployment.config().home().resolve("upgrade.yaml");
    this.tls = tls;
  }

  /** Begins with the installed release; the other one is in the folder. */
  void measure(int megabytes, List<Change> changes, Path folder, Measurements into)
      throws IOException, InterruptedException {
    Change first = changes.getFirst();
    cluster.start(first.from().toString(), QUOTA);
    cluster.fill(megabytes);
    command.run(
        List.of("release", "add", "etcd", first.to().toString(), "--folder", folder.toString()));
    MeasuredCluster measured =
        new MeasuredCluster(
            "Quorate",
            cluster.access(),
            cluster.running().stream().map(cluster::etcd).toList(),
            into);
    measured.moveLeader();
    for (Change change : changes) {
      measured.change(change, this::apply);
      new Stopwatch()
          .until(
              "the end of the upgrade",
              MeasuredCluster.PATIENCE,
              () -> condition(Condition.Type.UPGRADE_RUNS).isEmpty());
      cluster.awaitHealthy();
    }
  }

  /** With snapshots, so that one is taken, and verified by the release, before a member changes. */
  private void apply(Change change, Changeover members) throws IOException, InterruptedException {
    Files.writeString(file, spec(change.to()) + tls.section());
    command.run(List.of("apply", "--file", file.toString()));
    new Stopwatch()
        .until(
            "all members on " + change.to(),
            MeasuredCluster.PATIENCE,
            () -> members.over() || condition(Condition.Type.UPGRADE_HALTED).isPresent());
    Optional<Condition> halted = condition(Condition.Type.UPGRADE_HALTED);
    if (!members.over() && halted.isPresent()) {
      throw new IllegalStateException(halted.get().message());
    }
  }

  private String spec(EtcdVersion release) {
    return """
        name: %s
        etcd: {version: %s, %s}
        upgrade: {soak: off}
        """
        .formatted(cluster.name, release, QUOTA);
  }

  private Optional<Condition> condition(Condition.Type type) {
    return cluster.clusters.status(cluster.name).orElseThrow().conditions().stream()
        .filter(condition -> condition.type() == type)
        .findFirst();
  }
}
