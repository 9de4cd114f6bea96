package io.quorate.agent.snapshots;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.quorate.agent.RealEtcd;
import io.quorate.agent.directory.DataDirectory;
import io.quorate.agent.tasks.TaskResult;
import io.quorate.agent.tasks.TaskRun;
import io.quorate.command.CommandFailure;
import io.quorate.command.CommandHeader;
import io.quorate.command.UploadDirectory;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.snapshot.SnapshotStoreException.Cause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The archived directory of a real voter. */
class UploadDirectoryProgramTest {
  private static final String DIRECTORY = "000001-nonce";
  private static final String KEY = "demo/uid-1/directories/1/i-1-disk-1-000001-nonce.tar";
  @TempDir Path root;
  private SnapshotWorld world;
  private DataDirectory directories;

  @BeforeEach
  void archived() throws IOException {
    directories = new DataDirectory(root.resolve("root"));
    Path folder = directories.create(Generation.FIRST, "nonce");
    Path data = DataDirectory.etcdData(folder);
    Files.delete(data);
    RealEtcd.Running etcd = RealEtcd.startAlone(data, "tok").awaitServing();
    etcd.put("only", "here");
    world = new SnapshotWorld(etcd, root.resolve("tasks"));
    etcd.close();
    directories.archive(folder);
  }

  private TaskResult upload(String directory) throws InterruptedException {
    UploadDirectory task =
        new UploadDirectory(
            new CommandHeader(
                "upload-directory-1",
                SnapshotWorld.INSTANCE,
                SnapshotWorld.UID,
                Generation.FIRST,
                new FencingToken(1),
                SnapshotWorld.NOW),
            directory,
            KEY,
            Duration.ofMinutes(1));
    return world.programs().run(new TaskRun(task, 1, Optional.empty()));
  }

  private Path unpacked() throws IOException, InterruptedException {
    Path tar = Files.write(root.resolve("got.tar"), world.bucket.get(KEY));
    Path copy = Files.createDirectory(root.resolve("copy"));
    Process process =
        new ProcessBuilder("tar", "-C", copy.toString(), "-xf", tar.toString()).inheritIO().start();
    assertThat(process.waitFor()).isZero();
    return copy;
  }

  @Test
  void anEtcdServesFromTheUnpackedFileWhatTheDirectoryHeld() throws Exception {
    assertThat(upload(DIRECTORY)).isInstanceOf(TaskResult.Done.class);

    Path data = DataDirectory.etcdData(unpacked().resolve(DIRECTORY + "-1"));
    try (RealEtcd.Running served = RealEtcd.startAlone(data, "tok").awaitServing()) {
      assertThat(served.etcdctl("get", "only")).contains("here");
    }
    assertThat(directories.archived(DIRECTORY)).as("the original stays").hasSize(1);
  }

  @Test
  void whatIsThereIsNotUploadedAgain() throws Exception {
    world.bucket.put(KEY, new byte[] {7});

    assertThat(upload(DIRECTORY)).isInstanceOf(TaskResult.Done.class);
    assertThat(world.bucket.get(KEY)).containsExactly(7);
  }

  @Test
  void allThatWerePutAsideUnderTheNameGo() throws Exception {
    directories.archive(directories.create(Generation.FIRST, "nonce"));

    assertThat(upload(DIRECTORY)).isInstanceOf(TaskResult.Done.class);
    assertThat(unpacked()).isDirectoryContaining(path -> path.endsWith(DIRECTORY + "-2"));
  }

  @Test
  void aDirectoryThatIsNotThereFails() throws Exception {
    assertThat(upload("000009-none"))
        .isInstanceOfSatisfying(
            TaskResult.Bad.class, bad -> assertThat(bad.detail()).contains("000009-none"));
    assertThat(world.bucket).isEmpty();
  }

  /** Else half a file would stand in the bucket, and be taken for all of it. */
  @Test
  void whatTarCannotReadToItsEndIsNotTakenForWhole() throws Exception {
    Path words = root.resolve("tar.log");
    try (TarStream tar = TarStream.of(root, List.of("root", "absent"), words)) {
      assertThatIOException()
          .isThrownBy(tar::readAllBytes)
          .withMessageContaining("exit code 2")
          .withMessageContaining("absent");
    }
  }

  @Test
  void aBucketThatIsAwayIsNamed() throws Exception {
    world.opened = TakeSnapshotProgramTest.failing(Cause.STORE_AWAY);

    assertThat(upload(DIRECTORY))
        .isInstanceOfSatisfying(
            TaskResult.Failed.class,
            failed -> assertThat(failed.failure()).isEqualTo(CommandFailure.STORE_AWAY));
  }
}
