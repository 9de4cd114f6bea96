package io.quorate.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.localcloud.instance.InstanceView;
import io.quorate.localcloud.instance.ProcessTarget;
import io.quorate.state.Heartbeat;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A learner that never catches up is taken back in time, and tried again. */
class SlowLearnerTest {
  @Test
  void itsJoinFailsCleanlyAndALaterOneSucceeds(@TempDir Path home) throws Exception {
    try (Stage stage = Stage.healthy(home, 3);
        Writer writer = stage.writer()) {
      InstanceView victim = stage.follower();
      stage.deployment.instances().wipe(victim.id(), "etcd");
      Await.until(
          "the learner's etcd",
          Stage.SOON,
          () ->
              stage.anyEtcd().members().containsValue(victim.id() + " (learner)")
                  || freezeNewcomer(stage, victim));

      Await.until(
          "the failed join",
          Duration.ofSeconds(90),
          () ->
              stage
                  .heartbeat(victim.id())
                  .outcome()
                  .filter(outcome -> outcome.detail().length() > 0)
                  .filter(outcome -> !outcome.result().name().equals("DONE"))
                  .isPresent());
      assertThat(stage.anyEtcd().members()).hasSize(2);
      writer.awaitMore(20, Stage.SOON);

      stage.awaitHealthy(3);
      assertThat(stage.heartbeats()).allMatch(Heartbeat::serving);
      writer.stopAndVerify(stage.etcd(victim));
    }
  }

  /** Freezes the etcd of a node as soon as it runs under a JOIN. */
  private static boolean freezeNewcomer(Stage stage, InstanceView victim) {
    boolean joining = stage.heartbeat(victim.id()).doing().isPresent();
    boolean runs = !stage.instance(victim.id()).otherPids().isEmpty();
    if (joining && runs) {
      stage.deployment.instances().freeze(victim.id(), ProcessTarget.OTHERS);
      return true;
    }
    return false;
  }
}
