package io.quorate.benchmark.upgrade;

import io.quorate.benchmark.AtExit;
import io.quorate.benchmark.BareEtcd;
import io.quorate.benchmark.Benchmark;
import io.quorate.benchmark.CommonOptions;
import io.quorate.benchmark.Measurements;
import io.quorate.benchmark.Scratch;
import io.quorate.deployment.DeploymentConfig;
import io.quorate.deployment.LocalDeployment;
import io.quorate.deployment.tour.FoundReleases;
import io.quorate.deployment.tour.FoundReleases.Change;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Measures an upgrade of etcd, and the way back, beside the same by hand. */
@Command(
    name = "upgrade",
    description =
        "Measures three members that go from the installed release of etcd to the next newer one in"
            + " the folders that "
            + FoundReleases.VARIABLE
            + " lists, separated by ':', and back, under a writer: by an apply of etcd.version"
            + " without a soak, beside bare etcd that is stopped and started by hand.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class UpgradeBenchmark implements Callable<Integer> {
  private static final int FIRST_BLOCK = 235;
  private static final int RUNS = 3;

  @Spec private CommandSpec command = CommandSpec.create();

  @ParentCommand private Benchmark benchmark = new Benchmark();

  @Option(
      names = "--megabytes",
      paramLabel = "MB",
      defaultValue = "100",
      description = "How much data each cluster holds. Default: ${DEFAULT-VALUE}")
  private int megabytes;

  @Option(
      names = "--etcd-dirs",
      hidden = true,
      defaultValue = "${env:" + FoundReleases.VARIABLE + ":-}",
      description = "Folders of further releases of etcd.")
  private String folders = "";

  @Override
  public Integer call() throws IOException, InterruptedException {
    FoundReleases releases = releases();
    List<Change> path = releases.thereAndBack();
    if (path.isEmpty()) {
      throw new ParameterException(command.commandLine(), releases.whyNone());
    }
    List<Change> changes = List.of(path.getFirst(), path.getLast());
    Path added = releases.folder(changes.getFirst().to()).orElseThrow();
    if (!Files.isExecutable(added.resolve("etcdctl"))) {
      throw new ParameterException(
          command.commandLine(),
          added
              + " holds no executable etcdctl, with which a downgrade is enabled by hand: put"
              + " that of its release there");
    }
    CommonOptions common = benchmark.common();
    int runs = common.runs(RUNS);
    try (Scratch home = Scratch.create()) {
      AtExit atExit = new AtExit();
      Measurements measured = new Measurements();
      for (int run = 1; run <= runs; run++) {
        System.err.printf(Locale.ROOT, "run %d of %d: by hand%n", run, runs);
        byHand(home.resolve("bare-" + run), releases, changes, atExit, measured);
        System.err.printf(Locale.ROOT, "run %d of %d: by Quorate%n", run, runs);
        byQuorate(home.resolve("upgrade-" + run), releases, changes, atExit, measured);
      }
      if (!common.json()) {
        String heading =
            megabytes + " MB, three members, TLS: " + common.tls().words() + "; soak: off";
        System.out.println(new UpgradeReport(measured).text(heading, changes));
      }
      common.printed(measured);
      home.measured();
    }
    return 0;
  }

  private FoundReleases releases() throws IOException {
    try {
      return FoundReleases.find(benchmark.etcd(), Optional.of(folders));
    } catch (IOException e) {
      throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private void byHand(
      Path home, FoundReleases releases, List<Change> changes, AtExit atExit, Measurements measured)
      throws IOException, InterruptedException {
    CommonOptions common = benchmark.common();
    try (BareEtcd bare =
        atExit.closes(
            new BareEtcd(
                benchmark.etcd(),
                home,
                common.block(FIRST_BLOCK),
                common.tls(),
                List.of("--quota-backend-bytes=" + (8L << 30))))) {
      new BareUpgrade(
              bare, release -> releases.folder(release).orElseGet(benchmark::etcd), measured)
          .measure(megabytes, changes);
    } finally {
      atExit.closed();
    }
  }

  private void byQuorate(
      Path home, FoundReleases releases, List<Change> changes, AtExit atExit, Measurements measured)
      throws IOException, InterruptedException {
    CommonOptions common = benchmark.common();
    DeploymentConfig config =
        DeploymentConfig.at(home).withAddressBlock(common.block(FIRST_BLOCK) + 5);
    try (LocalDeployment deployment =
        atExit.closes(LocalDeployment.start(config, benchmark.artifacts()))) {
      new QuorateUpgrade(deployment, benchmark.root(), common.tls())
          .measure(
              megabytes, changes, releases.folder(changes.getFirst().to()).orElseThrow(), measured);
    } finally {
      atExit.closed();
    }
  }
}
