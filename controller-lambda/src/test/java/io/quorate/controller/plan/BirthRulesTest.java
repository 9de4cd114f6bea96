package io.quorate.controller.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.controller.view.GroupView;
import io.quorate.model.EtcdIds;
import io.quorate.model.InstanceId;
import io.quorate.state.Birth;
import io.quorate.state.DataState;
import io.quorate.state.Phase;
import io.quorate.state.Voter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BirthRulesTest {
  @Test
  void theFirstWishedNodesFoundTheCluster() {
    Plan plan = Scene.registered(3).plan();

    Birth birth = ((Decision.DecideBirth) plan.decision()).birth();
    assertThat(birth.voters())
        .extracting(voter -> voter.instance().value())
        .containsExactlyInAnyOrder("i-1", "i-2", "i-3");
    assertThat(birth.clusterToken()).contains("uid-1").contains("nonce");
    assertThat(birth.clusterId())
        .isEqualTo(EtcdIds.clusterId(birth.voters().stream().map(Voter::memberId).toList()));
    assertThat(plan.status().phase()).isEqualTo(Phase.BOOTSTRAPPING);
    assertThat(plan.reliedOn())
        .containsOnlyKeys(new InstanceId("i-1"), new InstanceId("i-2"), new InstanceId("i-3"));
  }

  @Test
  void fewerNodesThanWishedWait() {
    Scene scene = Scene.registered(2);
    scene.status = scene.plan().status();

    assertThat(scene.plan().decision()).isInstanceOf(Decision.Rest.class);
    assertThat(scene.plan().status().phase()).isEqualTo(Phase.WAITING_FOR_NODES);
  }

  @Test
  void aQuorumOfTheWishedIsEnoughOnceTheBoundedWaitHasPassed() {
    Scene scene = Scene.registered(2);
    scene.status = scene.plan().status();
    scene.after(scene.spec.timings().bootstrapWait());

    Birth birth = ((Decision.DecideBirth) scene.plan().decision()).birth();
    assertThat(birth.voters()).hasSize(2);
  }

  @Test
  void oneOfThreeNeverFoundsACluster() {
    Scene scene = Scene.registered(1);
    scene.status = scene.plan().status();
    scene.after(Duration.ofDays(1));

    assertThat(scene.plan().decision()).isInstanceOf(Decision.Rest.class);
  }

  @Test
  void aNodeThatHoldsDataFoundsNothing() {
    Scene scene = Scene.registered(3).data("i-2", DataState.FOREIGN);

    assertThat(scene.plan().decision()).isInstanceOf(Decision.Rest.class);
  }

  @Test
  void aNodeOutsideTheGroupFoundsNothing() {
    Scene scene = Scene.registered(3);
    scene.lifecycles.remove(new InstanceId("i-3"));

    assertThat(scene.plan().decision()).isInstanceOf(Decision.Rest.class);
  }

  @Test
  void anUnreadableGroupFoundsNothing() {
    Scene scene = Scene.registered(3);
    scene.groupInstead = Optional.of(new GroupView.Unknown("throttled"));

    assertThat(scene.plan().decision()).isInstanceOf(Decision.Rest.class);
  }

  @Test
  void moreNodesThanWishedAreSpreadOverZones() {
    Scene scene = Scene.registered(5);
    List.of("i-1", "i-2", "i-3").forEach(instance -> scene.node(instance).zone = "a");
    scene.node("i-4").zone = "b";
    scene.node("i-5").zone = "c";

    Birth birth = ((Decision.DecideBirth) scene.plan().decision()).birth();
    assertThat(birth.voters()).extracting(Voter::zone).containsExactlyInAnyOrder("a", "b", "c");
  }

  @Test
  void aRecordedBirthIsFinishedAsRecordedWhateverHasChangedSince() {
    Scene scene = Scene.registered(3);
    Birth decided = ((Decision.DecideBirth) scene.plan().decision()).birth();
    scene.lineage = scene.lineage.committing(decided);
    scene.terminate("i-1").launch("i-9");

    Decision decision = scene.plan().decision();
    assertThat(((Decision.FinishBirth) decision).birth()).isEqualTo(decided);
  }

  @Test
  void aBornClusterIsNeverBornAgainThoughAllNodesAreNew() {
    Scene scene = Scene.healthy(3).terminate("i-1").terminate("i-2").terminate("i-3");
    scene.launch("i-4");
    scene.launch("i-5");
    scene.launch("i-6");

    assertThat(scene.plan().decision()).isInstanceOf(Decision.Rest.class);
  }
}
