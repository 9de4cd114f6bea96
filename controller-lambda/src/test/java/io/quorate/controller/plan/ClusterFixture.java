package io.quorate.controller.plan;

import static io.quorate.command.CommandSlot.State.OPEN;

import io.quorate.command.Command;
import io.quorate.command.CommandHeader;
import io.quorate.command.CommandKind;
import io.quorate.command.CommandSlot;
import io.quorate.command.JoinCluster;
import io.quorate.command.LeaveCluster;
import io.quorate.command.Outcome;
import io.quorate.command.RemoveMember;
import io.quorate.command.RestartMember;
import io.quorate.command.SetPeerUrl;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.view.ClusterRecords;
import io.quorate.controller.view.ClusterView;
import io.quorate.controller.view.FleetView;
import io.quorate.controller.view.GroupSettings;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.HookWait;
import io.quorate.controller.view.InstanceState;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.model.EtcdIds;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.spec.ClusterSpec;
import io.quorate.spec.SpecReader;
import io.quorate.spec.StartSettings;
import io.quorate.state.Bootstrap;
import io.quorate.state.Condition;
import io.quorate.state.DataState;
import io.quorate.state.HeartbeatProgress;
import io.quorate.state.HookAnswer;
import io.quorate.state.InitialMember;
import io.quorate.state.Lineage;
import io.quorate.state.MemberEntry;
import io.quorate.state.NodeReport;
import io.quorate.state.OpenCommand;
import io.quorate.state.Phase;
import io.quorate.state.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** A cluster as one turn sees it, told in the words of a test and changed step by step. */
final class ClusterFixture {
  static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
  static final ClusterUid UID = new ClusterUid("uid-1");
  static final String TOKEN = "uid-1-1-n";

  final Map<InstanceId, NodeFixture> actors = new TreeMap<>();
  final Map<InstanceId, InstanceState> instances = new HashMap<>();
  final Map<InstanceId, String> lifecycles = new HashMap<>();
  final Map<InstanceId, HookWait> waits = new HashMap<>();
  final List<MemberEntry> listed = new ArrayList<>();
  Lineage lineage = Lineage.unbootstrapped(UID);
  Status status = Status.initial();
  FleetView fleet = fleet(1, 1);
  final Map<InstanceId, CommandSlot> slots = new HashMap<>();
  ClusterRecords records = ClusterRecords.NONE;
  Optional<GroupView> groupInstead = Optional.empty();
  int desired = 3;
  long token = 40;
  Instant now = NOW;
  ClusterSpec spec = spec("interval: off");

  /** A spec whose section of snapshots says this. */
  static ClusterSpec spec(String snapshots) {
    return spec(snapshots, "off");
  }

  /** The same, whose voters' data are compared so often. */
  static ClusterSpec spec(String snapshots, String compareData) {
    return SpecReader.read(
            "name: demo\netcd:\n  version: 3.5\nsnapshots: {%s}\nmaintenance: {compareData: %s}\n"
                .formatted(snapshots, compareData))
        .orThrow();
  }

  /** So many clusters, of which so many turned unhealthy together just now. */
  static FleetView fleet(int clusters, int together) {
    List<ClusterName> names = new ArrayList<>();
    for (int n = 1; n <= together; n++) {
      names.add(new ClusterName(n == 1 ? "demo" : "c-" + n));
    }
    return new FleetView.Observed(clusters, names, NOW.plus(Duration.ofMinutes(15)));
  }

  /** Nodes i-1 to i-n, registered and empty. */
  static ClusterFixture registered(int nodes) {
    ClusterFixture fixture = new ClusterFixture();
    for (int n = 1; n <= nodes; n++) {
      fixture.launch("i-" + n);
    }
    return fixture;
  }

