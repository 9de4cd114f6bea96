package io.quorate.controller.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.CommandKind;
import io.quorate.controller.decision.NoOp;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.NodeFixture;
import io.quorate.controller.fixture.RecoveryFixture;
import io.quorate.controller.view.FleetView;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.InstanceState;
import io.quorate.guards.Guards;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.recovery.Recovery;
import io.quorate.recovery.RecoverySource;
import io.quorate.state.DataState;
import io.quorate.state.JoinBackoff;
import io.quorate.state.MemberEntry;
import io.quorate.state.NodeSpace;
import io.quorate.state.Phase;
import io.quorate.state.PutAside;
import io.quorate.state.Termination;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every way to rest, with the phase that is shown beside it: it names what is waited for. */
class RestReasonTest {
  private static final Duration LONG = Duration.ofHours(1);

  private record Case(ClusterFixture fixture, Phase phase, String code, List<String> says) {
    @Override
    public String toString() {
      return phase + " " + code + " " + says;
    }
  }

  static List<Case> cases() {
    List<Case> all = new ArrayList<>();
    all.add(
        rest(ClusterFixture.registered(1), Phase.WAITING_FOR_NODES, "WAITING_FOR_NODES", "1 of 3"));
    all.add(
        rest(
            bootstrapped(),
            Phase.BOOTSTRAPPING,
            "INITIAL_MEMBERS_AWAITED",
            "i-1",
            "i-2",
            "its etcd is stopped"));
    all.add(
        rest(ClusterFixture.healthy(3), Phase.HEALTHY, "STEADY", "every desired member serves"));
    all.add(
        rest(
            ClusterFixture.healthy(3),
            s -> s.groupInstead = Optional.of(new GroupView.Unknown("denied")),
            Phase.DEGRADED,
            "GROUP_UNKNOWN",
            "denied"));
    all.add(
        rest(
            RecoveryFixture.recorded(),
            RestReasonTest::hibernated,
            Phase.HIBERNATED,
            "HIBERNATED",
            "wants no instance",
            "set-desired-capacity"));
    all.addAll(degraded());
    all.addAll(changing());
    all.addAll(noQuorum());
    return all;
  }

  private static void hibernated(ClusterFixture fixture) {
    List.of("i-1", "i-2", "i-3").forEach(fixture::terminate);
    fixture.desired = 0;
    RecoveryFixture.recovery(
        fixture,
        Recovery.hibernating(
                "recovery-1-n",
                ClusterFixture.UID,
                Generation.FIRST,
                new FencingToken(1),
                ClusterFixture.NOW)
            .gathered(Map.of(), ClusterFixture.NOW)
            .trying(
                RecoverySource.of(fixture.records.snapshots().getFirst().manifest()),
                new InstanceId("i-1"),
                ClusterFixture.NOW)
            .hibernated(ClusterFixture.NOW));
  }

