package io.quorate.cli;

import io.quorate.cli.picture.ClusterSummary;
import io.quorate.controller.reconcile.Turn;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.model.EtcdClusterId;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.spec.ClusterSpec;
import io.quorate.spec.EtcdVersion;
import io.quorate.state.Bootstrap;
import io.quorate.state.Condition;
import io.quorate.state.DataState;
import io.quorate.state.DecisionSummary;
import io.quorate.state.Endpoints;
import io.quorate.state.Heartbeat;
import io.quorate.state.HeartbeatProgress;
import io.quorate.state.InitialMember;
import io.quorate.state.JournalEntry;
import io.quorate.state.Lease;
import io.quorate.state.Lineage;
import io.quorate.state.Phase;
import io.quorate.state.ProcessState;
import io.quorate.state.SpecRecord;
import io.quorate.state.Status;
import io.quorate.state.UnansweredCall;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** A cluster named demo on three instances, in whatever state a test wants. */
public final class Sample {
  public static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  public static final ClusterName DEMO = new ClusterName("demo");
  public static final ClusterUid UID = new ClusterUid("0f9a3c1e7b2d4856");
  public static final EtcdClusterId CLUSTER_ID = EtcdClusterId.parse("cdf818194e3a8c32");

  private Optional<SpecRecord> spec =
      Optional.of(
          new SpecRecord(
              ClusterSpec.defaults(DEMO, EtcdVersion.parse("3.5").orElseThrow()),
              UID,
              1,
              NOW.minusSeconds(900),
              "alice"));
  private Lineage lineage = Lineage.unbootstrapped(UID);
  private Optional<Status> status = Optional.of(Status.initial());
  private List<Heartbeat> nodes = List.of();
  private List<SnapshotRecord> snapshots = List.of();
  private List<JournalEntry> journal = List.of();
  private List<String> unreadable = List.of();
  private Optional<Instant> lastTurn = Optional.of(NOW.minusSeconds(20));
  private Map<InstanceId, HeartbeatProgress> heartbeatProgress = new HashMap<>();
  private Map<String, UnansweredCall> unanswered = Map.of();

  /** Applied and not yet seen by any node. */
  public static Sample unbootstrapped() {
    return new Sample();
  }

  /** Bootstrapped, three members serving, the first of them leading. */
  public static Sample healthy() {
    Sample sample = new Sample();
    sample.lineage = Lineage.unbootstrapped(UID).committing(bootstrap()).committed();
    sample.status = Optional.of(Status.initial().showing(Phase.HEALTHY, List.of()));
    sample.nodes = IntStream.rangeClosed(1, 3).mapToObj(n -> NodeSample.of(n).build()).toList();
    return sample.journalled(
        entry(800, "COMMIT_BOOTSTRAP", "ALL_REGISTERED", "3 of 3 nodes have registered"),
        entry(
            799, "FINALIZE_BOOTSTRAP", "BOOTSTRAP_RECORDED", "generation 1 is decided, not final"));
  }

  public static Bootstrap bootstrap() {
    return new Bootstrap(
        Generation.FIRST,
        "quorate-" + UID + "-1-77aa",
        CLUSTER_ID,
        IntStream.rangeClosed(1, 3).mapToObj(Sample::voter).toList(),
        "77aa",
        NOW.minusSeconds(800));
  }

  private static InitialMember voter(int n) {
    return new InitialMember(instance(n), member(n), endpoints(n), zone(n), "disk-" + n);
  }

  public static InstanceId instance(int n) {
    return new InstanceId("i-0" + "abcdef".charAt(n) + "34567890123456" + n);
  }

  public static MemberId member(int n) {
    return MemberId.parse(n + "e9e05c52164694d");
  }

  public static Endpoints endpoints(int n) {
    String host = "http://10.0." + n + ".17";
    return new Endpoints(host + ":2380", host + ":2379");
  }

  public static String zone(int n) {
    return "eu-west-1" + "-abc".charAt((n - 1) % 3 + 1);
  }

  /** An entry so many seconds ago. */
  public static JournalEntry entry(
      long secondsAgo, String decision, String reason, String message) {
    Instant at = NOW.minusSeconds(secondsAgo);
    FencingToken token = new FencingToken(4);
    return new JournalEntry(
        JournalEntry.id(at, token, 0), at, token, decision, reason, message, Map.of("votes", "3"));
  }

  public static Condition condition(Condition.Type type, String message) {
    return new Condition(type, message, NOW.minusSeconds(150));
  }

  /** The node with this number, otherwise. */
  public Sample node(Heartbeat changed) {
    List<Heartbeat> others =
        nodes.stream().filter(n -> !n.instance().equals(changed.instance())).toList();
    nodes = new ArrayList<>(others);
    nodes.add(changed);
    nodes.sort(Comparator.comparing(Heartbeat::instance));
    return this;
  }

  public Sample status(Status next) {
    status = Optional.of(next);
    return this;
  }

  public Status status() {
    return status.orElseThrow();
  }

  public Sample lineage(Lineage next) {
    lineage = next;
    return this;
  }

  public Sample snapshots(SnapshotRecord... catalogue) {
    snapshots = List.of(catalogue);
    return this;
  }

  public Sample journalled(JournalEntry... entries) {
    journal = List.of(entries);
    return this;
  }

  public Sample unreadable(String line) {
    unreadable = List.of(line);
    spec = Optional.empty();
    return this;
  }

  /** The controller has watched this node's sequence stand still for three minutes. */
  public Sample silent(Heartbeat node) {
    heartbeatProgress.put(
        node.instance(),
        new HeartbeatProgress(
            node.boot().nonce(),
            node.sequence(),
            NOW.minus(Duration.ofMinutes(3)),
            Map.of(),
            Duration.ofMinutes(3),
            6));
    return this;
  }

  /** The last turn began so long ago. */
  public Sample lastTurn(Duration ago) {
    lastTurn = Optional.of(NOW.minus(ago));
    return this;
  }

  /** There never was a turn. */
  public Sample neverTurned() {
    lastTurn = Optional.empty();
    return this;
  }

  /** Turns do not get these calls to AWS answered. */
  public Sample unanswered(Map<String, UnansweredCall> calls) {
    unanswered = calls;
    return this;
  }

  public ClusterSummary summary() {
    return new ClusterSummary(
        DEMO,
        spec,
        Optional.of(lineage),
        status,
        lastTurn.map(
            at ->
                new Lease(
                    "",
                    new FencingToken(41),
                    at.plus(Turn.LEASE),
                    heartbeatProgress,
                    Optional.empty(),
                    unanswered)),
        nodes,
        snapshots,
        journal,
        unreadable,
        NOW);
  }

  /** What a status remembers after this decision. */
  public static DecisionSummary summary(JournalEntry entry) {
    return new DecisionSummary(entry.decision(), entry.reason(), entry.message(), entry.at());
  }

  /** A stopped node whose data is in this state. */
  public static Heartbeat stopped(int n, DataState data) {
    return NodeSample.of(n).down(data, ProcessState.STOPPED).build();
  }
}
