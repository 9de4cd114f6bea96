package io.quorate.controller.plan;

import io.quorate.command.Outcome;
import io.quorate.model.ClusterName;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.state.AccessRefused;
import io.quorate.state.AgentIncarnation;
import io.quorate.state.Bootstrap;
import io.quorate.state.DataState;
import io.quorate.state.Endpoints;
import io.quorate.state.EtcdRuns;
import io.quorate.state.Heartbeat;
import io.quorate.state.MemberEntry;
import io.quorate.state.MemberIdentity;
import io.quorate.state.MemberStatus;
import io.quorate.state.NodeReport;
import io.quorate.state.PeerView;
import io.quorate.state.ProcessState;
import io.quorate.state.Watermark;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** One node of a {@link ClusterFixture}. */
final class NodeFixture {
  final InstanceId instance;
  final int number;
  String zone;
  DataState data = DataState.NONE;
  Optional<MemberIdentity> identity = Optional.empty();
  EtcdRuns runs = EtcdRuns.UNTOLD;
  long incarnations = 1;
  Optional<String> lastExit = Optional.empty();
  Optional<Outcome> outcome = Optional.empty();
  Optional<String> currentStep = Optional.empty();
  boolean answering = false;
  boolean quorumProven = false;
  long sequence = 100;
  long stateVersion;
  Duration stillFor = Duration.ZERO;
  long stillTurns = 0;
  long seenSilentMillis = 0;
  boolean seenConnected = true;
  Optional<PeerView> unstarted = Optional.empty();
  boolean hearsAll = false;
  boolean tellsPeers = true;
  long raftTerm = 2;
  long raftIndex = 60;
  long revision = 50;
  long watermark = 60;
  boolean tellsWatermark = true;
  boolean tls = false;
  Optional<String> clientUrlInstead = Optional.empty();
  boolean learner = false;
  private boolean refused = false;
  String version = "3.5.30";
  long dbBytes = 4096;
  List<String> alarms = List.of();
  Optional<MemberId> follows = Optional.empty();
  boolean leaderless;
  boolean starting;
  Generation seenGeneration = Generation.UNBOOTSTRAPPED;
  FencingToken seenToken = FencingToken.NONE;
  NodeReport report = NodeReport.NOTHING;
  Optional<List<MemberEntry>> listInstead = Optional.empty();

  NodeFixture(InstanceId instance, int number) {
    this.instance = instance;
    this.number = number;
    this.zone = "z" + number % 3;
    this.stateVersion = 10L + number;
  }

  String incarnationNonce() {
    return "boot-" + instance + (incarnations == 1 ? "" : "-" + incarnations);
  }

  Endpoints endpoints() {
    String host = (tls ? "https" : "http") + "://10.0.0." + number;
    return new Endpoints(host + ":2380", clientUrlInstead.orElse(host + ":2379"));
  }

  void joined(Bootstrap bootstrap, MemberId member) {
    identity =
        Optional.of(
            new MemberIdentity(
                ClusterFixture.UID,
                bootstrap.generation(),
                bootstrap.clusterId(),
                member,
                "dir-" + instance));
    data = DataState.INTACT;
    answering = true;
    quorumProven = true;
    seenGeneration = bootstrap.generation();
  }

  Heartbeat heartbeat(ClusterFixture fixture) {
    List<MemberEntry> members = listInstead.orElse(answering ? fixture.listed : List.of());
    return new Heartbeat(
        new ClusterName("demo"),
        instance,
        zone,
        endpoints(),
        "test",
        new AgentIncarnation("disk-" + instance, incarnations, incarnationNonce()),
        sequence,
        stateVersion,
        identity,
        data,
        tellsWatermark ? new Watermark(raftTerm, watermark) : Watermark.NONE,
        answering
            ? ProcessState.ANSWERING
            : starting ? ProcessState.STARTING : ProcessState.STOPPED,
        lastExit,
        runs,
        status(fixture),
        quorumProven,
        members,
        peers(fixture, members),
        seenGeneration,
        seenToken,
        outcome,
        currentStep,
        Optional.empty(),
        report,
        fixture.now);
  }

  /** Its etcd answers, and its access control refuses the agent. */
  void refused(boolean quorum) {
    refused = true;
    quorumProven = false;
    listInstead = Optional.of(List.of());
    report = report.refused(new AccessRefused("user name is empty", quorum));
  }

  private Optional<MemberStatus> status(ClusterFixture fixture) {
    if (!answering || refused) {
      return Optional.empty();
    }
    MemberIdentity mine = identity.orElseThrow();
    return Optional.of(
        new MemberStatus(
            mine.memberId(),
            mine.clusterId(),
            leaderless ? Optional.empty() : follows.or(() -> leader(fixture)),
            learner,
            revision,
            raftTerm,
            raftIndex,
            raftIndex,
            dbBytes,
            dbBytes / 2,
            version,
            alarms));
  }

  /** The first that answers and is not silent leads. */
  private Optional<MemberId> leader(ClusterFixture fixture) {
    return fixture.actors.values().stream()
        .filter(nodeFixture -> nodeFixture.answering && nodeFixture.stillFor.isZero())
        .flatMap(nodeFixture -> nodeFixture.identity.stream())
        .map(MemberIdentity::memberId)
        .findFirst();
  }

  private List<PeerView> peers(ClusterFixture fixture, List<MemberEntry> members) {
    return members.stream()
        .filter(entry -> tellsPeers && !entry.name().equals(instance.value()))
        .map(entry -> hearsAll ? new PeerView(entry.id(), 0, true) : peer(fixture, entry))
        .map(peer -> unstarted.filter(seen -> seen.id().equals(peer.id())).orElse(peer))
        .toList();
  }

  private static PeerView peer(ClusterFixture fixture, MemberEntry entry) {
    if (!entry.started()) {
      return new PeerView(entry.id(), 1000, false);
    }
    return InstanceId.named(entry.name())
        .map(fixture.actors::get)
        .map(other -> new PeerView(entry.id(), other.seenSilentMillis, other.seenConnected))
        .orElseGet(() -> new PeerView(entry.id(), 3_600_000, false));
  }
}