  private static List<Case> degraded() {
    return List.of(
        rest(
            ClusterFixture.healthy(3).silence("i-3"),
            Phase.DEGRADED,
            "VOTERS_AWAITED",
            "i-3 (silent since",
            "the leader's etcd still hears it"),
        rest(
            ClusterFixture.healthy(3).silence("i-3").inactive("i-3", Duration.ofSeconds(1)),
            Phase.DEGRADED,
            "VOTERS_AWAITED",
            "has not yet missed it"),
        rest(
            ClusterFixture.healthy(3).silence("i-3").inactive("i-3", LONG),
            s -> s.instances.put(s.node("i-3").instance, InstanceState.STOPPED),
            Phase.DEGRADED,
            "VOTERS_AWAITED",
            "EC2 calls it STOPPED"),
        rest(
            ClusterFixture.healthy(3).silence("i-3").inactive("i-3", LONG),
            s -> s.fleet = ClusterFixture.fleet(4, 3),
            Phase.DEGRADED,
            "VOTERS_AWAITED",
            "the fleet breaker is on: 3 of 4"),
        rest(
            ClusterFixture.healthy(3),
            s -> s.node("i-3").seenSilentMillis = 2_000,
            Phase.DEGRADED,
            "VOTERS_AWAITED",
            "i-3 (it says that it serves, but gives the leader no answer"),
        rest(
            ClusterFixture.healthy(3).data("i-2", DataState.LOST).data("i-3", DataState.LOST),
            Phase.DEGRADED,
            "QUORUM_IN_MEMORY",
            "a person is awaited",
            "i-2 (dead: the agent of i-2 reports its data LOST"),
        rest(
            ClusterFixture.healthy(3),
            s -> s.node("i-2").answering = false,
            Phase.DEGRADED,
            "VOTERS_AWAITED",
            "i-2 (its etcd is stopped"),
        rest(
            ClusterFixture.healthy(3),
            s -> s.node("i-2").quorumProven = false,
            Phase.DEGRADED,
            "VOTERS_AWAITED",
            "i-2 (its etcd answers but proves no quorum"),
        rest(
            ClusterFixture.healthy(3).terminate("i-3"),
            s -> s.fleet = ClusterFixture.fleet(10, 3),
            Phase.DEGRADED,
            "FLEET_BREAKER",
            "3 of 10",
            "at the latest at"),
        rest(
            ClusterFixture.healthy(3).terminate("i-3"),
            s -> s.fleet = new FleetView.RowsUnread(List.of("row i-9 cannot be read")),
            Phase.DEGRADED,
            "FLEET_BREAKER",
            "row i-9 cannot be read"),
        rest(
            ClusterFixture.healthy(3).data("i-3", DataState.LOST),
            s -> s.groupInstead = Optional.of(new GroupView.Unknown("denied")),
            Phase.DEGRADED,
            "GROUP_UNKNOWN",
            "denied"),
        rest(
            ClusterFixture.healthy(3),
            s -> s.desired = 4,
            Phase.DEGRADED,
            "NODES_AWAITED",
            "3 of 4",
            "an instance that the group launches"),
        rest(
            ClusterFixture.healthy(3),
            RestReasonTest::strangerWithData,
            Phase.DEGRADED,
            "NODES_AWAITED",
            "i-4 (its data is INTACT",
            "a person decides"),
        rest(
            ClusterFixture.healthy(3),
            RestReasonTest::unregistered,
            Phase.DEGRADED,
            "NODES_AWAITED",
            "i-9 (not registered yet)"),
        rest(
            ClusterFixture.healthy(3),
            RestReasonTest::learner,
            Phase.DEGRADED,
            "LEARNERS_AWAITED",
            "promotion"),
        rest(
            ClusterFixture.healthy(3).silence("i-3"),
            RestReasonTest::waitingNode,
            Phase.DEGRADED,
            "JOIN_WAITS",
            "i-4 waits to join",
            "i-3 (silent since"),
        rest(
            ClusterFixture.healthy(3),
            RestReasonTest::setBack,
            Phase.DEGRADED,
            "JOIN_BACKOFF",
            "i-4 failed to join 2 times"),
        rest(
            ClusterFixture.healthy(3),
            RestReasonTest::withoutRoom,
            Phase.DEGRADED,
            "JOIN_NEEDS_ROOM",
            "the disk of i-4 has 1MiB free",
            "it is not told to join"));
  }

  private static List<Case> changing() {
    return List.of(
        rest(
            ClusterFixture.healthy(3).open(CommandKind.JOIN, "i-3"),
            Phase.CHANGING,
            "OPERATION_OPEN",
            "JOIN on i-3 is open since"),
        rest(
            ClusterFixture.healthy(3),
            s -> terminating(s, InstanceState.SHUTTING_DOWN),
            Phase.CHANGING,
            "TERMINATION_UNDER_WAY",
            "i-3 is being terminated"));
  }

  private static List<Case> noQuorum() {
    return List.of(
        rest(
            RecoveryFixture.recorded().silence("i-2").silence("i-3"),
            Phase.UNSEEN,
            "QUORUM_UNSEEN",
            "i-2 (silent since",
            "i-3 (silent since",
            "the others are no quorum without it"),
        rest(
            RecoveryFixture.recorded().silence("i-1").silence("i-2").silence("i-3"),
            Phase.UNSEEN,
            "QUORUM_UNSEEN",
            "i-3 (silent since",
            "no quorum tells who is a member"),
        rest(
            RecoveryFixture.recorded(),
            s -> s.actors.values().forEach(nodeFixture -> nodeFixture.quorumProven = false),
            Phase.NO_QUORUM,
            "QUORUM_AWAITED",
            "i-1 (its etcd answers but proves no quorum)"),
        rest(
            RecoveryFixture.recorded().terminate("i-2").terminate("i-3"),
            s -> s.node("i-1").quorumProven = false,
            Phase.NO_QUORUM,
            "HOLDERS_UNKNOWN",
            "awaited, for as long as it takes",
            "i-1: its agent does not tell"),
        rest(
            ClusterFixture.healthy(3).terminate("i-2").terminate("i-3"),
            Phase.NO_QUORUM,
            "QUORUM_LOST",
            "awaited is the next heartbeat of i-1",
            "EC2 shows i-2 terminated"),
        rest(
            RecoveryFixture.everythingLost(),
            RecoveryFixture::catalogue,
            Phase.NO_QUORUM,
            "QUORUM_LOST",
            "a person is awaited",
            "EC2 shows i-2 terminated"),
        rest(
            ClusterFixture.healthy(3).silence("i-2").silence("i-3").open(CommandKind.JOIN, "i-3"),
            Phase.UNSEEN,
            "OPERATION_OPEN",
            "JOIN on i-3 is open",
            "too few agents report to tell whether a quorum serves",
            "i-2 (silent since"),
        rest(
            ClusterFixture.healthy(3).silence("i-1").silence("i-2"),
            s -> terminating(s, InstanceState.SHUTTING_DOWN),
            Phase.UNSEEN,
            "TERMINATION_UNDER_WAY",
            "too few agents report to tell whether a quorum serves"));
  }