  /** A healthy cluster of voters i-1 to i-n, led by i-1. */
  static ClusterFixture healthy(int voters) {
    ClusterFixture fixture = registered(voters);
    fixture.desired = voters;
    List<InitialMember> initial = new ArrayList<>();
    for (NodeFixture nodeFixture : fixture.actors.values()) {
      initial.add(
          new InitialMember(
              nodeFixture.instance,
              memberOf(nodeFixture),
              nodeFixture.endpoints(),
              nodeFixture.zone,
              "disk-" + nodeFixture.instance));
    }
    List<MemberId> ids = initial.stream().map(InitialMember::memberId).toList();
    Bootstrap bootstrap =
        new Bootstrap(Generation.FIRST, TOKEN, EtcdIds.clusterId(ids), initial, "n", NOW);
    fixture.lineage = fixture.lineage.committing(bootstrap).committed();
    fixture.status = fixture.status.showing(Phase.HEALTHY, List.of());
    for (NodeFixture nodeFixture : fixture.actors.values()) {
      nodeFixture.joined(bootstrap, memberOf(nodeFixture));
      fixture.listed.add(entry(nodeFixture, false));
    }
    return fixture;
  }

  /** The table holds a cluster of another UID, bootstrapped as this one was. */
  void tableOfAnotherUid() {
    lineage =
        Lineage.unbootstrapped(new ClusterUid("uid-2"))
            .committing(lineage.bootstrap().orElseThrow())
            .committed();
  }

  static MemberEntry entry(NodeFixture nodeFixture, boolean learner) {
    return new MemberEntry(
        memberOf(nodeFixture),
        nodeFixture.instance.value(),
        List.of(nodeFixture.endpoints().peerUrl()),
        learner);
  }

  static MemberId memberOf(NodeFixture nodeFixture) {
    return EtcdIds.memberId(List.of(nodeFixture.endpoints().peerUrl()), TOKEN);
  }

  NodeFixture launch(String instance) {
    NodeFixture nodeFixture = new NodeFixture(new InstanceId(instance), actors.size() + 1);
    actors.put(nodeFixture.instance, nodeFixture);
    instances.put(nodeFixture.instance, InstanceState.RUNNING);
    lifecycles.put(nodeFixture.instance, "InService");
    return nodeFixture;
  }

  /** Its launch hook holds it. */
  ClusterFixture heldLaunch(String instance) {
    return held(instance, "Pending:Wait", HookAnswer.LAUNCH, HookWait.Transition.LAUNCH);
  }

  /** The group terminates it, and its hook holds it. */
  ClusterFixture heldTermination(String instance) {
    return held(
        instance, "Terminating:Wait", HookAnswer.TERMINATE, HookWait.Transition.TERMINATION);
  }

  private ClusterFixture held(
      String instance, String lifecycle, String hook, HookWait.Transition transition) {
    InstanceId id = new InstanceId(instance);
    lifecycles.put(id, lifecycle);
    waits.put(id, new HookWait(hook, transition, Duration.ofMinutes(15), Duration.ofHours(25)));
    return this;
  }

  NodeFixture node(String instance) {
    return java.util.Objects.requireNonNull(actors.get(new InstanceId(instance)), instance);
  }

  MemberId member(String instance) {
    return memberOf(node(instance));
  }

  /** EC2 shows it terminated; its row stays as it was, standing still. */
  ClusterFixture terminate(String instance) {
    InstanceId id = new InstanceId(instance);
    instances.put(id, InstanceState.TERMINATED);
    lifecycles.remove(id);
    return silence(instance);
  }

  /** Its heartbeats stand still for long. */
  ClusterFixture silence(String instance) {
    node(instance).stillFor = Duration.ofHours(1);
    node(instance).stillTurns = 50;
    return this;
  }

  /** The leader sees the member of an instance inactive for so long. */
  ClusterFixture inactive(String instance, Duration time) {
    node(instance).seenSilentMillis = time.toMillis();
    node(instance).seenConnected = false;
    return this;
  }

  /** All agents know how to leave. */
  ClusterFixture knowsLeave() {
    actors.values().forEach(node -> node.report = NodeReport.NOTHING.knowing(Set.of("LEAVE")));
    return this;
  }

  /** The member of an instance left: nobody lists it, and its agent knows of none. */
  ClusterFixture left(String instance) {
    listed.removeIf(entry -> entry.name().equals(instance));
    knowsNothing(instance).data(instance, DataState.NONE);
    return this;
  }

  ClusterFixture data(String instance, DataState data) {
    node(instance).data = data;
    return this;
  }

  /** Its agent knows of no member, and no etcd runs. */
  ClusterFixture knowsNothing(String instance) {
    NodeFixture node = node(instance);
    node.identity = Optional.empty();
    node.answering = false;
    node.quorumProven = false;
    return this;
  }

