package io.quorate.cost;

import io.quorate.benchmark.Stopwatch;
import io.quorate.codec.Codecs;
import io.quorate.deployment.Artifacts;
import io.quorate.deployment.Clusters;
import io.quorate.deployment.DeploymentConfig;
import io.quorate.deployment.LocalDeployment;
import io.quorate.localcloud.data.CapacityMeter;
import io.quorate.localcloud.events.CloudEvent;
import io.quorate.localcloud.lambda.InvocationResult;
import io.quorate.localcloud.terraform.ControlPlaneModule;
import io.quorate.localcloud.wire.Glob;
import io.quorate.model.ClusterName;
import io.quorate.spec.SpecReader;
import io.quorate.state.Heartbeat;
import io.quorate.state.Phase;
import io.quorate.store.Item;
import io.quorate.store.Keys;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * One cluster with the default spec on the local cloud, at rest, counted:
 *
 * <ol>
 *   <li>schedules without a cluster: what each costs by itself;
 *   <li>a window of time with the cluster at rest: what its agents use, and turns that no schedule
 *       began;
 *   <li>schedules one by one: what one turn costs more.
 * </ol>
 */
final class CostRun {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Longer than an event that met a busy function stays away. */
  private static final Duration QUIET =
      ControlPlaneModule.get().queue().visibility().plusSeconds(5);

  private static final Duration BETWEEN = Duration.ofSeconds(1);
  private static final int NODES = 3;
  private static final int FIRINGS = 10;
  private static final Glob AGENTS = Glob.of("agent-*");
  private static final Glob CONTROLLER = Glob.of("controller");
  private static final Glob S3 = Glob.of("s3");

  private final ClusterName name = new ClusterName("cost");
  private final LocalDeployment deployment;
  private final Clusters clusters;
  private final CapacityMeter meter;

  private CostRun(LocalDeployment deployment) {
    this.deployment = deployment;
    this.clusters = new Clusters(deployment);
    this.meter = deployment.cloud().meterDynamoDb();
  }

  /** What was counted between two moments. */
  private record Counts(
      double reads, double writes, double agentReads, double agentWrites, long token, long bytes) {
    Counts since(Counts before) {
      return new Counts(
          reads - before.reads,
          writes - before.writes,
          agentReads - before.agentReads,
          agentWrites - before.agentWrites,
          token - before.token,
          bytes - before.bytes);
    }
  }

  static Usage measure(Path home, Artifacts artifacts, Duration window, String metrics)
      throws IOException {
    // No schedule by itself: each is fired here, and timed.
    DeploymentConfig config =
        DeploymentConfig.at(home)
            .withAddressBlock(156)
            .withSchedule(Duration.ofDays(1))
            .withFunctionEnvironment(Map.of("QUORATE_METRICS", metrics));
    try (LocalDeployment deployment = LocalDeployment.start(config, artifacts)) {
      return new CostRun(deployment).measure(window);
    }
  }

  private Usage measure(Duration window) throws IOException {
    fire();
    Counts before = counts(0);
    List<Double> empty = fire(FIRINGS);
    Counts alone = counts(0).since(before);

    clusters.create(SpecReader.read("name: cost\netcd:\n  version: 3.5\n").orThrow());
    deployment.createGroup(name.value(), NODES);
    new Stopwatch().until("a healthy cluster", PATIENCE, this::healthy);
    new Stopwatch().until("a cluster at rest", PATIENCE, this::atRest);

    var requests = deployment.cloud().requests();
    requests.clear();
    before = counts(token());
    Stopwatch watch = new Stopwatch();
    pass(window);
    double hours = watch.seconds() / 3600;
    Counts rest = counts(token()).since(before);
    double gets = requests.count(Glob.ANY, S3, Glob.of("GetObject"));
    double puts = requests.count(Glob.ANY, S3, Glob.ANY) - gets;

    before = counts(token());
    List<Double> full = fire(FIRINGS);
    Counts turning = counts(token()).since(before);
    double turns = Math.max(1, turning.token());
    double firingReads = alone.reads() / FIRINGS;
    double firingSeconds = median(empty);
    return new Usage(
        NODES,
        rest.agentReads() / hours,
        rest.agentWrites() / hours,
        firingReads,
        firingSeconds,
        Math.max(0, turning.reads() - firingReads * FIRINGS) / turns,
        turning.writes() / turns,
        Math.max(0, median(full) - firingSeconds),
        turning.bytes() / turns,
        rest.token() / hours,
        puts / hours,
        gets / hours,
        PublishedSeries.in(log()));
  }

  /** No turn for a while: what the bootstrap began has ended. */
  private boolean atRest() {
    long before = token();
    pass(QUIET);
    return token() == before;
  }

  private boolean healthy() {
    pass(BETWEEN);
    fire();
    return clusters.status(name).filter(status -> status.phase() == Phase.HEALTHY).isPresent()
        && clusters.heartbeats(name).size() == NODES
        && clusters.heartbeats(name).stream().allMatch(CostRun::quiet);
  }

  private static boolean quiet(Heartbeat beat) {
    return beat.serving() && beat.alert().isEmpty();
  }

  private Counts counts(long token) throws IOException {
    return new Counts(
        meter.reads(CONTROLLER),
        meter.writes(CONTROLLER),
        meter.reads(AGENTS),
        meter.writes(AGENTS),
        token,
        logBytes());
  }

  private long token() {
    Item item = clusters.store().read(List.of(Keys.lease(name))).values().iterator().next();
    return Codecs.LEASE.read(item.attributes(), item.key().toString()).token().value();
  }

  private long logBytes() throws IOException {
    long sum = 0;
    for (Path file : logs()) {
      sum += Files.size(file);
    }
    return sum;
  }

  private List<String> log() throws IOException {
    List<String> lines = new ArrayList<>();
    for (Path file : logs()) {
      lines.addAll(Files.readAllLines(file));
    }
    return lines;
  }

  private List<Path> logs() throws IOException {
    Path folder = deployment.config().home().resolve("lambda");
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> file.toString().endsWith(".log"))
          .toList();
    }
  }

  private List<Double> fire(int times) {
    List<Double> seconds = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      seconds.add(fire());
    }
    return seconds;
  }

  /** Invokes the function as the schedule does; seconds until it has answered. */
  private double fire() {
    String json =
        new CloudEvent(
                "cost",
                "Scheduled Event",
                "aws.events",
                deployment.cloud().config().account(),
                Instant.now(),
                deployment.cloud().region(),
                List.of(),
                Map.of())
            .toJson();
    Stopwatch watch = new Stopwatch();
    InvocationResult result =
        deployment.controller().host().invoke(json.getBytes(StandardCharsets.UTF_8)).join();
    if (!result.succeeded()) {
      throw new IllegalStateException("the controller's function failed: " + result.text());
    }
    return watch.seconds();
  }

  private static double median(List<Double> values) {
    List<Double> sorted = new ArrayList<>(values);
    Collections.sort(sorted);
    return sorted.get(sorted.size() / 2);
  }

  private static void pass(Duration time) {
    long until = System.nanoTime() + time.toNanos();
    while (System.nanoTime() < until) {
      LockSupport.parkNanos(until - System.nanoTime());
    }
  }
}
