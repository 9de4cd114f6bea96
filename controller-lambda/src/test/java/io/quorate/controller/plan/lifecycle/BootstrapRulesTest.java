package io.quorate.controller.plan.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.controller.decision.CommitBootstrap;
import io.quorate.controller.decision.Decision;
import io.quorate.controller.decision.FinalizeBootstrap;
import io.quorate.controller.decision.NoOp;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.view.GroupView;
import io.quorate.guards.Guards;
import io.quorate.model.EtcdIds;
import io.quorate.model.InstanceId;
import io.quorate.state.Bootstrap;
import io.quorate.state.DataState;
import io.quorate.state.InitialMember;
import io.quorate.state.Phase;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BootstrapRulesTest {
  @Test
  @Guards("DECIDE_BOOTSTRAP")
  void theFirstDesiredNodesFoundTheCluster() {
    Plan plan = ClusterFixture.registered(3).plan();

    Bootstrap bootstrap = ((CommitBootstrap) plan.decision()).bootstrap();
    assertThat(bootstrap.voters())
        .extracting(voter -> voter.instance().value())
        .containsExactlyInAnyOrder("i-1", "i-2", "i-3");
    assertThat(bootstrap.clusterToken()).contains("uid-1").contains("nonce");
    assertThat(bootstrap.clusterId())
        .isEqualTo(
            EtcdIds.clusterId(bootstrap.voters().stream().map(InitialMember::memberId).toList()));
    assertThat(plan.status().phase()).isEqualTo(Phase.BOOTSTRAPPING);
    assertThat(plan.heartbeatEvidence())
        .containsOnlyKeys(new InstanceId("i-1"), new InstanceId("i-2"), new InstanceId("i-3"));
  }

  @Test
  void fewerNodesThanDesiredWait() {
    ClusterFixture fixture = ClusterFixture.registered(2);
    fixture.status = fixture.plan().status();

    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);
    assertThat(fixture.plan().status().phase()).isEqualTo(Phase.WAITING_FOR_NODES);
  }

  @Test
  void aQuorumOfTheDesiredIsEnoughOnceTheBoundedWaitHasPassed() {
    ClusterFixture fixture = ClusterFixture.registered(2);
    fixture.status = fixture.plan().status();
    fixture.after(fixture.spec.timings().bootstrapWait());

    Bootstrap bootstrap = ((CommitBootstrap) fixture.plan().decision()).bootstrap();
    assertThat(bootstrap.voters()).hasSize(2);
  }

  @Test
  void oneOfThreeNeverFoundsACluster() {
    ClusterFixture fixture = ClusterFixture.registered(1);
    fixture.status = fixture.plan().status();
    fixture.after(Duration.ofDays(1));

    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);
  }

  @Test
  void aNodeThatHoldsDataFoundsNothing() {
    ClusterFixture fixture = ClusterFixture.registered(3).data("i-2", DataState.FOREIGN);

    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);
  }

  @Test
  void aNodeOutsideTheGroupFoundsNothing() {
    ClusterFixture fixture = ClusterFixture.registered(3);
    fixture.lifecycles.remove(new InstanceId("i-3"));

    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);
  }

  @Test
  void anUnreadableGroupFoundsNothing() {
    ClusterFixture fixture = ClusterFixture.registered(3);
    fixture.groupInstead = Optional.of(new GroupView.Unknown("throttled"));

    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);
  }

  @Test
  void moreNodesThanDesiredAreSpreadOverZones() {
    ClusterFixture fixture = ClusterFixture.registered(5);
    List.of("i-1", "i-2", "i-3").forEach(instance -> fixture.node(instance).zone = "a");
    fixture.node("i-4").zone = "b";
    fixture.node("i-5").zone = "c";

    Bootstrap bootstrap = ((CommitBootstrap) fixture.plan().decision()).bootstrap();
    assertThat(bootstrap.voters())
        .extracting(InitialMember::zone)
        .containsExactlyInAnyOrder("a", "b", "c");
  }

  @Test
  @Guards("FINISH_BOOTSTRAP")
  void aRecordedBootstrapIsFinishedAsRecordedWhateverHasChangedSince() {
    ClusterFixture fixture = ClusterFixture.registered(3);
    Bootstrap decided = ((CommitBootstrap) fixture.plan().decision()).bootstrap();
    fixture.lineage = fixture.lineage.committing(decided);
    fixture.terminate("i-1").launch("i-9");

    Decision decision = fixture.plan().decision();
    assertThat(((FinalizeBootstrap) decision).bootstrap()).isEqualTo(decided);
  }

  @Test
  void aBootstrappedClusterIsNeverBootstrappedAgainThoughAllNodesAreNew() {
    ClusterFixture fixture =
        ClusterFixture.healthy(3).terminate("i-1").terminate("i-2").terminate("i-3");
    fixture.launch("i-4");
    fixture.launch("i-5");
    fixture.launch("i-6");

    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);
  }
}
