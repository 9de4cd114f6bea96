package io.quorate.agent.snapshots;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.RealEtcd;
import io.quorate.agent.directory.DataDirectory;
import io.quorate.agent.tasks.TaskResult;
import io.quorate.agent.tasks.TaskRun;
import io.quorate.command.CommandHeader;
import io.quorate.command.CompareData;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.model.MemberId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hashes of a real etcd's keys. */
class CompareDataProgramTest {
  @TempDir Path root;
  private RealEtcd.Running etcd;
  private SnapshotWorld world;

  @BeforeEach
  void fiveRevisions() throws IOException {
    etcd = RealEtcd.startAlone(root.resolve("data"), "tok").awaitServing();
    for (int i = 0; i < 4; i++) {
      etcd.put("key-" + i, "value-number-" + i);
    }
    world = new SnapshotWorld(etcd, root.resolve("tasks"));
    // Where an agent would have it.
    Path directory =
        new DataDirectory(root.resolve("root"))
            .path(Generation.FIRST, world.identity().directoryNonce());
    Files.createDirectories(directory);
    Files.createSymbolicLink(DataDirectory.etcdData(directory), etcd.data());
  }

  @AfterEach
  void stop() {
    etcd.close();
  }

  private TaskRun asked(MemberId member, long revision) {
    CommandHeader header =
        new CommandHeader(
            "compare-1",
            SnapshotWorld.INSTANCE,
            SnapshotWorld.UID,
            Generation.FIRST,
            new FencingToken(1),
            SnapshotWorld.NOW);
    return new TaskRun(
        new CompareData(header, member, revision, Duration.ofMinutes(1)),
        1,
        Optional.of(world.identity()));
  }

  private TaskResult compare(long revision) throws InterruptedException {
    return world.programs().run(asked(world.status().memberId(), revision));
  }

  private Object hash(long revision) throws InterruptedException {
    return Objects.requireNonNull(
        ((TaskResult.Done) compare(revision)).values().get(CompareData.HASH));
  }

  @Test
  void tellsTheHashAtTheRevisionWhateverCameLater() throws Exception {
    Object before = hash(5);
    etcd.put("key-0", "later");

    assertThat(hash(5)).isEqualTo(before);
    assertThat(hash(6)).isNotEqualTo(before);
    assertThat(((TaskResult.Done) compare(5)).values())
        .containsEntry(CompareData.REVISION, 5L)
        .containsKey(CompareData.COMPACT_REVISION);
  }

  private Object value(String name) throws InterruptedException {
    return Objects.requireNonNull(((TaskResult.Done) compare(5)).values().get(name));
  }

  @Test
  void tellsTheFileOfTheDatabaseAsLongAsItIsTheSame() throws Exception {
    Object file = value(CompareData.FILE);
    etcd.put("key-0", "later");
    assertThat(value(CompareData.FILE)).isEqualTo(file);

    etcd.etcdctl("defrag");
    assertThat(value(CompareData.FILE)).isNotEqualTo(file);
  }

  /** etcd leaves it where it takes over a leader's data, and when it has logged much. */
  @Test
  void tellsThatTheFileIsTheFirstUntilAMarkOfALaterEntryIsThere() throws Exception {
    Path folder = etcd.data().resolve("member/snap");
    assertThat(value(CompareData.FIRST_FILE)).isEqualTo(true);
    Files.createFile(folder.resolve("0000000000000001-0000000000000003.snap"));
    assertThat(value(CompareData.FIRST_FILE)).as("of a restore").isEqualTo(true);
    Files.createFile(folder.resolve("0000000000000002-0000000000001389.snap"));
    assertThat(value(CompareData.FIRST_FILE)).isEqualTo(false);
  }

  @Test
  void tellsAnotherHashWhenOneByteOfAValueIsChangedOnDisk() throws Exception {
    Object before = hash(5);
    etcd.etcdctl("snapshot", "save", root.resolve("committed.db").toString());
    etcd.close();
    changeOneByte(etcd.data().resolve("member/snap/db"), "value-number-2");
    String peer = RealEtcd.peerUrl(etcd.address());
    etcd =
        RealEtcd.start("alone", etcd.address(), etcd.data(), "alone=" + peer, "existing", "tok")
            .awaitServing();

    assertThat(hash(5)).isNotEqualTo(before);
  }

  private static void changeOneByte(Path file, String value) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    int at = text.indexOf(value);
    assertThat(at).isPositive();
    for (; at >= 0; at = text.indexOf(value, at + 1)) {
      bytes[at] ^= 1;
    }
    Files.write(file, bytes);
  }

  @Test
  void speaksForNoOtherMember() throws Exception {
    assertThat(world.programs().run(asked(new MemberId(7), 5)))
        .isInstanceOfSatisfying(
            TaskResult.Failed.class, failed -> assertThat(failed.detail()).contains("was asked"));
  }

  @Test
  void givesNoHashOfACompactedRevision() throws Exception {
    etcd.etcdctl("compact", "4");

    assertThat(compare(3)).isInstanceOf(TaskResult.Failed.class);
    assertThat(compare(4))
        .isInstanceOfSatisfying(
            TaskResult.Failed.class,
            failed -> assertThat(failed.detail()).contains("once something was written"));
    assertThat(compare(5))
        .isInstanceOfSatisfying(
            TaskResult.Done.class,
            done -> assertThat(done.values()).containsEntry(CompareData.COMPACT_REVISION, 4L));
  }

  @Test
  void waitsUntilTheMemberHasTheRevision() throws Exception {
    TaskRun run = asked(world.status().memberId(), 6);
    try (var worker = Executors.newSingleThreadExecutor()) {
      Future<TaskResult> result = worker.submit(() -> world.programs().run(run));
      RealEtcd.await("it waits", () -> run.progress().contains("waits for revision 6"));
      etcd.put("key-0", "the sixth");

      assertThat(result.get()).isInstanceOf(TaskResult.Done.class);
    }
  }
}
