package io.quorate.controller.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.codec.Codecs;
import io.quorate.controller.decision.NoOp;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.events.Trigger;
import io.quorate.controller.fixture.ClusterAlarm;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.StoreStage;
import io.quorate.controller.function.Dispatcher;
import io.quorate.controller.function.InvocationMetrics;
import io.quorate.controller.function.Sweep;
import io.quorate.controller.function.TurnExecutor;
import io.quorate.controller.plan.Planner;
import io.quorate.controller.view.ClusterView;
import io.quorate.model.ClusterUid;
import io.quorate.state.Condition;
import io.quorate.state.Phase;
import io.quorate.state.Severity;
import io.quorate.store.Keys;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every condition, from the turn that finds it by the schedule of each minute to the metric and the
 * alarms that Terraform makes of it.
 */
class AttentionTest {
  private static final int MINUTES = 20;

  private static ClusterAlarm page;
  private static ClusterAlarm ticket;

  @BeforeAll
  static void readTheAlarms() {
    page = ClusterAlarm.named("page");
    ticket = ClusterAlarm.named("ticket");
  }

  /** Two are not the controller's to store; they have tests of their own below. */
  @ParameterizedTest
  @EnumSource(
      value = Condition.Type.class,
      names = {"CONTROLLER_SILENT", "AGENTS_SILENT"},
      mode = EnumSource.Mode.EXCLUDE)
  void setsOffTheAlarmsOfItsSeverity(Condition.Type type) throws IOException {
    StoreStage stage = StoreStage.of(ClusterFixture.healthy(3));

    List<OptionalInt> values = minutes(stage, MINUTES, view -> showing(view, type));

    assertThat(values).containsOnly(OptionalInt.of(type.severity().attention()));
    assertThat(stage.status().conditions()).extracting(Condition::type).containsExactly(type);
    goesOff(values, type.severity());
  }

  @Test
  void setsOffNoAlarmWithoutACondition() throws IOException {
    List<OptionalInt> values =
        minutes(StoreStage.of(ClusterFixture.healthy(3)), MINUTES, view -> nothing(view));

    assertThat(values).containsOnly(OptionalInt.of(0));
    assertThat(page.goesOff(values)).isFalse();
    assertThat(ticket.goesOff(values)).isFalse();
  }

  @Test
  void pagesNobodyForWhatEndsSooner() throws IOException {
    StoreStage stage = StoreStage.of(ClusterFixture.healthy(3));
    List<OptionalInt> values = new ArrayList<>();
    for (int times = 0; times < 10; times++) {
      values.addAll(minutes(stage, 2, view -> showing(view, Condition.Type.UNSEEN)));
      values.addAll(minutes(stage, 1, view -> nothing(view)));
    }

    assertThat(page.goesOff(values)).isFalse();
  }

  @Test
  void pagesWhereTheControllerIsSilent() {
    List<OptionalInt> values =
        List.of(OptionalInt.empty(), OptionalInt.empty(), OptionalInt.empty());

    assertThat(Condition.Type.CONTROLLER_SILENT.severity()).isEqualTo(Severity.PAGE);
    assertThat(page.goesOff(values)).isTrue();
    assertThat(ticket.goesOff(values)).isFalse();
  }

  /** What the command finds as AGENTS_SILENT a controller finds as UNSEEN. */
  @Test
  void pagesWhereTheAgentsAreSilent() throws IOException {
    StoreStage stage = StoreStage.of(ClusterFixture.healthy(3));

    List<OptionalInt> values = minutes(stage, 10, new Planner()::plan);

    assertThat(stage.status().phase()).isEqualTo(Phase.UNSEEN);
    goesOff(values, Condition.Type.AGENTS_SILENT.severity());
    assertThat(
            Codecs.FLEET.read(stage.attributes(Keys.fleet(StoreStage.CLUSTER)), "fleet").healthy())
        .as("the fleet breaker counts it")
        .isFalse();
  }

  @Test
  void pagesWhereTheMirrorIsOfAnotherCluster() throws IOException {
    StoreStage stage = StoreStage.of(ClusterFixture.registered(3));
    stage.mirror.record(
        StoreStage.CLUSTER,
        new ClusterUid("uid-2"),
        ClusterFixture.healthy(3).lineage.bootstrap().orElseThrow());

    goesOff(minutes(stage, 3, new Planner()::plan), Condition.Type.ARCHIVE_FOREIGN.severity());
    assertThat(stage.status().conditions())
        .extracting(Condition::type)
        .containsExactly(Condition.Type.ARCHIVE_FOREIGN);
  }

  @ParameterizedTest
  @EnumSource(
      value = Condition.Type.class,
      names = {"SPEC_INVALID", "RECORD_UNREADABLE"})
  void pagesWhereARecordCannotBeRead(Condition.Type type) throws IOException {
    StoreStage stage = StoreStage.of(ClusterFixture.healthy(3));
    stage.put(
        type == Condition.Type.SPEC_INVALID
            ? Keys.spec(StoreStage.CLUSTER)
            : Keys.lineage(StoreStage.CLUSTER),
        Map.of("schemaVersion", 99L));

    goesOff(minutes(stage, 3, new Planner()::plan), type.severity());
  }

  private void goesOff(List<OptionalInt> values, Severity severity) {
    assertThat(page.goesOff(values)).as("page: %s", values).isEqualTo(severity == Severity.PAGE);
    if (values.size() >= ticket.minutes()) {
      assertThat(ticket.goesOff(values))
          .as("ticket: %s", values)
          .isEqualTo(severity.compareTo(Severity.TICKET) >= 0);
    }
  }

  private static Plan nothing(ClusterView view) {
    return new Plan(
        new NoOp(Reason.of("STEADY", "")),
        view.status().showing(Phase.HEALTHY, List.of()),
        Map.of());
  }

  private static Plan showing(ClusterView view, Condition.Type type) {
    return new Plan(
        new NoOp(Reason.of("STEADY", "")),
        view.status()
            .showing(Phase.DEGRADED, List.of(new Condition(type, "so it is", ClusterFixture.NOW))),
        Map.of());
  }

  /** What is published in so many minutes, one schedule a minute. */
  private static List<OptionalInt> minutes(
      StoreStage stage, int count, Function<ClusterView, Plan> planner) throws IOException {
    Dispatcher dispatcher =
        new Dispatcher(
            new Sweep(stage.store, () -> stage.now),
            (instance, groups) -> Optional.empty(),
            (cluster, until) -> stage.turn(planner),
            () -> stage.now,
            new TurnExecutor(1));
    List<OptionalInt> values = new ArrayList<>();
    for (int minute = 0; minute < count; minute++) {
      stage.now = stage.now.plus(Duration.ofMinutes(1));
      InvocationMetrics metrics = new InvocationMetrics("quorate-controller");
      dispatcher.handle(new Trigger.Schedule(), stage.now.plusSeconds(20), metrics);
      OptionalInt value = OptionalInt.empty();
      for (String line : metrics.lines(stage.now)) {
        OptionalInt found = ClusterAlarm.value(line, StoreStage.CLUSTER.value());
        value = found.isPresent() ? found : value;
      }
      values.add(value);
    }
    return values;
  }
}
