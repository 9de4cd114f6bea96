package io.quorate.agent.snapshots;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.RealEtcd;
import io.quorate.agent.tasks.TaskResult;
import io.quorate.agent.tasks.TaskRun;
import io.quorate.command.CommandHeader;
import io.quorate.command.CompactHistory;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compactions of a real etcd. */
class CompactProgramTest {
  @TempDir Path root;
  private RealEtcd.Running etcd;
  private SnapshotWorld world;

  @BeforeEach
  void fiveRevisions() {
    etcd = RealEtcd.startAlone(root.resolve("data"), "tok").awaitServing();
    for (int i = 0; i < 4; i++) {
      etcd.put("key", "value-" + i);
    }
    world = new SnapshotWorld(etcd, root.resolve("tasks"));
  }

  @AfterEach
  void stop() {
    etcd.close();
  }

  private TaskResult compact(long revision, long attempt) throws InterruptedException {
    CommandHeader header =
        new CommandHeader(
            "compact-1",
            SnapshotWorld.INSTANCE,
            SnapshotWorld.UID,
            Generation.FIRST,
            new FencingToken(1),
            SnapshotWorld.NOW);
    return world
        .programs()
        .run(
            new TaskRun(
                new CompactHistory(header, revision, Duration.ofMinutes(1)),
                attempt,
                Optional.empty()));
  }

  @Test
  void dropsOlderRevisionsAndKeepsTheNewestValue() throws Exception {
    assertThat(compact(4, 1)).isInstanceOf(TaskResult.Done.class);

    assertThat(etcd.etcdctl("get", "key")).contains("value-3");
    assertThat(etcd.etcdctl("get", "key", "--rev=4")).contains("value-2");
    assertThat(compact(3, 1))
        .isEqualTo(new TaskResult.Bad("revision 3 is already compacted; nothing was changed"));
  }

  @Test
  void isDoneWhenAnEarlierAttemptCompacted() throws Exception {
    compact(4, 1);

    assertThat(compact(4, 1)).isInstanceOf(TaskResult.Bad.class);
    assertThat(compact(4, 2)).isInstanceOf(TaskResult.Done.class);
  }

  @Test
  void refusesARevisionOfTheFuture() throws Exception {
    assertThat(compact(900, 1))
        .isEqualTo(
            new TaskResult.Bad(
                "revision 900 is in the future: the newest is 5; nothing was changed"));
  }
}
