package io.quorate.controller.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.CommandKind;
import io.quorate.controller.decision.RecordTermination;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.SnapshotFixture;
import io.quorate.guards.Guards;
import io.quorate.model.InstanceId;
import io.quorate.state.DataState;
import io.quorate.state.JoinBackoff;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PlanTraceTest {
  static Stream<ClusterFixture> scenes() {
    return Stream.of(
        ClusterFixture.registered(1),
        ClusterFixture.registered(3),
        ClusterFixture.healthy(3),
        ClusterFixture.healthy(3).terminate("i-3"),
        ClusterFixture.healthy(3).data("i-3", DataState.LOST).open(CommandKind.JOIN, "i-3"),
        ClusterFixture.healthy(3).silence("i-2").inactive("i-2", Duration.ofHours(1)));
  }

  @ParameterizedTest
  @MethodSource("scenes")
  void thePlanIsTheOneThatATurnWouldMake(ClusterFixture fixture) {
    assertThat(explain(fixture).plan()).isEqualTo(fixture.plan());
  }

  @ParameterizedTest
  @MethodSource("scenes")
  void everyRuleIsNamedOnceInItsOrder(ClusterFixture fixture) {
    List<String> names = explain(fixture).evaluations().stream().map(RuleEvaluation::rule).toList();

    assertThat(names)
        .doesNotHaveDuplicates()
        .startsWith("REST_DELETED", "HALT_ON_TABLE_ROLLBACK", "REPLACE_TERMINATED_INSTANCE")
        .hasSameSizeAs(Planner.rules());
    assertThat(names)
        .containsSubsequence(
            "DECIDE_BOOTSTRAP",
            "ANSWER_LAUNCH_HOOK",
            "ABANDON_LAUNCH",
            "ANSWER_TERMINATION_HOOK",
            "CANCEL_HELD_JOIN",
            "EXTEND_TERMINATION_HOOK",
            "PERFORM_TERMINATION",
            "REPLACE_HUNG_EXECUTOR",
            "WAIT_FOR_OPEN_OPERATION",
            "LEAVE_BEFORE_TERMINATION",
            "LEAVE_BEFORE_INTERRUPTION",
            "LEAVE_WHEN_MARKED",
            "REPLACE_HUNG_NODE",
            "TERMINATE_LEAVER",
            "SHRINK",
            "JOIN_WAITING_NODE");
  }

  @Test
  void inASteadyClusterNoRuleApplies() {
    PlanTrace trace = explain(ClusterFixture.healthy(3));

    assertThat(trace.evaluations()).hasOnlyElementsOfType(RuleEvaluation.DoesNotApply.class);
    assertThat(trace.plan().decision().reason().code()).isEqualTo("STEADY");
  }

  @Test
  void theFirstRuleThatAppliesDecidesAndNoLaterOneIsAsked() {
    PlanTrace trace = explain(ClusterFixture.healthy(3).terminate("i-3"));

    assertThat(trace.evaluations())
        .contains(
            new RuleEvaluation.DoesNotApply("WAIT_FOR_OPEN_OPERATION"),
            new RuleEvaluation.Applies("REPLACE_DEAD_MEMBER", trace.plan().decision()),
            new RuleEvaluation.NotReached("REMOVE_STRANDED_LEARNER"));
    assertThat(trace.evaluations()).filteredOn(RuleEvaluation.Applies.class::isInstance).hasSize(1);
    assertThat(trace.evaluations().getLast())
        .isEqualTo(new RuleEvaluation.NotReached("DEFRAGMENT_FRAGMENTED"));
  }

  @Test
  @Guards("START_TASK")
  void aRestOfTheMembershipWaitsWhileATaskBegins() {
    SnapshotFixture fixture = SnapshotFixture.of(3);
    fixture.cluster.silence("i-3");
    fixture.cluster.launch("i-4");
    fixture.cluster.desired = 4;
    PlanTrace trace = explain(fixture.cluster);

    assertThat(trace.evaluations())
        .filteredOn(RuleEvaluation.Applies.class::isInstance)
        .singleElement()
        .satisfies(applies -> assertThat(applies.rule()).isEqualTo("START_TASK"));
    assertThat(trace.evaluations())
        .filteredOn(RuleEvaluation.Waits.class::isInstance)
        .singleElement()
        .satisfies(waits -> assertThat(waits.rule()).isEqualTo("JOIN_WAITING_NODE"));
  }

  @Test
  void whatAnOpenOperationHoldsBackIsNotReached() {
    ClusterFixture fixture =
        ClusterFixture.healthy(3).data("i-3", DataState.LOST).open(CommandKind.JOIN, "i-3");

    assertThat(explain(fixture).evaluations())
        .contains(new RuleEvaluation.NotReached("REPLACE_DEAD_MEMBER"))
        .filteredOn(RuleEvaluation.Applies.class::isInstance)
        .singleElement()
        .satisfies(applied -> assertThat(applied.rule()).isEqualTo("WAIT_FOR_OPEN_OPERATION"));
  }

  @Test
  void aDeadMemberThatHasToWaitHoldsUpNoHungNodesReplacement() {
    ClusterFixture fixture = ClusterFixture.healthy(5).data("i-5", DataState.LOST);
    fixture.status =
        fixture.status.withJoinBackoffs(
            Map.of(
                new InstanceId("i-5"),
                new JoinBackoff(2, fixture.now.plus(Duration.ofMinutes(5)))));
    assertThat(explain(fixture).plan().decision().reason().code()).isEqualTo("JOIN_BACKOFF");

    fixture.silence("i-4").inactive("i-4", Duration.ofHours(1));
    PlanTrace trace = explain(fixture);

    assertThat(trace.plan().decision()).isInstanceOf(RecordTermination.class);
    assertThat(trace.evaluations())
        .filteredOn(RuleEvaluation.Waits.class::isInstance)
        .singleElement()
        .satisfies(waits -> assertThat(waits.rule()).isEqualTo("REPLACE_DEAD_MEMBER"));
  }

  private static PlanTrace explain(ClusterFixture fixture) {
    return new Planner().consider(fixture.view());
  }
}
