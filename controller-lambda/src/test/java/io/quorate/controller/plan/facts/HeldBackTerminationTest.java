package io.quorate.controller.plan.facts;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.controller.decision.RecordTermination;
import io.quorate.controller.decision.TerminateInstance;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.plan.membership.JoinAndHungRulesTest;
import io.quorate.model.InstanceId;
import io.quorate.state.Termination;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What else may be terminated while a recorded termination waits for a quorum without its node. */
class HeldBackTerminationTest {
  private static final InstanceId FIRST = new InstanceId("i-3");
  private static final InstanceId SECOND = new InstanceId("i-2");

  /** The first hung, is to be terminated, and serves again; by now the second hangs. */
  private static ClusterFixture secondHangs() {
    ClusterFixture fixture = JoinAndHungRulesTest.hung();
    fixture.status = fixture.plan().status();
    fixture.node("i-3").stillFor = Duration.ZERO;
    fixture.inactive("i-3", Duration.ZERO);
    return fixture.silence("i-2").inactive("i-2", Duration.ofHours(1));
  }

  private static ClusterFixture asked(ClusterFixture fixture, InstanceId instance, Instant at) {
    List<Termination> asked =
        fixture.status.terminations().stream()
            .map(intent -> intent.instance().equals(instance) ? intent.asked(at) : intent)
            .toList();
    fixture.status = fixture.status.withTerminations(asked);
    return fixture;
  }

  private static Optional<InstanceId> marked(ClusterFixture fixture) {
    return fixture.plan().decision() instanceof RecordTermination intend
        ? Optional.of(intend.termination().instance())
        : Optional.empty();
  }

  private static Optional<InstanceId> askedFor(ClusterFixture fixture) {
    return fixture.plan().decision() instanceof TerminateInstance ask
        ? Optional.of(ask.termination().instance())
        : Optional.empty();
  }

  @Test
  void anotherThatHangsIsMarkedForItMayBeWhatTheFirstWaitsFor() {
    ClusterFixture fixture = secondHangs();
    assertThat(marked(fixture)).contains(SECOND);

    fixture.status = fixture.plan().status();
    assertThat(askedFor(fixture)).contains(SECOND);
    assertThat(fixture.plan().status().terminating(FIRST)).as("never taken back").isTrue();
  }

  @Test
  void nobodyIsMarkedWhileWhoAskedForTheFirstMayYetBeAboutToCall() {
    ClusterFixture fixture = secondHangs();
    asked(fixture, FIRST, fixture.now.minus(Duration.ofMinutes(19)));
    assertThat(marked(fixture)).isEmpty();

    assertThat(marked(fixture.after(Duration.ofMinutes(2)))).contains(SECOND);
  }

  @Test
  void oneIsAskedForAtATimeForEachCountsOnTheOther() {
    ClusterFixture fixture = secondHangs();
    fixture.status = fixture.plan().status();
    asked(fixture, SECOND, fixture.now.minus(Duration.ofMinutes(1)));
    fixture.node("i-2").stillFor = Duration.ZERO;
    fixture.inactive("i-2", Duration.ZERO);

    assertThat(askedFor(fixture)).as("not the first").contains(SECOND);
    fixture.lifecycles.put(SECOND, "Terminating:Wait");
    assertThat(askedFor(fixture.after(Duration.ofHours(1)))).isEmpty();
  }
}
