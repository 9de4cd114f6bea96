package io.quorate.benchmark;

import io.quorate.codec.Codecs;
import io.quorate.deployment.Artifacts;
import io.quorate.deployment.Clusters;
import io.quorate.deployment.DeploymentConfig;
import io.quorate.deployment.Etcd;
import io.quorate.deployment.EtcdAccess;
import io.quorate.deployment.LocalDeployment;
import io.quorate.localcloud.instance.InstanceView;
import io.quorate.localcloud.wire.Glob;
import io.quorate.model.ClusterName;
import io.quorate.spec.SpecReader;
import io.quorate.state.DataState;
import io.quorate.state.Heartbeat;
import io.quorate.state.JournalEntry;
import io.quorate.state.Phase;
import io.quorate.store.Item;
import io.quorate.store.Keys;
import io.quorate.store.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One cluster under Quorate with the default spec, measured and broken. */
final class QuorateRun {
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  /** An agent's first minutes go to the JIT compiler: what it uses then is starting, not idling. */
  private static final Duration WARM = Duration.ofMinutes(3);

  private static final Duration STEADY = Duration.ofSeconds(60);
  private static final int NODES = 3;
  private static final int TURNS = 5;

  private final Path home;
  private final Artifacts artifacts;
  private final int block;
  private final Tls tls;
  private final AtExit atExit;
  private Optional<EtcdAccess> access = Optional.empty();
  private final ClusterName name = new ClusterName("bench");

  QuorateRun(Path home, Artifacts artifacts, int block, Tls tls, AtExit atExit) {
    this.tls = tls;
    this.home = home;
    this.artifacts = artifacts;
    this.block = block;
    this.atExit = atExit;
  }

  /**
   * Measures all; the figures of a steady cluster only where asked for, because they take five
   * minutes.
   */
  void measure(Measurements into, boolean steadyToo) throws IOException {
    try (LocalDeployment deployment =
        atExit.closes(
            LocalDeployment.start(DeploymentConfig.at(home).withAddressBlock(block), artifacts))) {
      Clusters clusters = new Clusters(deployment);
      clusters.create(
          SpecReader.read("name: bench\netcd:\n  version: 3.5\n" + tls.section()).orThrow());
      warm(deployment);
      deployment.createGroup(name.value(), NODES);
      new Stopwatch()
          .until(
              "three registered agents", PATIENCE, () -> clusters.heartbeats(name).size() == NODES);
      Stopwatch bootstrapped = new Stopwatch();
      InstanceView first = deployment.instances().list().get(0);
      into.add(
          "quorate start to first write",
          bootstrapped.until(
              "the first write", PATIENCE, () -> etcd(first).put(Healing.KEY, "v") > 0));
      awaitHealthy(clusters);
      if (steadyToo) {
        steady(deployment, clusters, into);
      }
      killed(deployment, clusters, into);
      awaitHealthy(clusters);
      AtRest.await();
      wiped(deployment, clusters, into);
      awaitHealthy(clusters);
    } finally {
      atExit.closed();
    }
  }

  /**
   * On AWS the schedule keeps the function warm: a minute is shorter than an environment's life.
   */
  private static void warm(LocalDeployment deployment) {
    deployment.controller().lookNow();
    new Stopwatch()
        .until(
            "a warm function",
            PATIENCE,
            () ->
                deployment.controller().host().environments().stream()
                    .anyMatch(environment -> environment.initialized() && !environment.busy()));
  }

  private void awaitHealthy(Clusters clusters) {
    new Stopwatch()
        .until(
            "a healthy cluster",
            PATIENCE,
            () ->
                clusters.status(name).orElseThrow().phase() == Phase.HEALTHY
                    && clusters.heartbeats(name).stream().allMatch(Heartbeat::serving));
  }

  private void killed(LocalDeployment deployment, Clusters clusters, Measurements into) {
    into.add(
        "quorate killed member returns",
        new Healing(deployment, clusters, name, access.orElseThrow())
            .killed(follower(deployment, clusters)));
  }

  private void wiped(LocalDeployment deployment, Clusters clusters, Measurements into)
      throws IOException {
    InstanceView victim = follower(deployment, clusters);
    Instant[] failing = new Instant[1];
    into.add(
        "quorate wiped member replaced",
        new Healing(deployment, clusters, name, access.orElseThrow())
            .wiped(
                victim,
                () -> {
                  if (failing[0] == null) {
                    failing[0] = failing(clusters, victim).orElse(null);
                  }
                }));
    if (failing[0] != null) {
      Instant decided = decision(clusters);
      into.add(
          "failing heartbeat to decision",
          Duration.between(failing[0], decided).toMillis() / 1000.0);
    }
  }

