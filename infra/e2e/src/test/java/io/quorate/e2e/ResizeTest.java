package io.quorate.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.deployment.Group;
import io.quorate.localcloud.instance.InstanceView;
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
}
