package io.quorate.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.deployment.Group;
import io.quorate.localcloud.instance.InstanceView;
import io.quorate.state.Condition;
import io.quorate.state.Phase;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** A group whose wish is raised and lowered, under a stream of writes. */
@EverythingOnly
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ResizeTest extends OneStage {
  private static final int MEMBERS = 3;

  @Override
  Stage raise(Path home) throws IOException {
    return Stage.healthy(home, MEMBERS);
  }

  @Test
  @Order(1)
  void aClusterGrowsByTwoAndShrinksByTwoTheLeaderFirst() throws Exception {
    try (Writer writer = stage.writer()) {
      writer.awaitMore(20, Stage.SOON);
      stage.resize(MEMBERS + 2);
      stage.awaitHealthy(MEMBERS + 2);
      List<String> grown = List.copyOf(stage.anyEtcd().members().values());
      InstanceView leader = stage.leader();

      new Group(stage.deployment, stage.name).scaleIn(leader);
      stage.resize(MEMBERS);

      stage.awaitHealthy(MEMBERS);
      assertThat(stage.anyEtcd().members().values())
          .hasSize(MEMBERS)
          .doesNotContain(leader.id())
          .isSubsetOf(grown);
      writer.awaitMore(20, Stage.SOON);
      writer.stopAndVerify(stage.anyEtcd());
    }
  }

  @Test
  @Order(2)
  void aGroupThatWantsNoneComesBackWithEveryWrite() throws Exception {
    long generation = new Generations(stage).number();
    try (Writer writer = stage.writer()) {
      writer.awaitMore(20, Stage.SOON);

      stage.resize(0);

      AwaitCondition.until(
          "a cluster at rest",
          Stage.SOON,
          () -> stage.status().phase() == Phase.HIBERNATED && stage.running().isEmpty());
      assertThat(stage.status().conditions().stream().map(Condition::type))
          .contains(Condition.Type.HIBERNATES)
          .doesNotContain(Condition.Type.NO_QUORUM, Condition.Type.RECOVERY_RUNS);

      stage.resize(MEMBERS);

      stage.awaitHealthy(MEMBERS);
      assertThat(new Generations(stage).number()).isEqualTo(generation + 1);
      assertThat(stage.has(Condition.Type.DATA_RESTORED)).isFalse();
      writer.awaitMore(20, Stage.SOON);
      writer.stopAndVerify(stage.anyEtcd());
      assertThat(writer.lost()).isZero();
    }
  }
}