  private Optional<Instant> failing(Clusters clusters, InstanceView victim) {
    return clusters.heartbeats(name).stream()
        .filter(beat -> beat.instance().value().equals(victim.id()))
        .filter(beat -> beat.data() == DataState.LOST)
        .map(Heartbeat::at)
        .findFirst();
  }

  private Instant decision(Clusters clusters) {
    return clusters.store().newest(Table.CLUSTERS, name.value(), Keys.JOURNAL, 20).stream()
        .map(QuorateRun::entry)
        .filter(entry -> entry.decision().equals("ISSUE_INSTRUCTION"))
        .map(JournalEntry::at)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("the journal has no Issue"));
  }

  private static JournalEntry entry(Item item) {
    return Codecs.JOURNAL.read(item.attributes(), item.key().toString());
  }

  private void steady(LocalDeployment deployment, Clusters clusters, Measurements into)
      throws IOException {
    AtRest.pass(WARM);
    var requests = deployment.cloud().requests();
    long beatsBefore = sequences(clusters);
    requests.clear();
    List<Footprint> agents = new ArrayList<>();
    for (InstanceView instance : deployment.instances().list()) {
      agents.add(Footprint.of(instance.agentPid().orElseThrow()));
    }
    AtRest.pass(STEADY);
    for (Footprint agent : agents) {
      into.add("agent idle CPU", agent.cpuPercent());
      into.add("agent resident memory", agent.residentMib());
    }
    double beats = sequences(clusters) - beatsBefore;
    into.add(
        "store requests per heartbeat",
        requests.count(Glob.of("agent-*"), Glob.of("dynamodb"), Glob.ANY) / beats);
    for (int turn = 1; turn <= TURNS; turn++) {
      // As on AWS, every node has spoken since the turn before: that is what steady means.
      long spoken = sequences(clusters);
      new Stopwatch()
          .until("new heartbeats", PATIENCE, () -> sequences(clusters) >= spoken + 2L * NODES);
      turn(deployment, clusters, into);
    }
  }

  /**
   * Counts one turn, from a free lease to a free lease. One firing of the schedule asks once for
   * the list of clusters, for all of them together; the rest is this turn's: lease, nodes, records,
   * lease. A count that another trigger's turn fell into is dropped, not divided.
   */
  private void turn(LocalDeployment deployment, Clusters clusters, Measurements into) {
    var requests = deployment.cloud().requests();
    for (int attempt = 0; attempt < TURNS; attempt++) {
      new Stopwatch().until("a free lease", PATIENCE, () -> free(clusters));
      long before = token(clusters);
      requests.clear();
      deployment.controller().lookNow();
      new Stopwatch().until("a turn", PATIENCE, () -> token(clusters) > before && free(clusters));
      long asked = requests.count(Glob.of("controller"), Glob.of("dynamodb"), Glob.ANY);
      if (token(clusters) == before + 1) {
        into.add("store requests per steady turn", (double) (asked - 1));
        return;
      }
    }
  }

  private long sequences(Clusters clusters) {
    return clusters.heartbeats(name).stream().mapToLong(Heartbeat::sequence).sum();
  }

  private long token(Clusters clusters) {
    return lease(clusters).token().value();
  }

  private boolean free(Clusters clusters) {
    return lease(clusters).owner().isEmpty();
  }

  private io.quorate.state.Lease lease(Clusters clusters) {
    Item item = clusters.store().read(List.of(Keys.lease(name))).values().iterator().next();
    return Codecs.LEASE.read(item.attributes(), item.key().toString());
  }

  private InstanceView follower(LocalDeployment deployment, Clusters clusters) {
    String id =
        clusters.heartbeats(name).stream()
            .filter(beat -> beat.status().filter(status -> !status.leads()).isPresent())
            .map(beat -> beat.instance().value())
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("no follower"));
    return deployment.instances().list().stream()
        .filter(view -> view.id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  /** A client of one's member, as soon as there is something to show it. */
  private Etcd etcd(InstanceView instance) {
    EtcdAccess found = access.orElseGet(() -> tls.access(instance));
    access = Optional.of(found);
    return found.etcd(found.url(instance));
  }
}
