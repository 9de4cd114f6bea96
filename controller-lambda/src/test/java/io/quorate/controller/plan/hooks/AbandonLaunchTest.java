package io.quorate.controller.plan.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.CommandKind;
import io.quorate.controller.decision.AnswerHook;
import io.quorate.controller.decision.CloudEffect;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.view.FleetView;
import io.quorate.controller.view.InstanceState;
import io.quorate.guards.Guards;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.state.Condition;
import io.quorate.state.Holder;
import io.quorate.state.HookAnswer;
import io.quorate.state.OpenCommand;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A launch is given up only for what is proven to be no member, and never for ever. */
class AbandonLaunchTest {
  private static final InstanceId NEW = new InstanceId("i-9");
  private static final Duration BOOT = ClusterFixture.healthy(1).spec.timings().bootTimeout();

  /** i-9 waits at the launch hook since it was first seen, bootTimeout ago. */
  private static ClusterFixture late(ClusterFixture fixture) {
    held(fixture, NEW);
    return fixture.after(BOOT);
  }

  private static void held(ClusterFixture fixture, InstanceId instance) {
    fixture.heldLaunch(instance.value());
    fixture.instances.put(instance, InstanceState.RUNNING);
    fixture.status = fixture.plan().status();
  }

  private static Optional<InstanceId> abandoned(ClusterFixture fixture) {
    return fixture.plan().decision() instanceof AnswerHook answer
            && answer.answer().result().equals(Optional.of(HookAnswer.Result.ABANDON))
        ? Optional.of(answer.answer().instance())
        : Optional.empty();
  }

  private static Optional<String> shown(ClusterFixture fixture) {
    return fixture.plan().status().conditions().stream()
        .filter(held -> held.type() == Condition.Type.LAUNCHES_ABANDONED)
        .map(Condition::message)
        .findFirst();
  }

  @Test
  @Guards({"ABANDON_LAUNCH", "LAUNCHES_ABANDONED"})
  void oneThatNeverReportedIsGivenUpAfterItsTimeAndNotBefore() {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    held(fixture, NEW);
    fixture.after(BOOT.minusSeconds(1));
    assertThat(abandoned(fixture)).isEmpty();

    fixture.after(Duration.ofSeconds(1));
    Plan plan = fixture.plan();
    assertThat(abandoned(fixture)).contains(NEW);
    assertThat(plan.decision().terminates()).contains(NEW);
    assertThat(plan.decision().effect())
        .contains(
            new CloudEffect.CompleteHook(
                fixture.spec.group(), "quorate-launch", NEW, HookAnswer.Result.ABANDON));
    assertThat(plan.status().group().ends(NEW)).isTrue();
    assertThat(shown(fixture).orElseThrow()).contains("1 launch", "i-9", "get-console-output");
  }

  @Test
  void beforeTheBootstrapToo() {
    assertThat(abandoned(late(ClusterFixture.registered(1)))).contains(NEW);
  }

  @Test
  @Guards("ABANDON_LAUNCH")
  void withoutAnyOnePieceOfEvidenceItStays() {
    List<Consumer<ClusterFixture>> lacks =
        List.of(
            fixture -> fixture.launch("i-9"),
            fixture -> fixture.fleet = ClusterFixture.fleet(4, 3),
            fixture -> fixture.fleet = new FleetView.RowsUnread(List.of("row i-9")),
            fixture -> fixture.actors.values().forEach(node -> node.quorumProven = false),
            fixture ->
                fixture.status =
                    fixture.status.withData(
                        fixture
                            .status
                            .data()
                            .with(NEW, new Holder(Generation.FIRST, "disk", fixture.now))),
            fixture ->
                fixture.status =
                    fixture.status.opening(
                        new OpenCommand(
                            "op-1", CommandKind.JOIN, NEW, Optional.empty(), fixture.now, false)),
            fixture ->
                fixture.lineage =
                    io.quorate.state.Lineage.unbootstrapped(ClusterFixture.UID)
                        .committing(fixture.lineage.bootstrap().orElseThrow()));
    for (Consumer<ClusterFixture> lack : lacks) {
      ClusterFixture fixture = late(ClusterFixture.healthy(3));
      lack.accept(fixture);
      assertThat(abandoned(fixture)).as("lack %d", lacks.indexOf(lack)).isEmpty();
    }
  }

  @Test
  @Guards("ABANDON_LAUNCH")
  void onceRecordedItIsSentAgainThoughItsAgentReportsAndNobodyJoinsIt() {
    ClusterFixture fixture = late(ClusterFixture.healthy(3));
    fixture.status = fixture.plan().status();
    fixture.launch("i-9");
    fixture.heldLaunch("i-9");
    fixture.desired = 4;
    assertThat(fixture.plan().decision().changes()).isFalse();
    fixture.after(Duration.ofSeconds(10));
    assertThat(abandoned(fixture)).contains(NEW);
    assertThat(fixture.plan().status().group().abandoned().orElseThrow().inARow()).isEqualTo(1);
  }

  @Test
  @Guards({"ABANDON_LAUNCH", "LAUNCHES_ABANDONED"})
  void eachFurtherOneWaitsLongerAndAfterThreeNoneIsGivenUp() {
    ClusterFixture fixture = late(ClusterFixture.healthy(3));
    InstanceId last = NEW;
    for (int count = 1; count <= 3; count++) {
      assertThat(abandoned(fixture)).contains(last);
      fixture.status = fixture.plan().status();
      fixture.waits.clear();
      fixture.instances.put(last, InstanceState.TERMINATED);
      fixture.lifecycles.remove(last);
      last = new InstanceId("i-1" + count);
      held(fixture, last);
      fixture.after(BOOT.multipliedBy(1L << (count - 1)).minusSeconds(1));
      assertThat(abandoned(fixture)).as("after %d", count).isEmpty();
      fixture.after(Duration.ofSeconds(1));
    }
    assertThat(abandoned(fixture.after(Duration.ofDays(1)))).isEmpty();
    assertThat(shown(fixture).orElseThrow())
        .contains("3 launches in a row", "no more are given up");

    fixture.launch(last.value());
    fixture.heldLaunch(last.value());
    Plan reported = fixture.plan();
    assertThat(reported.decision().reason().code()).isEqualTo("NODE_REGISTERED");
    assertThat(reported.status().group().abandoned()).isEmpty();
  }
}
