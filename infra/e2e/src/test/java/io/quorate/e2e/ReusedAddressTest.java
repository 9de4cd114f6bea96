package io.quorate.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.deployment.Etcd;
import io.quorate.localcloud.instance.InstanceState;
import io.quorate.localcloud.instance.InstanceView;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.autoscaling.AutoScalingClient;

/** A new instance with the dead one's IP address is a new member, never the old one. */
class ReusedAddressTest {
  @Test
  void theNewInstanceJoinsUnderAnIdOfItsOwn(@TempDir Path home) throws Exception {
    try (Stage stage = Stage.healthy(home, 3);
        Writer writer = stage.writer()) {
      InstanceView victim = stage.follower();
      String dead = stage.heartbeat(victim.id()).identity().orElseThrow().memberId().toString();
      AutoScalingClient group = stage.deployment.clients().autoScaling();

      group.suspendProcesses(
          s -> s.autoScalingGroupName(stage.name.value()).scalingProcesses("Launch"));
      group.terminateInstanceInAutoScalingGroup(
          t -> t.instanceId(victim.id()).shouldDecrementDesiredCapacity(false));
      Await.until(
          "the dead one's address to be free",
          Stage.SOON,
          () -> stage.instance(victim.id()).state() == InstanceState.TERMINATED);
      stage.deployment.fleet().nextAddress(victim.address());
      group.resumeProcesses(
          s -> s.autoScalingGroupName(stage.name.value()).scalingProcesses("Launch"));

      Await.until(
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
}
