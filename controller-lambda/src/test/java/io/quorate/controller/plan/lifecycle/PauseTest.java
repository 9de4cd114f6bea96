package io.quorate.controller.plan.lifecycle;

import static io.quorate.controller.fixture.RecoveryFixture.advance;
import static io.quorate.controller.fixture.RecoveryFixture.condition;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.CommandKind;
import io.quorate.command.Outcome;
import io.quorate.command.TakeSnapshot;
import io.quorate.controller.decision.AdvanceRecovery;
import io.quorate.controller.decision.AnswerHook;
import io.quorate.controller.decision.AnswerRequest;
import io.quorate.controller.decision.CancelCommand;
import io.quorate.controller.decision.CloseCommand;
import io.quorate.controller.decision.CommitBootstrap;
import io.quorate.controller.decision.Decision;
import io.quorate.controller.decision.ExtendHook;
import io.quorate.controller.decision.NoOp;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.StartCommand;
import io.quorate.controller.decision.TerminateInstance;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.RecoveryFixture;
import io.quorate.controller.fixture.SnapshotFixture;
import io.quorate.controller.plan.PlanTrace;
import io.quorate.controller.plan.Planner;
import io.quorate.controller.plan.RuleEvaluation;
import io.quorate.guards.Guards;
import io.quorate.model.InstanceId;
import io.quorate.recovery.Recovery;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.state.Condition;
import io.quorate.state.DataState;
import io.quorate.state.Pause;
import io.quorate.state.Severity;
import io.quorate.state.Termination;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** While an operator pauses a cluster nothing begins, and what was begun is finished. */
class PauseTest {
  private static final Pause BY_ALICE =
      new Pause(Instant.parse("2026-01-02T03:00:00Z"), "alice", "the storage is being repaired");

  private static ClusterFixture paused(ClusterFixture fixture) {
    fixture.records = fixture.records.pausedBy(List.of(BY_ALICE));
    return fixture;
  }

  /** Scenes in which a change begins, and the rule that would begin it. */
  static Stream<Scene> changes() {
    return Stream.of(
        new Scene("DECIDE_BOOTSTRAP", () -> ClusterFixture.registered(3)),
        new Scene("REPLACE_DEAD_MEMBER", () -> ClusterFixture.healthy(3).terminate("i-3")),
        new Scene(
            "REPLACE_DEAD_MEMBER", () -> ClusterFixture.healthy(3).data("i-3", DataState.LOST)),
        new Scene("REPLACE_TERMINATED_INSTANCE", PauseTest::terminatedAndListed),
        new Scene(
            "REPLACE_HUNG_NODE",
            () -> ClusterFixture.healthy(3).silence("i-2").inactive("i-2", Duration.ofHours(1))),
        new Scene("JOIN_WAITING_NODE", PauseTest::oneMoreDesired),
        new Scene("SHRINK", PauseTest::oneTooMany),
        new Scene("LEAVE_BEFORE_TERMINATION", PauseTest::heldMember),
        new Scene("PERFORM_TERMINATION", () -> terminating(Optional.empty())));
  }

  private record Scene(String rule, Supplier<ClusterFixture> fixture) {
    @Override
    public String toString() {
      return rule;
    }
  }

  private static ClusterFixture terminatedAndListed() {
    ClusterFixture fixture = ClusterFixture.healthy(3).terminate("i-3");
    fixture.lifecycles.put(new InstanceId("i-3"), "InService");
    return fixture;
  }

  private static ClusterFixture oneMoreDesired() {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    fixture.desired = 4;
    fixture.launch("i-4");
    return fixture;
  }

  private static ClusterFixture oneTooMany() {
    ClusterFixture fixture = ClusterFixture.healthy(4).knowsLeave();
    fixture.desired = 3;
    return fixture;
  }

  /** Its hook holds i-2, whose wait was extended just now. */
  private static ClusterFixture heldMember() {
    ClusterFixture fixture = ClusterFixture.healthy(4).knowsLeave().heldTermination("i-2");
    fixture.desired = 4;
    Plan extended = fixture.plan();
    fixture.status =
        extended.decision().effect().orElseThrow().answered(extended.status(), Optional.empty());
    return fixture;
  }

  private static ClusterFixture terminating(Optional<Instant> asked) {
    ClusterFixture fixture = ClusterFixture.healthy(4);
    fixture.silence("i-4").inactive("i-4", Duration.ofHours(1));
    Termination intent =
        new Termination(
            new InstanceId("i-4"), "it hangs", ClusterFixture.NOW, asked, Optional.empty());
    fixture.status = fixture.status.withTerminations(List.of(intent));
    return fixture;
  }

