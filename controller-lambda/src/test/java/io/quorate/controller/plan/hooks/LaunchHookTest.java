package io.quorate.controller.plan.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.controller.decision.AnswerHook;
import io.quorate.controller.decision.CloudEffect;
import io.quorate.controller.decision.CommitBootstrap;
import io.quorate.controller.decision.NoOp;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.guards.Guards;
import io.quorate.model.InstanceId;
import io.quorate.state.Condition;
import io.quorate.state.HookAnswer;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The launch hook is answered with the first heartbeat, and no timer ends an instance. */
class LaunchHookTest {
  private static final InstanceId FIRST = new InstanceId("i-1");

  private static HookAnswer answered(Plan plan) {
    assertThat(plan.decision()).isInstanceOf(AnswerHook.class);
    return ((AnswerHook) plan.decision()).answer();
  }

  @Test
  @Guards("ANSWER_LAUNCH_HOOK")
  void theFirstHeartbeatLetsAnInstanceIntoServiceWhileOthersAreAwaited() {
    ClusterFixture fixture = ClusterFixture.registered(2).heldLaunch("i-1");
    Plan plan = fixture.plan();
    HookAnswer answer = answered(plan);
    assertThat(answer.instance()).isEqualTo(FIRST);
    assertThat(answer.hook()).isEqualTo("quorate-launch");
    assertThat(answer.result()).contains(HookAnswer.Result.CONTINUE);
    assertThat(plan.status().group().hooks()).containsExactly(answer);
    assertThat(plan.decision().terminates()).isEmpty();
    assertThat(plan.decision().effect())
        .contains(
            new CloudEffect.CompleteHook(
                fixture.spec.group(), "quorate-launch", FIRST, HookAnswer.Result.CONTINUE));
  }

  @Test
  @Guards("ANSWER_LAUNCH_HOOK")
  void whoNeverReportedIsLeftToTheTimeout() {
    ClusterFixture fixture = ClusterFixture.healthy(3).heldLaunch("i-9");
    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);
  }

  @Test
  void theBootstrapWaitsForNoHook() {
    ClusterFixture fixture =
        ClusterFixture.registered(3).heldLaunch("i-1").heldLaunch("i-2").heldLaunch("i-3");
    assertThat(fixture.plan().decision()).isInstanceOf(CommitBootstrap.class);
  }

  @Test
  void itIsAnsweredAgainAfterAPauseAndForgottenOnceTheGroupShowsItOver() {
    ClusterFixture fixture = ClusterFixture.healthy(3).heldLaunch("i-1");
    fixture.status = fixture.plan().status();
    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);

    fixture.after(Duration.ofSeconds(10));
    assertThat(answered(fixture.plan()).askedAt()).contains(fixture.now);
    assertThat(answered(fixture.plan()).decidedAt()).isEqualTo(ClusterFixture.NOW);

    fixture.waits.clear();
    fixture.lifecycles.put(FIRST, "InService");
    assertThat(fixture.plan().status().group().hooks()).isEmpty();
  }

  @Test
  @Guards("HOOK_UNANSWERED")
  void anAnswerThatWasNotAcceptedIsSentEachMinuteAndToldOf() {
    ClusterFixture fixture = ClusterFixture.healthy(3).heldLaunch("i-1");
    HookAnswer answer = answered(fixture.plan());
    fixture.status =
        fixture.status.withGroup(
            fixture.status.group().answering(answer.answered(Optional.of("access denied"))));
    fixture.after(Duration.ofSeconds(59));
    Plan waits = fixture.plan();
    assertThat(waits.decision()).isInstanceOf(NoOp.class);
    assertThat(waits.status().conditions())
        .anySatisfy(
            condition -> {
              assertThat(condition.type()).isEqualTo(Condition.Type.HOOK_UNANSWERED);
              assertThat(condition.message())
                  .contains("quorate-launch")
                  .contains("i-1")
                  .contains("access denied");
            });
    fixture.after(Duration.ofSeconds(1));
    assertThat(fixture.plan().decision()).isInstanceOf(AnswerHook.class);
  }
}
