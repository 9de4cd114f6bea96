package io.quorate.controller.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.controller.view.InstanceState;
import io.quorate.state.Condition;
import io.quorate.state.Phase;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The leader's first missed answer is shown at once, and decides nothing. */
class UnheardTest {
  private static Scene missed(String instance) {
    Scene scene = Scene.healthy(3);
    scene.node(instance).seenSilentMillis = 1;
    return scene;
  }

  private static Optional<Condition> shown(Scene scene, Condition.Type type) {
    return scene.plan().status().conditions().stream()
        .filter(condition -> condition.type() == type)
        .findFirst();
  }

  @Test
  void aVoterThatGivesTheLeaderNoAnswerIsShownAtOnce() {
    Scene scene = missed("i-3");
    scene.instances.put(scene.node("i-3").instance, InstanceState.SHUTTING_DOWN);

    assertThat(scene.plan().status().phase()).isEqualTo(Phase.DEGRADED);
    assertThat(shown(scene, Condition.Type.VOTER_SILENT).orElseThrow().message())
        .startsWith("member " + scene.member("i-3") + " on i-3 gives no answer to the leader i-1")
        .contains("missed by i-1, i-2", "EC2 shows it SHUTTING_DOWN", "for 60 s");
    assertThat(shown(scene, Condition.Type.REDUNDANCY_NONE).orElseThrow().message())
        .startsWith("2 of 3 voters serve");
  }

  @Test
  void nothingFollowsFromIt() {
    Scene scene = missed("i-3").inactive("i-3", Duration.ofHours(1));

    assertThat(scene.plan().decision()).isInstanceOf(Decision.Rest.class);
    assertThat(scene.plan().status().terminations()).isEmpty();
    assertThat(new Situation(scene.view()).healthyVoters()).as("as the rules count").hasSize(3);
  }

  @Test
  void itEndsWithTheNextAnswer() {
    Scene scene = missed("i-3");
    scene.status = scene.plan().status();
    scene.node("i-3").seenSilentMillis = 0;

    assertThat(scene.plan().status().phase()).isEqualTo(Phase.HEALTHY);
    assertThat(scene.plan().status().conditions()).isEmpty();
  }

  @Test
  void itGoesOnWhenTheAgentIsSilentToo() {
    Scene scene = missed("i-3").silence("i-3");

    assertThat(shown(scene, Condition.Type.VOTER_SILENT)).isPresent();
  }

  @Test
  void onlyTheLeadersWordCounts() {
    Scene scene = missed("i-3");
    scene.node("i-1").hearsAll = true;

    assertThat(scene.plan().status().phase()).isEqualTo(Phase.HEALTHY);
  }

  @Test
  void aFrozenLeaderIsMissedByTheLeaderOfTheNewerTerm() {
    Scene scene = missed("i-1");
    for (String voter : new String[] {"i-2", "i-3"}) {
      scene.node(voter).raftTerm = 3;
      scene.node(voter).follows = Optional.of(scene.member("i-2"));
    }

    assertThat(scene.plan().status().phase()).isEqualTo(Phase.DEGRADED);
    assertThat(shown(scene, Condition.Type.VOTER_SILENT).orElseThrow().message())
        .contains("on i-1 gives no answer to the leader i-2");
  }

  @Test
  void whoseOwnAgentTellsOfItNeedsNoOther() {
    Scene scene = missed("i-3");
    scene.node("i-3").answering = false;

    assertThat(scene.plan().status().phase()).isEqualTo(Phase.DEGRADED);
    assertThat(shown(scene, Condition.Type.VOTER_SILENT)).isEmpty();
    assertThat(shown(missed("i-3").terminate("i-3"), Condition.Type.VOTER_SILENT)).isEmpty();
  }
}
