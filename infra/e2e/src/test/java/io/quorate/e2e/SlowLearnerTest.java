package io.quorate.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.Outcome;
import io.quorate.localcloud.instance.InstanceView;
import io.quorate.state.Heartbeat;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A learner that never catches up is taken back in time, and tried again. */
@EverythingOnly
class SlowLearnerTest {
  @Test
  void itsJoinFailsCleanlyAndALaterOneSucceeds(@TempDir Path home, @TempDir Path etcd)
      throws Exception {
    try (Stage stage = Stage.healthy(home, 3, HangingEtcd.folder(etcd, Folders.etcd()));
        Writer writer = stage.writer()) {
      InstanceView victim = stage.follower();
      HangingEtcd.hang(victim);
      stage.wipe(victim);
      String learner =
          AwaitCondition.value("the learner's entry", Stage.SOON, () -> learner(stage));

      Outcome ended =
          AwaitCondition.value(
              "the join's end", Stage.SOON, () -> unfinished(stage.heartbeat(victim.id())));
      assertThat(ended.result()).isEqualTo(Outcome.Result.FAILED);
      assertThat(ended.detail()).as("by the agent's own deadline").contains("not done within");
      assertThat(stage.anyEtcd().members()).doesNotContainKey(learner);
      writer.awaitMore(20, Stage.SOON);

      HangingEtcd.heal(victim);
      stage.awaitHealthy(3);
      assertThat(stage.heartbeats()).allMatch(Heartbeat::serving);
      writer.stopAndVerify(stage.etcd(victim));
    }
  }

  private static Optional<Outcome> unfinished(Heartbeat beat) {
    return beat.outcome().filter(outcome -> outcome.result() != Outcome.Result.DONE);
  }

  private static Optional<String> learner(Stage stage) {
    return stage.anyEtcd().members().entrySet().stream()
        .filter(member -> member.getValue().endsWith("(learner)"))
        .map(Map.Entry::getKey)
        .findFirst();
  }
}
