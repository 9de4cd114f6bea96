package io.quorate.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.localcloud.faults.FaultAction;
import io.quorate.localcloud.faults.FaultRule;
import io.quorate.localcloud.instance.InstanceView;
import io.quorate.localcloud.instance.ProcessTarget;
import io.quorate.state.Condition;
import io.quorate.state.Phase;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** Silence of every kind: nobody is removed, writes go on, and a person is told (I7, I10). */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SilenceTest extends OneStage {
  private static final Duration OUTAGE =
      Duration.ofSeconds(Integer.getInteger("quorate.e2e.outageSeconds", 120));

  @Override
  Stage raise(Path home) throws IOException {
    return Stage.impatient(home, 3);
  }

  @EverythingOnly
  @Test
  @Order(1)
  void aSilentAgentOverAHealthyEtcdRemovesNobody() throws Exception {
    Map<String, String> members = stage.anyEtcd().members();
    InstanceView victim = stage.follower();
    try (Writer writer = stage.writer()) {
      stage.deployment.instances().holdAgent(victim.id());
      stage.deployment.instances().kill(victim.id(), ProcessTarget.AGENT);

      stage.awaitCondition(Condition.Type.AGENT_SILENT);
      AwaitCondition.throughout(
          "nobody is removed or terminated",
          Duration.ofSeconds(15),
          () ->
              stage.etcd(victim).members().equals(members)
                  && stage.status().operation().isEmpty()
                  && stage.status().terminations().isEmpty());
      writer.awaitMore(20, Stage.SOON);

      stage.deployment.instances().releaseAgent(victim.id());
      stage.awaitHealthy(3);
      writer.stopAndVerify(stage.etcd(victim));
    }
  }

  @EverythingOnly
  @Test
  @Order(2)
  void everyHeartbeatStaleAtOnceRemovesNobody() throws Exception {
    Map<String, String> members = stage.anyEtcd().members();
    try (Writer writer = stage.writer()) {
      stage.deployment.cloud().faults().cutOff("agent-*");

      AwaitCondition.until(
          "the controller sees nobody", Stage.SOON, () -> stage.status().phase() == Phase.UNSEEN);
      AwaitCondition.throughout(
          "nobody is removed or terminated, and no quorum is called lost",
          Duration.ofSeconds(10),
          () ->
              stage.status().phase() == Phase.UNSEEN
                  && stage.status().operation().isEmpty()
                  && stage.status().terminations().isEmpty());
      writer.awaitMore(20, Stage.SOON);

      stage.deployment.cloud().faults().reconnect("agent-*");
      stage.awaitHealthy(3);
      assertThat(stage.anyEtcd().members()).isEqualTo(members);
      writer.stopAndVerify(stage.anyEtcd());
    }
  }

  @Test
  @Order(3)
  void aStoreOutageStopsNeitherWritesNorRestarts() throws Exception {
    Map<String, String> members = stage.anyEtcd().members();
    InstanceView victim = stage.follower();
    try (Writer writer = stage.writer()) {
      FaultRule outage =
          FaultRule.always("outage", new FaultAction.Fail(500, "InternalServerError"))
              .onService("dynamodb")
              .forPrincipal("agent-*");
      FaultRule blind =
          FaultRule.always("blind", new FaultAction.Fail(500, "InternalServerError"))
              .onService("dynamodb")
              .forPrincipal("controller");
      stage.deployment.cloud().faults().add(outage);
      stage.deployment.cloud().faults().add(blind);
      long until = System.nanoTime() + OUTAGE.toNanos();

      List<Long> first = stage.etcdPids(victim);
      stage.deployment.instances().kill(victim.id(), ProcessTarget.OTHERS);
      stage.awaitOtherEtcd(victim, first);
      AwaitCondition.until(
          "the crashed etcd is restarted without the store",
          Stage.SOON,
          () -> stage.etcd(victim).range("written/").size() > 0);
      List<Long> second = stage.etcdPids(victim);
      stage.deployment.instances().kill(victim.id(), ProcessTarget.ALL);
      stage.awaitOtherEtcd(victim, second);
      AwaitCondition.until(
          "a killed agent restarts its etcd without the store",
          Stage.SOON,
          () -> stage.etcd(victim).range("written/").size() > 0);
      while (System.nanoTime() < until) {
        writer.awaitMore(20, Stage.SOON);
      }
      assertThat(stage.anyEtcd().members()).isEqualTo(members);
      assertThat(stage.status().terminations()).isEmpty();

      stage.deployment.cloud().faults().clear();
      stage.awaitHealthy(3);
      assertThat(stage.anyEtcd().members()).isEqualTo(members);
      writer.stopAndVerify(stage.etcd(victim));
    }
  }
}