  @ParameterizedTest
  @MethodSource("cases")
  @Guards({"NoOp", "WAITING_FOR_NODES"})
  void aRestNamesWhatItWaitsFor(Case given) {
    Plan plan = given.fixture().plan();

    assertThat(plan.decision()).isInstanceOf(NoOp.class);
    assertThat(plan.status().phase()).isEqualTo(given.phase());
    assertThat(plan.decision().reason().code()).isEqualTo(given.code());
    assertThat(plan.decision().reason().message()).contains(given.says());
  }

  @ParameterizedTest
  @MethodSource("cases")
  void onlyAHealthyClusterIsCalledSteady(Case given) {
    boolean steady = given.fixture().plan().decision().reason().code().equals("STEADY");

    assertThat(steady && given.phase() != Phase.HEALTHY).isFalse();
  }

  @Test
  void everyPhaseInWhichATurnMayRestIsHere() {
    Set<Phase> halts = EnumSet.of(Phase.HALTED);
    assertThat(cases().stream().map(Case::phase))
        .containsOnlyOnceElementsOf(List.of(Phase.WAITING_FOR_NODES, Phase.BOOTSTRAPPING))
        .containsAll(Arrays.stream(Phase.values()).filter(p -> !halts.contains(p)).toList());
  }

  private static Case rest(ClusterFixture fixture, Phase phase, String code, String... says) {
    return new Case(fixture, phase, code, List.of(says));
  }

  private static Case rest(
      ClusterFixture fixture,
      Consumer<ClusterFixture> change,
      Phase phase,
      String code,
      String... says) {
    change.accept(fixture);
    return rest(fixture, phase, code, says);
  }

  private static ClusterFixture bootstrapped() {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    fixture.actors.values().forEach(nodeFixture -> nodeFixture.answering = false);
    fixture.status = fixture.status.showing(Phase.BOOTSTRAPPING, List.of());
    return fixture;
  }

  private static void waitingNode(ClusterFixture fixture) {
    fixture.desired = 4;
    fixture.launch("i-4");
  }

  private static void strangerWithData(ClusterFixture fixture) {
    waitingNode(fixture);
    fixture.node("i-4").data = DataState.INTACT;
  }

  private static void unregistered(ClusterFixture fixture) {
    fixture.desired = 4;
    fixture.lifecycles.put(new io.quorate.model.InstanceId("i-9"), "Pending");
  }

  private static void learner(ClusterFixture fixture) {
    fixture.desired = 4;
    NodeFixture joiner = fixture.launch("i-4");
    joiner.joined(fixture.lineage.bootstrap().orElseThrow(), ClusterFixture.memberOf(joiner));
    MemberEntry pending = ClusterFixture.entry(joiner, true);
    fixture.listed.add(pending);
  }

  private static void setBack(ClusterFixture fixture) {
    waitingNode(fixture);
    JoinBackoff joinBackoff = new JoinBackoff(2, fixture.now.plusSeconds(20));
    fixture.status =
        fixture.status.withJoinBackoffs(Map.of(fixture.node("i-4").instance, joinBackoff));
  }

  private static void withoutRoom(ClusterFixture fixture) {
    waitingNode(fixture);
    NodeFixture node = fixture.node("i-4");
    node.report =
        node.report
            .having(new NodeSpace(1L << 30, 1L << 20, 0))
            .puttingAside(new PutAside(1, 1L << 29, List.of()));
  }

  private static void terminating(ClusterFixture fixture, InstanceState state) {
    NodeFixture victim = fixture.node("i-3");
    fixture.instances.put(victim.instance, state);
    fixture.status =
        fixture.status.withTerminations(
            List.of(Termination.decided(victim.instance, "hung", fixture.now)));
  }
}
