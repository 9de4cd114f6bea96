package io.quorate.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.localcloud.instance.InstanceView;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * Two of three instances end at EC2 under a stream of writes: the third is fenced, its disk is
 * salvaged, and the next generation serves every write that was acknowledged (I1, I5).
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class QuorumLostTest extends OneStage {
  private static final String QUIET = "quorum-lost/";

  private Generations generations;

  @Override
  Stage raise(Path home) throws IOException {
    Stage raised = Stage.healthy(home, 3);
    generations = new Generations(raised);
    return raised;
  }

  @Test
  @Order(1)
  void aFollowersDiskIsLeft() throws Exception {
    InstanceView left = stage.follower();

    lose(2, stage.running().stream().filter(view -> !view.id().equals(left.id())).toList());
  }

  @Test
  @Order(2)
  void theLeadersDiskIsLeft() throws Exception {
    InstanceView left = stage.leader();

    lose(3, stage.running().stream().filter(view -> !view.id().equals(left.id())).toList());
  }

  private void lose(long next, List<InstanceView> victims) throws Exception {
    try (Writer writer = stage.writer()) {
      writer.awaitMore(20, Stage.SOON);
      stage.anyEtcd().put(QUIET + next, "held");
      Map<String, String> held = new TreeMap<>(stage.anyEtcd().range(QUIET));
      List<String> ids = new ArrayList<>(victims.stream().map(InstanceView::id).toList());

      Ec2.terminate(stage, victims);

      generations.awaitRestored(next);
      assertThat(writer.lost()).isZero();
      assertThat(stage.anyEtcd().range(QUIET)).isEqualTo(held);
      assertThat(stage.anyEtcd().members().values()).hasSize(3).doesNotContainAnyElementsOf(ids);
      writer.awaitMore(20, Stage.SOON);
      writer.stopAndVerify(stage.anyEtcd());
    }
  }
}
