package io.quorate.benchmark.upgrade;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quorate.benchmark.BareEtcd;
import io.quorate.benchmark.BenchCluster;
import io.quorate.benchmark.Healing;
import io.quorate.benchmark.Measurements;
import io.quorate.benchmark.Stopwatch;
import io.quorate.deployment.Etcd;
import io.quorate.deployment.EtcdAccess;
import io.quorate.deployment.tour.FoundReleases.Change;
import io.quorate.spec.EtcdVersion;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/** By hand: stop etcd, start the other one, wait until it has caught up; the leader last. */
final class BareUpgrade {
  private final BareEtcd cluster;
  private final Function<EtcdVersion, Path> folders;
  private final MeasuredCluster measured;

  /**
   * @param cluster not started yet
   * @param folders where each release is
   */
  BareUpgrade(BareEtcd cluster, Function<EtcdVersion, Path> folders, Measurements into)
      throws IOException, InterruptedException {
    this.cluster = cluster;
    this.folders = folders;
    cluster.startToFirstWrite();
    this.measured =
        new MeasuredCluster(
            "bare",
            cluster.access(),
            BareEtcd.names().stream().map(cluster::client).toList(),
            into);
  }

  void measure(int megabytes, List<Change> changes) throws IOException, InterruptedException {
    String url = cluster.client(BareEtcd.names().getFirst()).clientUrl();
    BenchCluster.fill(cluster.access().etcd(url, Duration.ofSeconds(30)), megabytes);
    measured.moveLeader();
    for (Change change : changes) {
      measured.change(change, (asked, members) -> byHand(asked));
    }
  }

  private void byHand(Change change) throws IOException, InterruptedException {
    if (change.to().olderLineThan(change.from())) {
      enableDowngrade(change);
      measured.awaitFilesOf(change.to().line());
    }
    List<String> leaderLast =
        BareEtcd.names().stream()
            .sorted(Comparator.comparing(name -> cluster.client(name).leads()))
            .toList();
    for (String name : leaderLast) {
      Etcd member = cluster.client(name);
      if (member.leads()) {
        member.moveLeader(cluster.client(leaderLast.getFirst()).memberId());
      }
      cluster.changeRelease(name, folders.apply(change.to()));
      new Stopwatch()
          .until(
              name + " on " + change.to(),
              MeasuredCluster.PATIENCE,
              () -> !member.range(Healing.KEY).isEmpty());
    }
  }

  /**
   * Without it the older line does not start on what the newer one wrote. The newer line's etcdctl
   * knows how.
   */
  private void enableDowngrade(Change change) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                folders.apply(change.from()).resolve("etcdctl").toString(),
                "--endpoints=" + cluster.client(BareEtcd.names().getFirst()).clientUrl()));
    cluster.access().files().ifPresent(files -> command.addAll(flags(files)));
    command.addAll(List.of("downgrade", "enable", change.to().line()));
    Process asked = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(asked.getInputStream().readAllBytes(), UTF_8).strip();
    if (asked.waitFor() != 0) {
      throw new IOException(String.join(" ", command) + ": " + said);
    }
  }

  private static List<String> flags(EtcdAccess.ClientFiles files) {
    return List.of(
        "--cacert=" + files.ca(), "--cert=" + files.certificate(), "--key=" + files.key());
  }
}
