package io.quorate.controller.plan.rollout;

import static io.quorate.controller.plan.rollout.RollOutFixture.runs;
import static io.quorate.controller.plan.rollout.RollOutFixture.told;
import static io.quorate.controller.plan.rollout.RollOutFixture.version;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.CommandKind;
import io.quorate.command.CompareData;
import io.quorate.command.JoinCluster;
import io.quorate.command.Outcome;
import io.quorate.command.PrepareRelease;
import io.quorate.command.RestartMember;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.NodeFixture;
import io.quorate.controller.fixture.StoreStage;
import io.quorate.guards.Guards;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.release.ReleaseArchive;
import io.quorate.release.TargetRelease;
import io.quorate.spec.EtcdVersion;
import io.quorate.spec.SpecReader;
import io.quorate.spec.StartSettings;
import io.quorate.state.ComparisonRound;
import io.quorate.state.ComparisonRound.Result;
import io.quorate.state.Condition;
import io.quorate.state.DataComparison;
import io.quorate.state.LastCommand;
import io.quorate.state.NodeReport;
import io.quorate.state.RollOutHalt;
import io.quorate.store.Keys;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A stored release comes to every node, and then to one member after the other. */
class ReleaseRollOutTest {
  private static final EtcdVersion OLD = version("3.5.26");
  private static final EtcdVersion NEW = version("3.5.30");

  /** Voters led by i-1 that run the old release, of a spec that asks for the new one. */
  private static ClusterFixture asked(int voters) {
    ClusterFixture fixture = ClusterFixture.healthy(voters);
    fixture.spec =
        SpecReader.read("name: demo\netcd: {version: 3.5.30}\nsnapshots: {interval: off}\n")
            .orThrow();
    fixture.records =
        fixture.records.with(
            new TargetRelease(NEW, List.of(new ReleaseArchive("linux-amd64", "0a".repeat(32), 7))));
    fixture.actors.values().forEach(node -> old(fixture, node, Set.of()));
    return fixture;
  }

  private static ClusterFixture prepared(int voters) {
    ClusterFixture fixture = asked(voters);
    fixture.actors.values().forEach(node -> old(fixture, node, Set.of(NEW)));
    return fixture;
  }

  private static void old(ClusterFixture fixture, NodeFixture node, Set<EtcdVersion> prepared) {
    runs(fixture, node, OLD, prepared);
  }

  private static Optional<RestartMember> restart(ClusterFixture fixture) {
    return told(fixture).filter(RestartMember.class::isInstance).map(RestartMember.class::cast);
  }

  @Test
  @Guards("PREPARE_RELEASE")
  void everyNodeGetsItBeforeAnyMemberRestarts() {
    ClusterFixture fixture = asked(3);
    for (String next : List.of("i-1", "i-2", "i-3")) {
      assertThat(told(fixture))
          .get()
          .isInstanceOfSatisfying(
              PrepareRelease.class,
              prepare -> {
                assertThat(prepare.header().executor()).isEqualTo(new InstanceId(next));
                assertThat(prepare.release()).isEqualTo(NEW);
                assertThat(prepare.archives()).hasSize(1);
              });
      old(fixture, fixture.node(next), Set.of(NEW));
    }
    assertThat(restart(fixture)).isPresent();
  }

  @Test
  @Guards("UPGRADE_RUNS")
  void followersChangeFirstAndTheLeaderLast() {
    ClusterFixture fixture = prepared(3);
    assertThat(fixture.shown(Condition.Type.UPGRADE_RUNS).orElseThrow()).contains("i-1, i-2, i-3");
    for (String next : List.of("i-2", "i-3", "i-1")) {
      RestartMember restart = restart(fixture).orElseThrow();
      assertThat(restart.header().executor()).isEqualTo(new InstanceId(next));
      assertThat(restart.release()).contains(NEW);
      assertThat(fixture.plan().decision().reason().code()).isEqualTo("RELEASE_OUTDATED");
      fixture.node(next).version = NEW.toString();
    }
    assertThat(restart(fixture)).isEmpty();
    assertThat(fixture.shown(Condition.Type.UPGRADE_RUNS)).isEmpty();
  }

