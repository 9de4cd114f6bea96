package io.quorate.controller.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.state.Condition;
import io.quorate.state.DataState;
import io.quorate.state.Phase;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A quorum that proves itself, of which a majority has lost its data on disk. */
class DurabilityTest {
  private static Scene lost(String... instances) {
    Scene scene = Scene.healthy(3);
    for (String instance : instances) {
      scene.data(instance, DataState.LOST);
    }
    return scene;
  }

  private static List<Condition.Type> shown(Scene scene) {
    return scene.plan().status().conditions().stream().map(Condition::type).toList();
  }

  @Test
  void writesStillSucceedAndTheStatusSaysHowToSaveThem() {
    Scene scene = lost("i-1", "i-2");

    assertThat(scene.plan().status().phase()).isEqualTo(Phase.DEGRADED);
    assertThat(shown(scene))
        .contains(Condition.Type.MAJORITY_NOT_DURABLE)
        .doesNotContain(Condition.Type.NO_QUORUM, Condition.Type.QUORUM_LOST);
    assertThat(scene.plan().status().conditions().getFirst().message())
        .contains("3 of 3 voters answer", "only 1 of them", "i-1 LOST, i-2 LOST")
        .contains("etcdctl --endpoints=http://10.0.0.3:2379 snapshot save demo.db");
  }

  @Test
  void soItDoesWithoutAnyDataOnDisk() {
    Scene scene = lost("i-1", "i-2", "i-3");

    assertThat(scene.plan().status().phase()).isEqualTo(Phase.DEGRADED);
    assertThat(shown(scene)).contains(Condition.Type.MAJORITY_NOT_DURABLE);
  }

  @Test
  void nothingIsRemovedOnAQuorumWithoutData() {
    assertThat(lost("i-1", "i-2").plan().decision()).isInstanceOf(Decision.Rest.class);
    assertThat(new Situation(lost("i-1", "i-2").view()).healthyVoters()).hasSize(1);
  }

  @Test
  void onceTheirEtcdsEndedTheQuorumIsLost() {
    Scene scene = lost("i-1", "i-2");
    scene.node("i-1").answering = false;
    scene.node("i-2").answering = false;
    scene.node("i-3").quorumProven = false;

    assertThat(scene.plan().status().phase()).isEqualTo(Phase.NO_QUORUM);
    assertThat(shown(scene))
        .contains(Condition.Type.QUORUM_LOST)
        .doesNotContain(Condition.Type.MAJORITY_NOT_DURABLE);
  }

  @Test
  void aMinorityWithoutDataIsReplaced() {
    assertThat(shown(lost("i-3"))).doesNotContain(Condition.Type.MAJORITY_NOT_DURABLE);
    assertThat(lost("i-3").plan().decision()).isInstanceOf(Decision.Issue.class);
  }

  @Test
  void whoIsSilentProvesNothing() {
    Scene scene = lost("i-1", "i-2").silence("i-1").silence("i-2");

    assertThat(shown(scene)).doesNotContain(Condition.Type.MAJORITY_NOT_DURABLE);
  }
}
