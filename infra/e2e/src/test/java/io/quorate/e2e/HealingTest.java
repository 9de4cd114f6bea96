package io.quorate.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.localcloud.instance.InstanceView;
import io.quorate.localcloud.instance.ProcessTarget;
import io.quorate.state.MemberIdentity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** What a user may break in the quick start: each mends by itself under a stream of writes. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class HealingTest extends OneStage {
  @Override
  Stage raise(Path home) throws IOException {
    return Stage.healthy(home, 3);
  }

  @Test
  @Order(1)
  void aKilledEtcdReturnsOnItsData() throws Exception {
    try (Writer writer = stage.writer()) {
      InstanceView victim = stage.follower();
      MemberIdentity before = stage.identity(victim);
      writer.awaitMore(20, Stage.SOON);

      List<Long> killed = stage.etcdPids(victim);

      stage.deployment.instances().kill(victim.id(), ProcessTarget.OTHERS);

      stage.awaitOtherEtcd(victim, killed);
      stage.awaitHealthy(3);
      assertThat(stage.identity(victim)).isEqualTo(before);
      writer.awaitMore(20, Stage.SOON);
      writer.stopAndVerify(stage.etcd(victim));
    }
  }

  @Test
  @Order(2)
  void anAgentKilledAloneLeavesEtcdServingAndTheNextAdoptsIt() throws Exception {
    try (Writer writer = stage.writer()) {
      InstanceView victim = stage.follower();
      var etcdPids = stage.instance(victim.id()).otherPids();
      String boot = stage.boot(victim);

      stage.deployment.instances().kill(victim.id(), ProcessTarget.AGENT);

      stage.awaitLaterBoot(victim, boot);
      assertThat(stage.instance(victim.id()).otherPids()).isEqualTo(etcdPids);
      stage.awaitHealthy(3);
      writer.stopAndVerify(stage.etcd(victim));
    }
  }

  @Test
  @Order(3)
  void agentAndEtcdKilledTogetherReturnOnTheirData() throws Exception {
    try (Writer writer = stage.writer()) {
      InstanceView victim = stage.leader();
      MemberIdentity before = stage.identity(victim);
      String boot = stage.boot(victim);

      stage.deployment.instances().kill(victim.id(), ProcessTarget.ALL);

      writer.awaitMore(20, Stage.SOON);
      stage.awaitLaterBoot(victim, boot);
      stage.awaitHealthy(3);
      assertThat(stage.identity(victim)).isEqualTo(before);
      writer.stopAndVerify(stage.etcd(victim));
    }
  }

  @Test
  @Order(4)
  void aWipedDataDirectoryIsReplacedByANewMember() throws Exception {
    try (Writer writer = stage.writer()) {
      InstanceView victim = stage.follower();
      MemberIdentity before = stage.identity(victim);

      stage.wipe(victim);

      stage.awaitOtherMember(victim, before);
      writer.stopAndVerify(stage.etcd(victim));
    }
  }

  @Test
  @Order(5)
  void aTerminatedInstanceIsReplacedByTheGroup() throws Exception {
    try (Writer writer = stage.writer()) {
      InstanceView victim = stage.leader();
      MemberIdentity before = stage.identity(victim);

      stage.terminate(victim);

      Await.until(
          "the dead member's removal",
          Stage.SOON,
          () -> !stage.anyEtcd().members().containsKey(before.memberId().toString()));
      stage.awaitHealthy(3);
      assertThat(stage.anyEtcd().members().values()).hasSize(3).doesNotContain(victim.id());
      writer.awaitMore(20, Stage.SOON);
      writer.stopAndVerify(stage.anyEtcd());
    }
  }
}
