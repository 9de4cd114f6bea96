package io.quorate.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.localcloud.instance.InstanceView;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * Instances that end at EC2, not through their group: each is replaced under a stream of writes.
 */
@EverythingOnly
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class Ec2TerminationTest extends OneStage {
  @Override
  Stage raise(Path home) throws IOException {
    return Stage.healthy(home, 3);
  }

  @Test
  @Order(1)
  void aFollowerThatEndsAtEc2IsReplaced() throws Exception {
    replaces(stage.follower());
  }

  @Test
  @Order(2)
  void soIsTheLeaderThatEndsLater() throws Exception {
    replaces(stage.leader());
  }

  private void replaces(InstanceView victim) throws Exception {
    try (Writer writer = stage.writer()) {
      writer.awaitMore(20, Stage.SOON);

      Ec2.terminate(stage, List.of(victim));

      AwaitCondition.untilSettled("another in its place", Stage.SOON, () -> stage.replaced(victim));
      stage.awaitHealthy(3);
      assertThat(stage.anyEtcd().members().values()).hasSize(3).doesNotContain(victim.id());
      writer.awaitMore(20, Stage.SOON);
      writer.stopAndVerify(stage.anyEtcd());
    }
  }
}
