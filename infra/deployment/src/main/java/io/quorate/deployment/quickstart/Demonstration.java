package io.quorate.deployment.quickstart;

import io.quorate.codec.JsonTree;
import io.quorate.deployment.Artifacts;
import io.quorate.deployment.Clusters;
import io.quorate.deployment.EtcdAccess;
import io.quorate.deployment.Forwarder;
import io.quorate.deployment.LocalDeployment;
import io.quorate.deployment.OperatorCommand;
import io.quorate.deployment.Principals;
import io.quorate.deployment.tour.Callers;
import io.quorate.localcloud.instance.MarkVariables;
import io.quorate.model.ClusterName;
import io.quorate.spec.SpecReader;
import io.quorate.state.Heartbeat;
import io.quorate.state.Phase;
import io.quorate.state.Status;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** One cluster on a local deployment, brought up before somebody's eyes and shown. */
final class Demonstration {
  private static final long LOOK_MILLIS = 100;

  private final LocalDeployment deployment;
  private final Forwarder forwarder;
  private final DemoCluster wanted;
  private final ClusterName cluster;
  private final Path root;
  private final Clusters clusters;
  private final Guide guide;

  Demonstration(
      LocalDeployment deployment,
      Forwarder forwarder,
      DemoCluster wanted,
      Artifacts artifacts,
      Path root) {
    this.wanted = wanted;
    this.deployment = deployment;
    this.forwarder = forwarder;
    this.cluster = wanted.name();
    this.root = root.toAbsolutePath().normalize();
    this.clusters = new Clusters(deployment);
    this.guide =
        new Guide(
            deployment,
            wanted,
            (wanted.tls() ? "https://" : "http://") + forwarder.address(),
            artifacts.etcdFolder(),
            this.root);
  }

  /** Host and port of the address that stays. */
  String address() {
    return forwarder.address();
  }

  /** Tells the guide of the Prometheus that looks on. */
  void observedAt(URI prometheus) {
    guide.observedAt(prometheus);
  }

  /**
   * Applies the spec, creates the group, waits until every member serves.
   *
   * @throws IllegalStateException when it does not within the time, with what was seen last
   */
  void bringUp(ProgressLog progress, Duration within, CountDownLatch interrupted)
      throws IOException, InterruptedException {
    if (interrupted.getCount() == 0) {
      return;
    }
    String yaml = wanted.spec(forwarder.host());
    Files.writeString(deployment.config().home().resolve("cluster.yaml"), yaml);
    clusters.create(SpecReader.read(yaml).orThrow());
    progress.say("cluster " + cluster + " applied: its UID and its right to bootstrap are minted");
    deployment.createGroup(cluster.value(), wanted.nodes());
    progress.say(
        "auto-scaling group "
            + cluster
            + " launches "
            + wanted.nodes()
            + " instances over three zones");
    long deadline = System.nanoTime() + within.toNanos();
    String said = "";
    while (true) {
      Status status = clusters.status(cluster).orElseThrow();
      List<Heartbeat> heartbeats = clusters.heartbeats(cluster);
      String seen = seen(status, heartbeats);
      if (!seen.equals(said)) {
        progress.say(seen);
        said = seen;
      }
      if (status.phase() == Phase.HEALTHY) {
        return;
      }
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException(
            "the cluster is not healthy after "
                + within.toSeconds()
                + " s: "
                + seen
                + "; the logs are in "
                + deployment.config().home());
      }
      if (interrupted.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        return;
      }
    }
  }

  /**
   * How the cluster's members are called; over TLS with a certificate that is made as a user makes
   * one.
   */
  EtcdAccess access() throws IOException, InterruptedException {
    return access(Guide.CLIENT);
  }

  /** Who calls them in a tour: with access control on the application is a user of its own. */
  Callers callers() throws IOException, InterruptedException {
    return wanted.auth() ? new Callers(access(), access(Guide.APPLICATION)) : Callers.one(access());
  }

  private EtcdAccess access(String commonName) throws IOException, InterruptedException {
    if (!wanted.tls()) {
      return EtcdAccess.PLAIN;
    }
    EtcdAccess.ClientFiles files = guide.clientFiles(commonName);
    if (!Files.exists(files.certificate())) {
      Files.createDirectories(files.key().resolveSibling(""));
      quorate(
          List.of(
              "certificate",
              "issue",
              cluster.value(),
              "--cn",
              commonName,
              "--out",
              files.key().resolveSibling("").toString()));
    }
    return EtcdAccess.tls(files);
  }

  private String seen(Status status, List<Heartbeat> heartbeats) {
    long serving = heartbeats.stream().filter(Heartbeat::serving).count();
    return status.phase()
        + ": "
        + heartbeats.size()
        + " of "
        + wanted.nodes()
        + " nodes registered, "
        + serving
        + " members serve";
  }

  /** Shows the cluster until interrupted: once as JSON, or live after the guide was read. */
  void show(boolean json, boolean interactive, CountDownLatch interrupted)
      throws IOException, InterruptedException {
    try (ConsolePage console =
        ConsolePage.start(
            operator().script(),
            cluster.value(),
            guide.environment(Principals.OPERATOR),
            deployment.config().home())) {
      access();
      console
          .page(interrupted, trouble -> System.err.println("quorate: " + trouble))
          .ifPresent(guide::consoleAt);
      String document = JsonTree.pretty(guide.document(clusters));
      String text = guide.text(clusters);
      write(guide.file(), text);
      write(
          guide.file().resolveSibling("ready.json"),
          document + "\n"); // The last: whoever started this waits for it.
      if (json) {
        System.out.println(document);
        System.out.flush();
        System.err.println("The guide for people is in " + guide.file());
        System.err.println("Stop with Ctrl-C, or: " + guide.stop());
        interrupted.await();
      } else {
        live(text, interactive, interrupted);
      }
    }
  }

  private void live(String text, boolean interactive, CountDownLatch interrupted)
      throws IOException, InterruptedException {
    System.out.println(text);
    System.out.println("Ctrl-C stops everything.");
    if (interactive) {
      System.out.println("Press Enter for a live view of the cluster.");
    }
    System.out.flush();
    if (interactive && !Keyboard.enter(interrupted)) {
      return;
    }
    Process watch = watch();
    try {
      interrupted.await();
    } finally {
      watch.destroy();
      watch.waitFor();
    }
  }

  /** Whole or not at all: it is read as soon as it is there. */
  private static void write(Path file, String text) throws IOException {
    Path half = file.resolveSibling(file.getFileName() + ".half");
    Files.writeString(half, text);
    Files.move(half, file, StandardCopyOption.ATOMIC_MOVE);
  }

  /**
   * Runs the command {@code quorate} as a user would, and returns what it printed.
   *
   * @throws IOException when it fails, with what it said
   */
  String quorate(List<String> arguments) throws IOException, InterruptedException {
    return operator().run(arguments);
  }

  private OperatorCommand operator() {
    return new OperatorCommand(deployment, root);
  }

  private Process watch() throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(operator().script().toString(), "status", cluster.value(), "--watch")
            .inheritIO();
    builder.environment().putAll(guide.environment(Principals.OPERATOR));
    MarkVariables.put(builder.environment(), deployment.config().home(), "watch");
    return builder.start();
  }
}
