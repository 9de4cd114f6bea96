package io.quorate.agent.snapshots;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.RealEtcd;
import io.quorate.agent.directory.ArchiveCount;
import io.quorate.agent.directory.DataDirectory;
import io.quorate.agent.execution.JournalFence;
import io.quorate.agent.tasks.FencedMember;
import io.quorate.agent.tasks.TaskResult;
import io.quorate.agent.tasks.TaskRun;
import io.quorate.command.CommandHeader;
import io.quorate.command.PruneDirectories;
import io.quorate.model.EtcdClusterId;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.snapshot.LogEnd;
import io.quorate.state.PutAside;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two archived copies of a real voter's directory, of which the serving etcd has gone past one. */
class PruneDirectoriesProgramTest {
  /** A voter's directory at two moments: of its cluster of one, each start is an election. */
  @TempDir static Path voter;

  @TempDir Path root;
  private DataDirectory directories;
  private SnapshotWorld world;
  private LogEnd earlier;
  private LogEnd later;

  @BeforeAll
  static void serve() throws IOException {
    run(voter.resolve("data"), 5);
    copy(voter.resolve("data"), voter.resolve("earlier"));
    run(voter.resolve("data"), 5);
  }

  @BeforeEach
  void twoCopies() throws IOException {
    directories = new DataDirectory(root.resolve("root"));
    Path first = archivedCopy(voter.resolve("earlier"), "first");
    Path second = archivedCopy(voter.resolve("data"), "second");
    earlier = ArchiveCount.end(directories, first).orElseThrow();
    later = ArchiveCount.end(directories, second).orElseThrow();
    Path served = copy(voter.resolve("data"), root.resolve("served"));
    world = new SnapshotWorld(RealEtcd.startAlone(served, "tok").awaitServing(), tasks());
  }

  private Path tasks() {
    return root.resolve("tasks");
  }

  private static void run(Path data, int puts) {
    try (RealEtcd.Running etcd = RealEtcd.startAlone(data, "tok").awaitServing()) {
      for (int put = 0; put < puts; put++) {
        etcd.put("key-" + put, "value");
      }
    }
  }

  private Path archivedCopy(Path data, String nonce) throws IOException {
    Path folder = directories.create(Generation.FIRST, nonce);
    Files.delete(DataDirectory.etcdData(folder));
    copy(data, DataDirectory.etcdData(folder));
    return directories.archive(folder);
  }

  private static Path copy(Path from, Path to) throws IOException {
    try (Stream<Path> below = Files.walk(from)) {
      below.forEach(
          path -> {
            try {
              Files.copy(path, to.resolve(from.relativize(path).toString()));
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    }
    return to;
  }

  private TaskResult prune(LogEnd... covered) throws InterruptedException {
    return prune(Optional.empty(), covered);
  }

  private TaskResult prune(Optional<FencedMember> fenced, LogEnd... covered)
      throws InterruptedException {
    PruneDirectories task =
        new PruneDirectories(
            new CommandHeader(
                "prune-directories-1",
                SnapshotWorld.INSTANCE,
                SnapshotWorld.UID,
                Generation.FIRST,
                new FencingToken(1),
                SnapshotWorld.NOW),
            List.of(covered),
            Duration.ofMinutes(1));
    return world.programs().run(new TaskRun(task, 1, Optional.of(world.identity()), fenced));
  }

  private List<String> archive() throws IOException {
    return directories.archived().stream().map(path -> path.getFileName().toString()).toList();
  }

  private static LogEnd endless(LogEnd of) {
    return new LogEnd(of.clusterId(), of.term() + 100, 1_000_000);
  }

  @Test
  void onlyWhatIsCoveredIsDeleted() throws Exception {
    long bytes = DataDirectory.bytes(directories.archived("000001-first").getFirst());

    assertThat(prune(earlier))
        .isInstanceOfSatisfying(
            TaskResult.Done.class,
            done ->
                assertThat(done.values())
                    .containsEntry("deleted", 1L)
                    .containsEntry("bytes", bytes)
                    .containsEntry("kept", 1L));
    assertThat(archive()).containsExactly("000001-second-1");
    assertThat(root.resolve("root/discarded")).isEmptyDirectory();
  }

  @Test
  void aPositionOneEntryShortDeletesNothing() throws Exception {
    prune(new LogEnd(earlier.clusterId(), earlier.term(), earlier.index() - 1));

    assertThat(archive()).hasSize(2);
  }

  /** A later position of an older term says nothing: that tail was never committed. */
  @Test
  void aLaterIndexOfAnEarlierTermDeletesNothing() throws Exception {
    prune(new LogEnd(earlier.clusterId(), earlier.term() - 1, earlier.index() + 1_000));

    assertThat(archive()).hasSize(2);
  }

  @Test
  void aPositionOfAnotherClusterDeletesNothing() throws Exception {
    prune(endless(new LogEnd(new EtcdClusterId(7), earlier.term(), earlier.index())));

    assertThat(archive()).hasSize(2);
  }

  /** Whatever the command says, of its own cluster the etcd that serves must have it, too. */
  @Test
  void aDirectoryThatTheServingEtcdHasNotReachedIsKept() throws Exception {
    world.etcd.close();
    world =
        new SnapshotWorld(
            RealEtcd.startAlone(
                    copy(
                        DataDirectory.etcdData(directories.archived("000001-first").getFirst()),
                        root.resolve("behind")),
                    "tok")
                .awaitServing(),
            tasks());

    prune(endless(later));

    assertThat(archive()).containsExactly("000001-second-1");
  }

  @Test
  void aDirectoryWhoseLogCannotBeReadIsKept() throws Exception {
    Path wal = DataDirectory.walFolder(directories.archived("000001-first").getFirst());
    try (Stream<Path> files = Files.list(wal)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".wal")).toList()) {
        byte[] bytes = Files.readAllBytes(file);
        java.util.Arrays.fill(bytes, 0, 64, (byte) 7);
        Files.write(file, bytes);
      }
    }

    prune(endless(later));

    assertThat(archive()).containsExactly("000001-first-1");
  }

  @Test
  void aFencedNodeDeletesNothing() throws Exception {
    FencedMember fenced =
        new FencedMember(
            world.identity(),
            new JournalFence(
                Generation.FIRST, "recovery-1", "000001-first", earlier.term(), earlier.index()));

    assertThat(prune(Optional.of(fenced), endless(later)))
        .isInstanceOfSatisfying(
            TaskResult.Failed.class, failed -> assertThat(failed.detail()).contains("fenced"));
    assertThat(archive()).hasSize(2);
  }

  @Test
  void whatACrashLeftOfADeletedDirectoryGoes() throws Exception {
    Path left = root.resolve("root/discarded/000001-old-1/data");
    Files.createDirectories(left);
    Files.writeString(left.resolve("half"), "x");

    prune();

    assertThat(root.resolve("root/discarded")).isEmptyDirectory();
  }

  @Test
  void theHeartbeatTellsHowManyThereAreAndWhereTheShortestEnds() throws Exception {
    assertThat(ArchiveCount.of(directories))
        .isEqualTo(
            new PutAside(2, DataDirectory.bytes(root.resolve("root/archive")), List.of(earlier)));
  }

  /** One of several of a name is gone: the others are still found. */
  @Test
  void whatWasArchivedAfterADeletedOneIsFound() throws Exception {
    directories.archive(directories.create(Generation.FIRST, "first"));
    directories.discard(directories.archived("000001-first").getFirst());

    assertThat(directories.archived("000001-first"))
        .extracting(path -> path.getFileName().toString())
        .containsExactly("000001-first-2");
  }
}