  @Test
  void theVotersAreComparedWithinTheHourBeforeTheFirstChanges() {
    ClusterFixture fixture = comparable(3);
    fixture.spec =
        SpecReader.read(
                """
                name: demo
                etcd: {version: 3.5.30}
                snapshots: {interval: off}
                maintenance: {compareData: off}
                """)
            .orThrow();
    assertThat(told(fixture)).get().isInstanceOf(CompareData.class);
    assertThat(fixture.plan().decision().reason().code()).isEqualTo("COMPARISON_BEFORE_UPGRADE");
    assertThat(fixture.shown(Condition.Type.UPGRADE_RUNS).orElseThrow())
        .contains("the voters' data were not compared within the last hour");

    compared(fixture, fixture.now.minus(Duration.ofMinutes(61)), Set.of("i-1", "i-2", "i-3"));
    assertThat(told(fixture)).get().isInstanceOf(CompareData.class);
    compared(fixture, fixture.now, Set.of("i-1", "i-2"));
    assertThat(told(fixture)).get().isInstanceOf(CompareData.class);
    compared(fixture, fixture.now, Set.of("i-1", "i-2", "i-3"));
    assertThat(restart(fixture)).isPresent();
  }

  @Test
  void aClusterWithoutKeysIsNotCompared() {
    ClusterFixture fixture = comparable(3);
    fixture.actors.values().forEach(node -> node.revision = 1);
    assertThat(restart(fixture)).isPresent();

    fixture.node("i-2").revision = 2;
    assertThat(told(fixture)).get().isInstanceOf(CompareData.class);
  }

  @Test
  void saysWhyTheVotersCannotBeComparedNow() {
    ClusterFixture fixture = comparable(3);
    fixture.actors.values().forEach(node -> node.revision = 0);
    assertThat(fixture.shown(Condition.Type.UPGRADE_RUNS).orElseThrow())
        .contains("within the last hour, and cannot be now: it has no key yet");
  }

  @Test
  void aComparisonThatCouldNotBeMadeHoldsNobodyUp() {
    ClusterFixture fixture = comparable(3);
    compared(fixture, fixture.now, Set.of("i-1", "i-2", "i-3"));
    DataComparison comparison = fixture.status.tasks().comparison();
    ComparisonRound failed =
        comparison.last().orElseThrow().ended(Result.INCOMPLETE, "i-2 gave no hash", fixture.now);
    fixture.status =
        fixture.status.withTasks(
            fixture.status.tasks().withComparison(DataComparison.NONE.ended(failed)));
    assertThat(restart(fixture)).isPresent();
  }

  private static ClusterFixture comparable(int voters) {
    ClusterFixture fixture = prepared(voters);
    fixture
        .actors
        .values()
        .forEach(
            node ->
                node.report =
                    NodeReport.NOTHING.knowing(
                        Set.of(
                            CommandKind.RESTART_MEMBER.name(),
                            CommandKind.PREPARE_RELEASE.name(),
                            CommandKind.COMPARE_DATA.name())));
    return fixture;
  }

  private static void compared(ClusterFixture fixture, Instant at, Set<String> instances) {
    Map<MemberId, InstanceId> voters =
        instances.stream().collect(Collectors.toMap(fixture::member, InstanceId::new));
    ComparisonRound round =
        ComparisonRound.begun("r", Optional.empty(), at, 40, voters)
            .ended(Result.EQUAL, "all hold the same", at);
    fixture.status =
        fixture.status.withTasks(
            fixture.status.tasks().withComparison(DataComparison.NONE.ended(round)));
  }

  @Test
  void nothingHappensWhereTheSpecWasResolvedToAnotherVersion() {
    ClusterFixture fixture = prepared(3);
    fixture.spec = SpecReader.read("name: demo\netcd: {version: 3.5}\n").orThrow();
    assertThat(restart(fixture)).isEmpty();
    assertThat(fixture.shown(Condition.Type.UPGRADE_RUNS)).isEmpty();
  }

  @Test
  @Guards("UPGRADE_BLOCKED")
  void aRecordThatNobodyCanReadIsNamedAndEndsNoTurn() {
    StoreStage stage = StoreStage.of(ClusterFixture.healthy(3));
    stage.put(
        Keys.release(StoreStage.CLUSTER), Map.of("schemaVersion", 1L, "version", "of somebody"));
    stage.turn();
    assertThat(stage.status().conditions())
        .extracting(Condition::type)
        .contains(Condition.Type.UPGRADE_BLOCKED)
        .doesNotContain(Condition.Type.RECORD_UNREADABLE);
  }

