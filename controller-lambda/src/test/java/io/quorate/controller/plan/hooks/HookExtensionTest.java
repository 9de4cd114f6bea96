package io.quorate.controller.plan.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.controller.decision.ExtendHook;
import io.quorate.controller.decision.NoOp;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.guards.Guards;
import io.quorate.model.InstanceId;
import io.quorate.state.HookAnswer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A hook that holds a member is extended, and each extension is sent until the cloud took it. */
class HookExtensionTest {
  private static final InstanceId HELD = new InstanceId("i-1");

  private static ClusterFixture held() {
    return ClusterFixture.healthy(1).knowsLeave().heldTermination("i-1");
  }

  /** How the cloud took the extension that was sent last. */
  private static void taken(ClusterFixture fixture, Optional<String> failure) {
    HookAnswer sent = fixture.status.group().answer(HELD, HookAnswer.TERMINATE).orElseThrow();
    fixture.status =
        fixture.status.withGroup(fixture.status.group().answering(sent.answered(failure)));
  }

  @Test
  @Guards("EXTEND_TERMINATION_HOOK")
  void anExtensionThatTheCloudIsNotKnownToHaveTakenIsSentAgainAfterAMinute() {
    for (Optional<String> failure : List.of(Optional.<String>empty(), Optional.of("throttled"))) {
      ClusterFixture fixture = held();
      fixture.status = fixture.plan().status();
      if (failure.isPresent()) {
        taken(fixture, failure);
      }
      fixture.after(Duration.ofSeconds(59));
      assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);
      fixture.after(Duration.ofSeconds(1));
      Plan again = fixture.plan();
      assertThat(again.decision()).isInstanceOf(ExtendHook.class);

      fixture.status = again.status();
      taken(fixture, Optional.empty());
      fixture.after(Duration.ofSeconds(299));
      assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);
      fixture.after(Duration.ofSeconds(1));
      Plan next = fixture.plan();
      assertThat(next.decision()).isInstanceOf(ExtendHook.class);

      fixture.status = next.status();
      fixture.after(Duration.ofSeconds(60));
      assertThat(fixture.plan().decision())
          .as("the next is not taken")
          .isInstanceOf(ExtendHook.class);
    }
  }

  @Test
  @Guards({"EXTEND_TERMINATION_HOOK", "ExtendHook"})
  void theHookIsExtendedThreeTimesWithinItsTimeout() {
    ClusterFixture fixture = held();
    fixture.status = fixture.plan().status();
    taken(fixture, Optional.empty());
    fixture.after(Duration.ofSeconds(299));
    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);
    fixture.after(Duration.ofSeconds(1));
    assertThat(fixture.plan().decision()).isInstanceOf(ExtendHook.class);
  }
}