  ClusterFixture open(CommandKind kind, String executor) {
    status =
        status.opening(
            new OpenCommand("op-1", kind, new InstanceId(executor), Optional.empty(), now, false));
    slots.put(new InstanceId(executor), new CommandSlot(told(kind, executor), OPEN));
    return this;
  }

  /** A removal that its executor did not report as done. */
  ClusterFixture closedRemoval(String executor, String target) {
    RemoveMember told = (RemoveMember) told(CommandKind.REMOVE_MEMBER, executor);
    slots.put(
        new InstanceId(executor),
        new CommandSlot(
            new RemoveMember(told.header(), told.clusterId(), member(target), false, "dead"),
            CommandSlot.State.CLOSED));
    return this;
  }

  private Command told(CommandKind kind, String executor) {
    CommandHeader header =
        new CommandHeader(
            "op-1",
            new InstanceId(executor),
            lineage.uid(),
            lineage.generation(),
            new FencingToken(token),
            now);
    var clusterId = lineage.bootstrap().orElseThrow().clusterId();
    return switch (kind) {
      case JOIN ->
          new JoinCluster(
              header,
              Optional.empty(),
              "token",
              clusterId,
              List.of("http://10.0.0.1:2379"),
              spec.timings().joinDeadline().toMillis(),
              1);
      case REMOVE_MEMBER -> new RemoveMember(header, clusterId, new MemberId(1), false, "dead");
      case SET_PEER_URL ->
          new SetPeerUrl(header, clusterId, member(executor), "http://10.0.0.1:2380");
      case RESTART_MEMBER ->
          new RestartMember(
              header,
              clusterId,
              member(executor),
              List.of("http://10.0.0.1:2379"),
              StartSettings.of(spec),
              60_000);
      case LEAVE ->
          new LeaveCluster(
              header, clusterId, member(executor), List.of("http://10.0.0.1:2379"), 60_000);
      default -> throw new IllegalArgumentException(kind + " changes no membership");
    };
  }

  ClusterFixture answer(String instance, Outcome.Result result) {
    node(instance).outcome =
        Optional.of(new Outcome("op-1", told(instance), result, "STEP", "said so"));
    return this;
  }

  private CommandKind told(String instance) {
    CommandSlot slot = slots.get(new InstanceId(instance));
    return slot == null ? CommandKind.JOIN : slot.command().kind();
  }

  ClusterFixture after(Duration time) {
    now = now.plus(time);
    return this;
  }

  /** The group shows its instances, and that it is in this region and account. */
  void groupIn(String place) {
    groupInstead =
        Optional.of(
            new GroupView.Observed(
                desired,
                lifecycles,
                Map.of(),
                List.of(),
                new GroupSettings(
                    Optional.empty(),
                    Optional.empty(),
                    List.of(),
                    Optional.empty(),
                    Optional.of(place))));
  }

  ClusterView view() {
    Map<InstanceId, ObservedNode> nodes = new HashMap<>();
    for (NodeFixture nodeFixture : actors.values()) {
      HeartbeatProgress heartbeatProgress =
          new HeartbeatProgress(
              nodeFixture.incarnationNonce(),
              nodeFixture.sequence,
              now.minus(nodeFixture.stillFor),
              Map.of(),
              nodeFixture.stillFor,
              nodeFixture.stillTurns);
      nodes.put(
          nodeFixture.instance, new ObservedNode(nodeFixture.heartbeat(this), heartbeatProgress));
    }
    GroupView group =
        groupInstead.orElseGet(() -> new GroupView.Observed(desired, lifecycles, waits, List.of()));
    return new ClusterView(
        new ClusterName("demo"),
        spec,
        lineage,
        status,
        slots,
        records,
        nodes,
        group,
        instances,
        fleet,
        new FencingToken(token),
        new FencingToken(token),
        "nonce",
        now);
  }

  Plan plan() {
    return new Planner().plan(view());
  }

  /** What a condition of the next plan says; empty where it does not hold. */
  Optional<String> shown(Condition.Type type) {
    return plan().status().conditions().stream()
        .filter(held -> held.type() == type)
        .map(Condition::message)
        .findFirst();
  }
}
