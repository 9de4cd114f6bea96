package io.quorate.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.localcloud.instance.InstanceView;
import io.quorate.localcloud.instance.ProcessTarget;
import io.quorate.model.InstanceId;
import io.quorate.state.Condition;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node that hangs, agent and etcd, is replaced on positive evidence only. */
class HungNodeTest {
  @Test
  void aHungNodeIsTerminatedThenRemovedThenReplaced(@TempDir Path home) throws Exception {
    try (Stage stage = Stage.impatient(home, 3);
        Writer writer = stage.writer()) {
      InstanceView victim = stage.follower();
      String dead = stage.heartbeat(victim.id()).identity().orElseThrow().memberId().toString();

      stage.deployment.instances().freeze(victim.id(), ProcessTarget.ALL);

      Await.until(
          "its termination, seen in EC2",
          Duration.ofSeconds(90),
          () -> stage.status().terminated(new InstanceId(victim.id())));
      stage.awaitHealthy(3);
      assertThat(stage.anyEtcd().members()).hasSize(3).doesNotContainKey(dead);
      writer.awaitMore(20, Stage.SOON);
      writer.stopAndVerify(stage.anyEtcd());
    }
  }

  @Test
  void withoutAQuorumBesideItAHungNodeIsLeftAlone(@TempDir Path home) throws Exception {
    try (Stage stage = Stage.impatient(home, 3)) {
      Map<String, String> members = stage.anyEtcd().members();
      InstanceView first = stage.follower();
      InstanceView leader = stage.leader();

      stage.deployment.instances().freeze(first.id(), ProcessTarget.ALL);
      stage.deployment.instances().freeze(leader.id(), ProcessTarget.ALL);

      stage.awaitCondition(Condition.Type.NO_QUORUM);
      assertThat(stage.running()).noneMatch(stage::answers);
      Await.throughout(
          "nobody is terminated",
          Duration.ofSeconds(20),
          () -> stage.status().terminations().isEmpty() && stage.status().tombstones().isEmpty());

      stage.deployment.instances().thaw(first.id(), ProcessTarget.ALL);
      stage.deployment.instances().thaw(leader.id(), ProcessTarget.ALL);
      stage.awaitHealthy(3);
      assertThat(stage.anyEtcd().members()).isEqualTo(members);
    }
  }
}
