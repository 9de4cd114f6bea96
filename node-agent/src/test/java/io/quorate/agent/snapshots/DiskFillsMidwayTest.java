package io.quorate.agent.snapshots;

import static io.quorate.agent.snapshots.SnapshotWorld.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.quorate.agent.RealEtcd;
import io.quorate.agent.tasks.TaskResult;
import io.quorate.command.CommandFailure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The disk had room when the task began, and is full in the middle of it. Needs a filesystem of its
 * own, which only root may mount; skipped elsewhere.
 */
class DiskFillsMidwayTest {
  private static final int VALUES = 30;
  private static final int VALUE_BYTES = 100_000;

  @TempDir private Path folder;
  private RealEtcd.Running etcd;
  private SnapshotWorld world;
  private Path small;

  @BeforeEach
  void start() throws Exception {
    small = Files.createDirectory(folder.resolve("small"));
    assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=1m", "none", small.toString()) == 0,
        "no filesystem can be mounted here");
    etcd = RealEtcd.startAlone(folder.resolve("member"), "token").awaitServing();
    for (int i = 0; i < VALUES; i++) {
      etcd.put("key" + i, "v".repeat(VALUE_BYTES));
    }
    world = new SnapshotWorld(etcd, small.resolve("tasks"));
  }

  @AfterEach
  void stop() throws Exception {
    if (etcd != null) {
      etcd.close();
      assertThat(run("umount", small.toString())).as("umount").isZero();
    }
  }

  private static int run(String... command) throws Exception {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    return process.waitFor(10, TimeUnit.SECONDS) ? process.exitValue() : -1;
  }

  private static void assertFull(TaskResult result) {
    assertThat(result)
        .isInstanceOfSatisfying(
            TaskResult.Failed.class,
            failed -> assertThat(failed.failure()).isEqualTo(CommandFailure.DISK_FULL));
  }

  @Test
  void aSnapshotIsGivenUpAndTheNextAttemptNeedsNothingOfIt() throws Exception {
    assertFull(world.take(id(1), 1));
    assertThat(world.bucket).as("what the bucket holds of it").isEmpty();
    assertThat(small.resolve("tasks")).as("what is left of it").doesNotExist();
    assertThat(etcd.etcdctl("put", "after", "value")).contains("OK");

    world.usableBytes = 1;
    assertThat(world.take(id(1), 2)).isInstanceOf(TaskResult.Done.class);
    assertThat(world.manifest(id(1)).dataKey()).contains(".2.");
  }

  @Test
  void aVerificationProvesNothing() throws Exception {
    SnapshotWorld roomy = new SnapshotWorld(etcd, folder.resolve("tasks"));
    assertThat(roomy.take(id(1), 1)).isInstanceOf(TaskResult.Done.class);
    world.bucket.putAll(roomy.bucket);

    assertFull(world.verify(id(1)));

    assertThat(world.store.verified(id(1))).isEmpty();
    assertThat(small.resolve("tasks")).doesNotExist();
  }
}
