package io.quorate.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.deployment.DamagedPages;
import io.quorate.deployment.Etcd;
import io.quorate.localcloud.instance.Ec2State;
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
      List<Long> etcdPids = stage.etcdPids(victim);
      String boot = stage.boot(victim);

      stage.deployment.instances().kill(victim.id(), ProcessTarget.AGENT);

      stage.awaitLaterIncarnation(victim, boot);
      assertThat(stage.etcdPids(victim)).isEqualTo(etcdPids);
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
      stage.awaitLaterIncarnation(victim, boot);
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

  /** Etcd panics at each start; what is archived is the damaged directory. */
  @EverythingOnly
  @Test
  @Order(5)
  void replacesAMemberWhosePagesAreDamaged() throws Exception {
    try (Writer writer = stage.writer()) {
      InstanceView victim = stage.follower();
      MemberIdentity before = stage.identity(victim);
      writer.awaitMore(20, Stage.SOON);

      DamagedPages.make(stage.deployment.instances(), victim);

      stage.awaitOtherMember(victim, before);
      assertThat(victim.folder().resolve("archive"))
          .isDirectoryContaining(old -> old.toString().contains(before.directoryNonce()));
      writer.stopAndVerify(stage.etcd(victim));
    }
  }

  @Test
  @Order(6)
  void aTerminatedInstanceIsReplacedByTheGroup() throws Exception {
    try (Writer writer = stage.writer()) {
      InstanceView victim = stage.leader();
      MemberIdentity before = stage.identity(victim);

      stage.terminate(victim);

      AwaitCondition.until(
          "the dead member's removal",
          Stage.SOON,
          () -> !stage.anyEtcd().members().containsKey(before.memberId().toString()));
      stage.awaitHealthy(3);
      assertThat(stage.anyEtcd().members().values()).hasSize(3).doesNotContain(victim.id());
      writer.awaitMore(20, Stage.SOON);
      writer.stopAndVerify(stage.anyEtcd());
    }
  }

  /** A new instance with the dead one's IP address is a new member, never the old one. */
  @EverythingOnly
  @Test
  @Order(7)
  void aNewInstanceAtADeadOnesAddressJoinsUnderAnIdOfItsOwn() throws Exception {
    try (Writer writer = stage.writer()) {
      InstanceView victim = stage.follower();
      String dead = stage.heartbeat(victim.id()).identity().orElseThrow().memberId().toString();

      Launches.suspend(stage);
      stage.terminate(victim);
      AwaitCondition.until(
          "the dead one's address to be free",
          Stage.SOON,
          () -> stage.instance(victim.id()).state() == Ec2State.TERMINATED);
      stage.deployment.fleet().nextAddress(victim.address());
      Launches.resume(stage);

      AwaitCondition.until(
          "a new node at " + victim.address() + " that serves",
          Stage.SOON,
          () ->
              stage.heartbeats().stream()
                  .anyMatch(
                      beat ->
                          !beat.instance().value().equals(victim.id())
                              && beat.endpoints().clientUrl().contains(victim.address() + ":")
                              && beat.serving()));
      stage.awaitHealthy(3);
      assertThat(stage.anyEtcd().members()).hasSize(3).doesNotContainKey(dead);
      writer.stopAndVerify(new Etcd("http://" + victim.address() + ":2379"));
    }
  }

  /** What an application sees meanwhile. */
  @EverythingOnly
  @Test
  @Order(8)
  void aWatchMissesNothingAndRepeatsNothingAcrossAKillAndAReplacement() throws Exception {
    new WatchedThroughJetcd(stage).acrossAKillAndAReplacement();
  }
}
