package io.quorate.controller.plan;

import io.quorate.instruction.Outcome;
import io.quorate.model.ClusterName;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.state.Birth;
import io.quorate.state.Boot;
import io.quorate.state.DataState;
import io.quorate.state.Endpoints;
import io.quorate.state.EtcdRuns;
import io.quorate.state.Heartbeat;
import io.quorate.state.MemberEntry;
import io.quorate.state.MemberIdentity;
import io.quorate.state.MemberStatus;
import io.quorate.state.PeerView;
import io.quorate.state.ProcessState;
import io.quorate.state.Watermark;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** One node of a {@link Scene}. */
final class Actor {
  final InstanceId instance;
  final int number;
  String zone;
  DataState data = DataState.NONE;
  Optional<MemberIdentity> identity = Optional.empty();
  EtcdRuns runs = EtcdRuns.UNTOLD;
  long boots = 1;
  Optional<String> lastExit = Optional.empty();
  Optional<Outcome> outcome = Optional.empty();
  Optional<String> doing = Optional.empty();
  boolean answering = false;
  boolean quorumProven = false;
  long sequence = 100;
  long stateVersion;
  Duration stillFor = Duration.ZERO;
  long stillTurns = 0;
  long seenSilentMillis = 0;
  boolean seenConnected = true;
  boolean hearsAll = false;
  boolean tellsPeers = true;
  long raftTerm = 2;
  long raftIndex = 60;
  long watermark = 60;
  boolean tellsWatermark = true;
  boolean learner = false;
  List<String> alarms = List.of();
  Optional<MemberId> follows = Optional.empty();
  Generation seenGeneration = Generation.UNBORN;
  FencingToken seenToken = FencingToken.NONE;
  Optional<List<MemberEntry>> listInstead = Optional.empty();

  Actor(InstanceId instance, int number) {
    this.instance = instance;
    this.number = number;
    this.zone = "z" + number % 3;
    this.stateVersion = 10L + number;
  }

  String bootNonce() {
    return "boot-" + instance + (boots == 1 ? "" : "-" + boots);
  }

  Endpoints endpoints() {
    return new Endpoints("http://10.0.0." + number + ":2380", "http://10.0.0." + number + ":2379");
  }

  void joined(Birth birth, MemberId member) {
    identity =
        Optional.of(
            new MemberIdentity(
                Scene.UID, birth.generation(), birth.clusterId(), member, "dir-" + instance));
    data = DataState.INTACT;
    answering = true;
    quorumProven = true;
    seenGeneration = birth.generation();
  }

  Heartbeat heartbeat(Scene scene) {
    List<MemberEntry> members = listInstead.orElse(answering ? scene.listed : List.of());
    return new Heartbeat(
        new ClusterName("demo"),
        instance,
        zone,
        endpoints(),
        "test",
        new Boot("disk-" + instance, boots, bootNonce()),
        sequence,
        stateVersion,
        identity,
        data,
        tellsWatermark ? new Watermark(raftTerm, watermark) : Watermark.NONE,
        answering ? ProcessState.ANSWERING : ProcessState.STOPPED,
        lastExit,
        runs,
        status(scene),
        quorumProven,
        members,
        peers(scene, members),
        seenGeneration,
        seenToken,
        outcome,
        doing,
        Optional.empty(),
        scene.now);
  }

  private Optional<MemberStatus> status(Scene scene) {
    if (!answering) {
      return Optional.empty();
    }
    MemberIdentity mine = identity.orElseThrow();
    return Optional.of(
        new MemberStatus(
            mine.memberId(),
            mine.clusterId(),
            follows.or(() -> leader(scene)),
            learner,
            50,
            raftTerm,
            raftIndex,
            raftIndex,
            4096,
            4096,
            "3.5.30",
            alarms));
  }

  /** The first that answers and is not silent leads. */
  private Optional<MemberId> leader(Scene scene) {
    return scene.actors.values().stream()
        .filter(actor -> actor.answering && actor.stillFor.isZero())
        .flatMap(actor -> actor.identity.stream())
        .map(MemberIdentity::memberId)
        .findFirst();
  }

  private List<PeerView> peers(Scene scene, List<MemberEntry> members) {
    return members.stream()
        .filter(entry -> tellsPeers && !entry.name().equals(instance.value()))
        .map(entry -> hearsAll ? new PeerView(entry.id(), 0, true) : peer(scene, entry))
        .toList();
  }

  private static PeerView peer(Scene scene, MemberEntry entry) {
    if (!entry.started()) {
      return new PeerView(entry.id(), 1000, false);
    }
    return InstanceId.named(entry.name())
        .map(scene.actors::get)
        .map(other -> new PeerView(entry.id(), other.seenSilentMillis, other.seenConnected))
        .orElseGet(() -> new PeerView(entry.id(), 3_600_000, false));
  }
}
