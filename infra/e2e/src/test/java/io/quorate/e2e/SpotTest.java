package io.quorate.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.localcloud.instance.Ec2State;
import io.quorate.localcloud.instance.InstanceView;
import io.quorate.state.Condition;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The cloud takes the leader's instance, and says so a moment before. */
@EverythingOnly
class SpotTest extends OneStage {
  private static final Duration NOTICE = Duration.ofSeconds(60);

  @Override
  Stage raise(Path home) throws IOException {
    return Stage.healthy(home, 3);
  }

  @Test
  void theLeaderLeavesBeforeItsInstanceIsTakenAndIsReplaced() throws Exception {
    InstanceView victim = stage.leader();
    InstanceView other = stage.follower();
    try (Writer writer = stage.writer()) {
      writer.awaitMore(20, Stage.SOON);

      stage.deployment.instances().interrupt(victim.id(), "terminate", NOTICE);
      AwaitCondition.until(
          "its member left",
          Stage.SOON,
          () -> !stage.etcd(other).members().containsValue(victim.id()));

      assertThat(stage.instance(victim.id()).state())
          .as("it left within the notice")
          .isEqualTo(Ec2State.RUNNING);
      assertThat(stage.tables.journal())
          .anySatisfy(entry -> assertThat(entry.reason()).isEqualTo("MEMBER_INTERRUPTED"));
      AwaitCondition.untilSettled("another in its place", Stage.SOON, () -> stage.replaced(victim));
      stage.awaitHealthy(3);
      assertThat(stage.has(Condition.Type.INTERRUPTION_ANNOUNCED)).isFalse();
      writer.awaitMore(20, Stage.SOON);
      writer.stopAndVerify(stage.anyEtcd());
    }
  }
}