  @Test
  void anAlarmOrAnotherVoterDownHoldsItBack() {
    ClusterFixture alarm = prepared(3);
    alarm.node("i-3").alarms = List.of("NOSPACE");
    assertThat(restart(alarm)).isEmpty();
    ClusterFixture down = prepared(3);
    down.node("i-3").answering = false;
    assertThat(restart(down)).isEmpty();
  }

  @Test
  void anOlderAgentIsNotToldAndNamed() {
    ClusterFixture fixture = asked(3);
    for (String instance : List.of("i-1", "i-2", "i-3")) {
      fixture.node(instance).report =
          NodeReport.NOTHING.knowing(Set.of(CommandKind.RESTART_MEMBER.name()));
    }
    assertThat(told(fixture)).isEmpty();
    assertThat(fixture.shown(Condition.Type.UPGRADE_BLOCKED).orElseThrow())
        .contains("i-1, i-2, i-3", "upgrade them");
  }

  @Test
  @Guards("UPGRADE_BLOCKED")
  void allThatIsInTheWayIsNamedAtOnce() {
    ClusterFixture fixture = asked(2);
    fixture.desired = 2;
    fixture.status =
        fixture.status.withTasks(
            fixture
                .status
                .tasks()
                .ended(
                    CommandKind.PREPARE_RELEASE,
                    new LastCommand(
                        new InstanceId("i-2"),
                        fixture.now,
                        Outcome.Result.FAILED,
                        "DISK_FULL: 100 are free",
                        1)));
    assertThat(fixture.shown(Condition.Type.UPGRADE_BLOCKED).orElseThrow())
        .contains("i-2 could not prepare it", "100 are free", "i-1, i-2", "of 2 voters none");
    assertThat(fixture.shown(Condition.Type.UPGRADE_RUNS)).isEmpty();
    assertThat(told(fixture)).as("it waits after the failure").isEmpty();
    assertThat(told(fixture.after(Duration.ofMinutes(2))).map(c -> c.header().executor()))
        .contains(new InstanceId("i-1"));
  }

  @Test
  @Guards("UPGRADE_HALTED")
  void afterAFailureNobodyElseChangesUntilTheSpecAsksForAnother() {
    ClusterFixture fixture = prepared(3);
    fixture.status =
        fixture.status.withRollOutHalt(
            Optional.of(
                new RollOutHalt(
                    new InstanceId("i-2"),
                    StartSettings.of(fixture.spec) + " etcd 3.5.30",
                    "CONFIRM: etcd was started 4 times",
                    fixture.now)));
    assertThat(restart(fixture)).isEmpty();
    assertThat(fixture.shown(Condition.Type.UPGRADE_HALTED).orElseThrow())
        .contains("i-2", "3.5.30", "started 4 times");
    assertThat(fixture.shown(Condition.Type.ROLLOUT_HALTED)).isEmpty();
    fixture.spec = SpecReader.read("name: demo\netcd: {version: 3.5.26}\n").orThrow();
    assertThat(fixture.shown(Condition.Type.UPGRADE_HALTED)).isEmpty();
  }

  @Test
  void aNodeThatJoinsTakesTheReleaseOfTheMajorityOnATieTheOlder() {
    ClusterFixture fixture = prepared(3);
    fixture.desired = 4;
    fixture.launch("i-4");
    old(fixture, fixture.node("i-4"), Set.of(NEW));
    fixture.node("i-2").version = NEW.toString();
    assertThat(joins(fixture)).contains(OLD);
    fixture.node("i-3").version = NEW.toString();
    assertThat(joins(fixture)).contains(NEW);

    ClusterFixture tie = prepared(2);
    tie.desired = 3;
    tie.launch("i-3");
    old(tie, tie.node("i-3"), Set.of(NEW));
    tie.node("i-2").version = NEW.toString();
    assertThat(joins(tie)).contains(OLD);
  }

  private static Optional<EtcdVersion> joins(ClusterFixture fixture) {
    return told(fixture)
        .filter(JoinCluster.class::isInstance)
        .map(JoinCluster.class::cast)
        .flatMap(JoinCluster::release);
  }

  @Test
  @Guards("ETCD_RELEASE_OUTDATED")
  void aReleaseWithAKnownFaultIsNamed() {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    assertThat(fixture.shown(Condition.Type.ETCD_RELEASE_OUTDATED)).isEmpty();
    fixture.node("i-2").version = "3.5.16";
    assertThat(fixture.shown(Condition.Type.ETCD_RELEASE_OUTDATED).orElseThrow())
        .contains("3.5.16", "defragmentation", "i-2");
  }
}
