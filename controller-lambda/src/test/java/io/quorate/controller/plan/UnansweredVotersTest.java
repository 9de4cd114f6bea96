package io.quorate.controller.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.controller.decision.NoOp;
import io.quorate.controller.plan.state.ClusterState;
import io.quorate.controller.view.InstanceState;
import io.quorate.state.Condition;
import io.quorate.state.Phase;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The leader's first missed answer is shown at once, and decides nothing. */
class UnansweredVotersTest {
  private static ClusterFixture missed(String instance) {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    fixture.node(instance).seenSilentMillis = 1;
    return fixture;
  }

  private static Optional<Condition> shown(ClusterFixture fixture, Condition.Type type) {
    return fixture.plan().status().conditions().stream()
        .filter(condition -> condition.type() == type)
        .findFirst();
  }

  @Test
  void aVoterThatGivesTheLeaderNoAnswerIsShownAtOnce() {
    ClusterFixture fixture = missed("i-3");
    fixture.instances.put(fixture.node("i-3").instance, InstanceState.SHUTTING_DOWN);

    assertThat(fixture.plan().status().phase()).isEqualTo(Phase.DEGRADED);
    assertThat(shown(fixture, Condition.Type.VOTER_SILENT).orElseThrow().message())
        .startsWith("member " + fixture.member("i-3") + " on i-3 gives no answer to the leader i-1")
        .contains("missed by i-1, i-2", "EC2 shows it SHUTTING_DOWN", "for 60 s");
    assertThat(shown(fixture, Condition.Type.REDUNDANCY_NONE).orElseThrow().message())
        .startsWith("2 of 3 voters serve");
  }

  @Test
  void nothingFollowsFromIt() {
    ClusterFixture fixture = missed("i-3").inactive("i-3", Duration.ofHours(1));

    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);
    assertThat(fixture.plan().status().terminations()).isEmpty();
    assertThat(new ClusterState(fixture.view()).quorum().healthyVoters())
        .as("as the rules count")
        .hasSize(3);
  }

  @Test
  void itEndsWithTheNextAnswer() {
    ClusterFixture fixture = missed("i-3");
    fixture.status = fixture.plan().status();
    fixture.node("i-3").seenSilentMillis = 0;

    assertThat(fixture.plan().status().phase()).isEqualTo(Phase.HEALTHY);
    assertThat(fixture.plan().status().conditions()).isEmpty();
  }

  @Test
  void itGoesOnWhenTheAgentIsSilentToo() {
    ClusterFixture fixture = missed("i-3").silence("i-3");

    assertThat(shown(fixture, Condition.Type.VOTER_SILENT)).isPresent();
  }

  @Test
  void onlyTheLeadersWordCounts() {
    ClusterFixture fixture = missed("i-3");
    fixture.node("i-1").hearsAll = true;

    assertThat(fixture.plan().status().phase()).isEqualTo(Phase.HEALTHY);
  }

  @Test
  void aFrozenLeaderIsMissedByTheLeaderOfTheNewerTerm() {
    ClusterFixture fixture = missed("i-1");
    for (String voter : new String[] {"i-2", "i-3"}) {
      fixture.node(voter).raftTerm = 3;
      fixture.node(voter).follows = Optional.of(fixture.member("i-2"));
    }

    assertThat(fixture.plan().status().phase()).isEqualTo(Phase.DEGRADED);
    assertThat(shown(fixture, Condition.Type.VOTER_SILENT).orElseThrow().message())
        .contains("on i-1 gives no answer to the leader i-2");
  }

  @Test
  void whoseOwnAgentTellsOfItNeedsNoOther() {
    ClusterFixture fixture = missed("i-3");
    fixture.node("i-3").answering = false;

    assertThat(fixture.plan().status().phase()).isEqualTo(Phase.DEGRADED);
    assertThat(shown(fixture, Condition.Type.VOTER_SILENT)).isEmpty();
    assertThat(shown(missed("i-3").terminate("i-3"), Condition.Type.VOTER_SILENT)).isEmpty();
  }
}
