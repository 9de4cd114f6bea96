package io.quorate.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.localcloud.instance.InstanceView;
import io.quorate.localcloud.instance.ProcessTarget;
import io.quorate.state.Heartbeat;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A learner that never catches up is taken back in time, and tried again. */
class SlowLearnerTest {
  @Test
  void itsJoinFailsCleanlyAndALaterOneSucceeds(@TempDir Path home) throws Exception {
    try (Stage stage = Stage.healthy(home, 3);
        Writer writer = stage.writer()) {
      InstanceView victim = stage.follower();
      List<Long> former = stage.etcdPids(victim);
      stage.wipe(victim);
      stage.awaitOtherEtcd(victim, former);
      stage.deployment.instances().freeze(victim.id(), ProcessTarget.OTHERS);
      String learner = Await.value("the learner's entry", Stage.SOON, () -> learner(stage));

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
      assertThat(stage.anyEtcd().members()).doesNotContainKey(learner);
      writer.awaitMore(20, Stage.SOON);

      stage.awaitHealthy(3);
      assertThat(stage.heartbeats()).allMatch(Heartbeat::serving);
      writer.stopAndVerify(stage.etcd(victim));
    }
  }

  private static Optional<String> learner(Stage stage) {
    return stage.anyEtcd().members().entrySet().stream()
        .filter(member -> member.getValue().endsWith("(learner)"))
        .map(Map.Entry::getKey)
        .findFirst();
  }
}