  @ParameterizedTest
  @MethodSource("changes")
  @Guards("PAUSED")
  void noChangeBeginsAndTheConditionNamesIt(Scene scene) {
    PlanTrace free = new Planner().consider(scene.fixture().get().view());
    assertThat(free.evaluations())
        .as("without a pause it decides")
        .filteredOn(RuleEvaluation.Applies.class::isInstance)
        .extracting(RuleEvaluation::rule)
        .contains(scene.rule());

    PlanTrace held = new Planner().consider(paused(scene.fixture().get()).view());

    assertThat(held.plan().decision()).isInstanceOf(NoOp.class);
    assertThat(held.evaluations())
        .filteredOn(RuleEvaluation.HeldByPause.class::isInstance)
        .extracting(RuleEvaluation::rule)
        .contains(scene.rule());
    assertThat(paused(scene.fixture().get()).shown(Condition.Type.PAUSED).orElseThrow())
        .contains(
            "2026-01-02T03:00:00Z by alice: the storage is being repaired",
            scene.rule() + " (",
            "quorate unpause demo");
  }

  @Test
  @Guards("PAUSED")
  void noOtherConditionIsSofterAndItIsGoneWithThePause() {
    ClusterFixture fixture = ClusterFixture.healthy(3).terminate("i-3");
    List<Condition> free = fixture.plan().status().conditions();

    List<Condition> held = paused(fixture).plan().status().conditions();

    assertThat(free).extracting(Condition::type).contains(Condition.Type.REDUNDANCY_NONE);
    assertThat(held).extracting(Condition::type).containsAll(types(free));
    assertThat(Condition.Type.PAUSED.severity()).isEqualTo(Severity.TICKET);
    fixture.records = fixture.records.pausedBy(List.of());
    assertThat(fixture.shown(Condition.Type.PAUSED)).isEmpty();
    assertThat(fixture.plan().decision()).isInstanceOf(StartCommand.class);
  }

  private static List<Condition.Type> types(List<Condition> conditions) {
    return conditions.stream().map(Condition::type).toList();
  }

  @Test
  void aHealthyClusterSaysThatNothingIsHeldBack() {
    ClusterFixture fixture = paused(ClusterFixture.healthy(3));
    assertThat(fixture.shown(Condition.Type.PAUSED).orElseThrow()).contains("nothing at present");
    assertThat(fixture.plan().decision().reason().code()).isEqualTo("STEADY");
  }

  @Test
  void bothPausesAreNamedAndHowEachEnds() {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    fixture.records =
        fixture.records.pausedBy(
            List.of(BY_ALICE, new Pause(ClusterFixture.NOW, "terraform", Pause.OF_SPEC)));
    assertThat(fixture.shown(Condition.Type.PAUSED).orElseThrow())
        .contains(
            "by alice", "by terraform", "quorate unpause demo and apply the spec with paused");
  }

  @Test
  @Guards("PAUSED")
  void whatWasBegunIsClosedAndCancelled() {
    ClusterFixture ended = ClusterFixture.healthy(3).data("i-3", DataState.LOST);
    ended.open(CommandKind.JOIN, "i-3").answer("i-3", Outcome.Result.DONE);
    assertThat(paused(ended).plan().decision()).isInstanceOf(CloseCommand.class);

    ClusterFixture overdue = ClusterFixture.healthy(3).data("i-3", DataState.LOST);
    overdue.open(CommandKind.JOIN, "i-3").after(Duration.ofHours(1));
    assertThat(paused(overdue).plan().decision()).isInstanceOf(CancelCommand.class);
  }

  @Test
  void aTerminationThatWasAskedForIsAskedForAgain() {
    Instant longAgo = ClusterFixture.NOW.minus(Duration.ofHours(1));
    assertThat(paused(terminating(Optional.of(longAgo))).plan().decision())
        .isInstanceOf(TerminateInstance.class);
  }

  @Test
  @Guards("PAUSED")
  void hooksAreExtendedAndAnsweredButNoMemberIsLetGo() {
    ClusterFixture member = ClusterFixture.healthy(3).heldTermination("i-2");
    assertThat(paused(member).plan().decision()).isInstanceOf(ExtendHook.class);

    ClusterFixture silent =
        ClusterFixture.healthy(4)
            .silence("i-4")
            .inactive("i-4", Duration.ofHours(1))
            .heldTermination("i-4");
    assertThat(paused(silent).plan().decision()).isNotInstanceOf(AnswerHook.class);

    ClusterFixture none = ClusterFixture.healthy(3);
    none.launch("i-4");
    none.heldTermination("i-4");
    assertThat(paused(none).plan().decision()).isInstanceOf(AnswerHook.class);
  }

