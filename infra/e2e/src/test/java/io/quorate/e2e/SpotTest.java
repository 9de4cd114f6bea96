package io.quorate.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.localcloud.instance.InstanceView;
import io.quorate.model.Generation;
import io.quorate.state.Condition;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The cloud says that it takes instances; their successors do not wait for that. */
@EverythingOnly
class SpotTest extends OneStage {
  /** Longer than anything here is waited for: nothing that is seen comes from its end. */
  private static final Duration NOTICE = Stage.SOON.multipliedBy(4);

  @Override
  Stage raise(Path home) throws IOException {
    return Stage.healthy(home, 3);
  }

  @Test
  void theLeaderLeavesAndIsReplacedWhileTheNoticeStillRuns() throws Exception {
    InstanceView victim = stage.leader();
    InstanceView other = stage.follower();
    try (Writer writer = stage.writer()) {
      writer.awaitMore(20, Stage.SOON);

      stage.deployment.instances().interrupt(victim.id(), "terminate", NOTICE);
      AwaitCondition.until(
          "its member left",
          Stage.SOON,
          () -> !stage.etcd(other).members().containsValue(victim.id()));

      assertThat(stage.tables.journal())
          .anySatisfy(entry -> assertThat(entry.reason()).isEqualTo("MEMBER_INTERRUPTED"));
      AwaitCondition.untilSettled("another in its place", Stage.SOON, () -> stage.replaced(victim));
      stage.awaitHealthy(3);
      assertThat(stage.has(Condition.Type.INTERRUPTION_ANNOUNCED)).isFalse();
      writer.awaitMore(20, Stage.SOON);
      writer.stopAndVerify(stage.anyEtcd());
    }
  }

  /** Had they stayed, their end would be a lost quorum; as it is, the third never stops. */
  @Test
  void ofThreeTwoThatAreTakenAtOnceLeaveAndTheThirdServesOn() throws Exception {
    InstanceView leader = stage.leader();
    InstanceView follower = stage.follower();
    try (Writer writer = stage.writer()) {
      writer.awaitMore(20, Stage.SOON);

      stage.deployment.instances().interrupt(leader.id(), "terminate", NOTICE);
      stage.deployment.instances().interrupt(follower.id(), "terminate", NOTICE);

      AwaitCondition.untilSettled(
          "others in their places",
          Stage.SOON,
          () -> stage.replaced(leader) && stage.replaced(follower));
      stage.awaitHealthy(3);
      assertThat(new Generations(stage).current().generation()).isEqualTo(Generation.FIRST);
      writer.awaitMore(20, Stage.SOON);
      writer.stopAndVerify(stage.anyEtcd());
    }
  }
}
