package io.quorate.deployment.quickstart;

import io.quorate.codec.JsonTree;
import io.quorate.deployment.Artifacts;
import io.quorate.deployment.DeploymentConfig;
import io.quorate.deployment.Forwarder;
import io.quorate.deployment.LocalDeployment;
import io.quorate.deployment.tour.FoundReleases;
import io.quorate.deployment.tour.LiveCluster;
import io.quorate.deployment.tour.Tour;
import io.quorate.deployment.tour.TourReport;
import io.quorate.model.ClusterName;
import io.quorate.release.ProjectVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The quick start: brings up the local cloud, one cluster on it, and shows it until interrupted.
 */
@Command(
    name = "infra/quickstart",
    description = "Starts an etcd cluster under Quorate on this machine.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class QuickStart implements Callable<Integer> {
  private static final int FAILED = 1;
  private static final int USAGE = 2;
  private static final int CAUSES = 5;

  /** A busy machine of two cores has needed four minutes. */
  private static final Duration LONGEST_BOOT = Duration.ofMinutes(10);

  @Option(
      names = "--home",
      required = true,
      hidden = true,
      description = "Folder for tables, disks and logs; emptied first.")
  private Path home = Path.of(".quorate/quickstart");

  @Option(
      names = "--root",
      required = true,
      hidden = true,
      description = "The checkout, for what was built.")
  private Path root = Path.of(".");

  @Option(
      names = "--etcd",
      required = true,
      hidden = true,
      description = "Folder that holds etcd and etcdctl.")
  private Path etcd = Path.of(".");

  @Option(
      names = "--port",
      paramLabel = "P",
      defaultValue = "4566",
      description = "TCP port of the local cloud, 0 for any free one. Default: ${DEFAULT-VALUE}")
  private int port;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "3",
      description = "How many instances: 1, 3, 5 or 7. Default: ${DEFAULT-VALUE}")
  private int nodes;

  @Option(
      names = "--cluster",
      paramLabel = "NAME",
      defaultValue = "demo",
      description = "Name of the cluster. Default: ${DEFAULT-VALUE}")
  private String cluster = "demo";

  @Option(
      names = "--address-block",
      paramLabel = "N",
      defaultValue = "10",
      description = "Instances get the addresses 127.0.N.x and up. Default: ${DEFAULT-VALUE}")
  private int addressBlock;

  @Option(
      names = "--output",
      paramLabel = "FORM",
      defaultValue = "text",
      description = "text shows the cluster live; json prints one document when it serves.")
  private Output output = Output.text;

  @Option(
      names = "--tour",
      description =
          "Breaks the cluster, step after step, checks that it mends, prints a table, and stops;"
              + " exit code 1 when a step fails.")
  private boolean tour;

  @Option(
      names = "--step",
      paramLabel = "TEXT",
      description =
          "Of the tour only the steps whose name contains the text, in their order; may be given"
              + " more than once.")
  private List<String> chosen = List.of();

  @Option(
      names = "--plain",
      description =
          "Members and clients do not speak TLS. Default: they do, and the controller signs the"
              + " certificates.")
  private boolean plain;

  @Option(
      names = "--auth",
      description =
          "With access control on: who follows the guide may do everything, and the tour's"
              + " application is a user with its own keys.")
  private boolean auth;

  @Option(
      names = "--agent",
      paramLabel = "FILE",
      description =
          "The quorate-agent of an unpacked package, in place of the one that this checkout built.")
  private Optional<Path> agent = Optional.empty();

  @Option(
      names = "--log-format",
      paramLabel = "FORM",
      defaultValue = "${env:QUORATE_LOG_FORMAT:-text}",
      description = "How agents and function write their logs: text or json.")
  private String logFormat = "text";

  @Option(
      names = "--log-level",
      paramLabel = "LEVEL",
      defaultValue = "${env:QUORATE_LOG_LEVEL:-info}",
      description = "What they log: error, warn, info, debug or trace.")
  private String logLevel = "info";

  @Option(
      names = "--prometheus",
      hidden = true,
      description = "Folder that holds prometheus, which is then started over the agents.")
  private Optional<Path> prometheus = Optional.empty();

  @Option(
      names = "--interactive",
      hidden = true,
      description = "Somebody sits at the terminal: wait for Enter before the live view.")
  private boolean interactive;

  /** Ways to tell. */
  enum Output {
    /** For people. */
    text,
    /** For programs. */
    json
  }

  /** Runs the quick start; exits with 0 when it was interrupted, 1 when it could not start. */
  public static void main(String[] arguments) {
    CommandLine line =
        new CommandLine(new QuickStart())
            .setParameterExceptionHandler(
                (wrong, given) -> {
                  System.err.println("quickstart: " + wrong.getMessage());
                  System.err.println("try: infra/quickstart --help");
                  return USAGE;
                });
    line.getCommandSpec().version("quorate " + ProjectVersion.read());
    System.exit(line.execute(arguments));
  }

  @Override
  public Integer call() {
    Optional<String> refused = refused();
    if (refused.isPresent()) {
      System.err.println("quickstart: " + refused.get());
      return USAGE;
    }
    ProgressLog progress = new ProgressLog(System.err);
    CountDownLatch interrupted = new CountDownLatch(1);
    CountDownLatch closed = new CountDownLatch(1);
    Runtime.getRuntime()
        .addShutdownHook(Thread.ofPlatform().unstarted(() -> stop(interrupted, closed)));
    try {
      ClusterName name = new ClusterName(cluster);
      Artifacts built = Artifacts.in(root, etcd);
      Artifacts artifacts = agent.isPresent() ? built.withAgent(agent.get()) : built;
      Files.createDirectories(home);
      progress.say("starting the local cloud in " + home);
      DeploymentConfig config =
          DeploymentConfig.at(home)
              .withPort(port)
              .withAddressBlock(addressBlock)
              .withLog(logFormat, logLevel);
      try (DeploymentShutdown stopping =
              new DeploymentShutdown(LocalDeployment.start(config, artifacts), progress);
          Forwarder forwarder = Forwarder.before(stopping.deployment())) {
        Demonstration demonstration =
            new Demonstration(
                stopping.deployment(),
                forwarder,
                new DemoCluster(name, nodes, !plain, auth),
                artifacts,
                root);
        if (prometheus.isEmpty()) {
          return run(demonstration, stopping.deployment(), progress, interrupted);
        }
        try (Observation observation =
            Observation.start(stopping.deployment(), root, prometheus.get(), interrupted)) {
          progress.say("Prometheus serves " + observation.page() + "/alerts");
          demonstration.observedAt(observation.page());
          return run(demonstration, stopping.deployment(), progress, interrupted);
        }
      } finally {
        closed.countDown();
      }
    } catch (IOException | RuntimeException e) {
      closed.countDown();
      System.err.println("quickstart: " + because(e));
      return FAILED;
    } catch (InterruptedException e) {
      closed.countDown();
      return FAILED;
    }
  }

  /** What etcd may be upgraded to in a tour. */
  private FoundReleases releases() throws IOException {
    return FoundReleases.find(etcd, Optional.ofNullable(System.getenv(FoundReleases.VARIABLE)));
  }

  private Optional<String> refused() {
    if (plain && auth) {
      return Optional.of("--auth knows users by their certificates: expected no --plain beside it");
    }
    if (!tour) {
      return chosen.isEmpty()
          ? Optional.empty()
          : Optional.of("--step chooses steps of the tour: expected --tour beside it");
    }
    try {
      return Tour.refused(nodes, releases(), chosen);
    } catch (IOException e) {
      return Optional.of(because(e));
    }
  }

  private int run(
      Demonstration demonstration,
      LocalDeployment deployment,
      ProgressLog progress,
      CountDownLatch interrupted)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    demonstration.bringUp(progress, LONGEST_BOOT, interrupted);
    if (tour) {
      Duration bringUp = Duration.ofNanos(System.nanoTime() - start);
      return tour(demonstration, deployment, progress, bringUp, interrupted);
    }
    if (interrupted.getCount() > 0) {
      demonstration.show(output == Output.json, interactive, interrupted);
    }
    return 0;
  }

  private int tour(
      Demonstration demonstration,
      LocalDeployment deployment,
      ProgressLog progress,
      Duration bringUp,
      CountDownLatch interrupted)
      throws IOException, InterruptedException {
    LiveCluster live =
        new LiveCluster(
            deployment,
            new ClusterName(cluster),
            demonstration.callers(),
            demonstration.address(),
            demonstration::quorate);
    TourReport report =
        new Tour(live, nodes, releases(), chosen, progress::say, interrupted).run(bringUp);
    String text =
        output == Output.json
            ? JsonTree.pretty(report.document())
            : String.join("\n", report.lines()) + "\n";
    System.out.print(text);
    System.out.flush();
    return report.passed() ? 0 : FAILED;
  }

  /** What is wrong, and because of what: the way out is often in the cause. */
  private static String because(Throwable thrown) {
    List<String> chain = new ArrayList<>();
    @Nullable Throwable next = thrown;
    while (next != null && chain.size() < CAUSES) {
      String message = next.getMessage() == null ? next.toString() : next.getMessage();
      if (chain.stream().noneMatch(told -> told.contains(message))) {
        chain.add(message);
      }
      next = next.getCause();
    }
    return String.join("\n  because ", chain);
  }

  /** On Ctrl-C: lets the main thread close everything, and waits until it has. */
  private static void stop(CountDownLatch interrupted, CountDownLatch closed) {
    interrupted.countDown();
    try {
      closed.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