  @Test
  @Guards("PAUSED")
  void snapshotsAreTakenBesideWhatIsHeldBack() {
    SnapshotFixture fixture = SnapshotFixture.of(3);
    fixture.cluster.data("i-3", DataState.LOST);

    Decision decision = paused(fixture.cluster).plan().decision();

    assertThat(decision)
        .isInstanceOfSatisfying(
            StartCommand.class,
            start -> assertThat(start.command()).isInstanceOf(TakeSnapshot.class));
    assertThat(fixture.cluster.shown(Condition.Type.PAUSED).orElseThrow())
        .contains("REPLACE_DEAD_MEMBER");
  }

  @Test
  @Guards("PAUSED")
  void anOverdueSnapshotIsTakenBesideAnOpenChange() {
    SnapshotFixture fixture =
        SnapshotFixture.of(3).catalogue(SnapshotFixture.taken(Duration.ofHours(3), 40));
    fixture.cluster.open(CommandKind.JOIN, "i-2");

    assertThat(paused(fixture.cluster).plan().decision())
        .isInstanceOfSatisfying(
            StartCommand.class,
            start -> assertThat(start.command()).isInstanceOf(TakeSnapshot.class));
  }

  @Test
  @Guards("PAUSED")
  void anInstanceThatReportsGoesIntoService() {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    fixture.launch("i-4");
    fixture.heldLaunch("i-4");

    assertThat(paused(fixture).plan().decision()).isInstanceOf(AnswerHook.class);
  }

  @ParameterizedTest
  @EnumSource(
      value = RequestKind.class,
      names = {
        "APPROVE_RECOVERY",
        "APPROVE_UPGRADE",
        "RESTORE_SNAPSHOT",
        "COMPACT",
        "DEFRAGMENT",
        "REPLACE_NODES"
      })
  @Guards("REFUSE_WHILE_PAUSED")
  void anOperatorsChangeIsRefusedWithWhoPausedIt(RequestKind kind) {
    SnapshotFixture fixture = SnapshotFixture.of(3).request(SnapshotFixture.asks(kind));

    assertThat(paused(fixture.cluster).plan().decision())
        .isInstanceOfSatisfying(
            AnswerRequest.class,
            answer -> {
              Request after = answer.request().after();
              assertThat(after.state()).isEqualTo(Request.State.REFUSED);
              assertThat(after.detail()).contains("alice", "quorate unpause demo");
            });
  }

  @Test
  void aSnapshotThatAnOperatorAsksForIsTaken() {
    SnapshotFixture fixture =
        SnapshotFixture.of(3).request(SnapshotFixture.asks(RequestKind.TAKE_SNAPSHOT));

    assertThat(paused(fixture.cluster).plan().decision())
        .isInstanceOfSatisfying(
            StartCommand.class,
            start -> assertThat(start.command()).isInstanceOf(TakeSnapshot.class));
  }

  @Test
  @Guards("PAUSED")
  void noRecoveryBeginsAndItPages() {
    ClusterFixture fixture = paused(RecoveryFixture.everythingLost());

    assertThat(fixture.plan().decision()).isNotInstanceOf(AdvanceRecovery.class);
    assertThat(condition(fixture, Condition.Type.RECOVERY_WAITS).orElseThrow())
        .contains("no recovery begins while the cluster is paused", "alice", "quorate unpause");
    assertThat(condition(fixture, Condition.Type.QUORUM_LOST)).isPresent();
    assertThat(Condition.Type.RECOVERY_WAITS.severity()).isEqualTo(Severity.PAGE);
  }

  @Test
  @Guards("PAUSED")
  void aRecoveryThatRunsGoesOn() {
    ClusterFixture fixture = RecoveryFixture.everythingLost();
    Recovery begun = advance(fixture);
    RecoveryFixture.trialEnds(fixture, Outcome.Result.DONE, "good", RecoveryFixture.GOOD);

    Decision decision = paused(fixture).plan().decision();

    assertThat(begun.state()).isEqualTo(Recovery.State.TRIAL);
    assertThat(decision).isNotInstanceOf(NoOp.class);
  }

  @Test
  void theBootstrapIsHeldOnlyBeforeItIsRecorded() {
    ClusterFixture fixture = ClusterFixture.registered(3);
    assertThat(fixture.plan().decision()).isInstanceOf(CommitBootstrap.class);
    fixture.lineage =
        fixture.lineage.committing(((CommitBootstrap) fixture.plan().decision()).bootstrap());
    assertThat(paused(fixture).plan().decision().code()).isEqualTo("FINALIZE_BOOTSTRAP");
  }
}
