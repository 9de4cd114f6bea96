package io.quorate.agent.snapshots;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.RealEtcd;
import io.quorate.agent.directory.DataDirectory;
import io.quorate.agent.execution.JournalFence;
import io.quorate.agent.tasks.FencedMember;
import io.quorate.agent.tasks.TaskResult;
import io.quorate.agent.tasks.TaskRun;
import io.quorate.agent.wal.WalReader;
import io.quorate.agent.wal.WalSummary;
import io.quorate.codec.Schema;
import io.quorate.codec.SnapshotCodec;
import io.quorate.command.CommandHeader;
import io.quorate.command.TakeSnapshot;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.state.MemberIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The directory of a real voter whose peers are gone, killed with SIGKILL. */
class SalvageProgramTest {
  private static final String DIRECTORY = "000001-nonce";
  private static final int PUTS = 30;
  @TempDir Path root;
  private SnapshotWorld world;
  private MemberIdentity identity;
  private Path archived;
  private long revision;

  @BeforeEach
  void killedInTheMiddle() throws IOException {
    killed(false);
  }

  private void killed(boolean accessControl) throws IOException {
    Path folder = new DataDirectory(root.resolve("root")).create(Generation.FIRST, "nonce");
    Path data = DataDirectory.etcdData(folder);
    Files.delete(data);
    RealEtcd.Running etcd = RealEtcd.startAlone(data, "tok").awaitServing();
    world = new SnapshotWorld(etcd, root.resolve("tasks"));
    identity = world.identity();
    for (int i = 0; i < PUTS; i++) {
      etcd.put("k" + i, "value " + i);
    }
    revision = world.status().revision();
    if (accessControl) {
      etcd.etcdctl("user", "add", "root:secret");
      etcd.etcdctl("user", "grant-role", "root", "root");
      etcd.etcdctl("auth", "enable");
    }
    etcd.close();
    archived = new DataDirectory(root.resolve("root")).archive(folder);
  }

  /** Else the recovery would try it for ever, with a good snapshot beside it. */
  @Test
  void theDirectoryOfALearnerIsBad() throws Exception {
    DataDirectory directories = new DataDirectory(root.resolve("root"));
    Path folder = directories.create(Generation.FIRST, "nonce");
    Path data = DataDirectory.etcdData(folder);
    Files.delete(data);
    String address = RealEtcd.freshAddress();
    String url = RealEtcd.peerUrl(address);
    try (RealEtcd.Running voter =
        RealEtcd.startAlone(root.resolve("voter"), "tok").awaitServing()) {
      voter.put("k", "v");
      voter.etcdctl("member", "add", "learner", "--learner", "--peer-urls=" + url);
      String members = "alone=" + RealEtcd.peerUrl(voter.address()) + ",learner=" + url;
      try (RealEtcd.Running learner =
          RealEtcd.start("learner", address, data, members, "existing", "tok")) {
        RealEtcd.await("the learner to hold the key", () -> holds(learner));
        identity = new SnapshotWorld(learner, root.resolve("tasks")).identity();
      }
    }
    archived = directories.archive(folder);

    assertThat(salvage(0))
        .isInstanceOfSatisfying(
            TaskResult.Bad.class, bad -> assertThat(bad.detail()).contains("learner"));
    assertThat(world.bucket).isEmpty();
  }

  private static boolean holds(RealEtcd.Running learner) {
    try {
      return learner.etcdctl("get", "k", "--consistency=s").contains("v");
    } catch (IllegalStateException notYet) {
      return false;
    }
  }

  private TaskResult salvage(long lastIndex) throws Exception {
    return salvage(lastIndex, 1);
  }

  private TaskResult salvage(long lastIndex, long attempt) throws Exception {
    WalSummary log = (WalSummary) WalReader.verify(DataDirectory.walFolder(archived));
    JournalFence fence =
        new JournalFence(
            Generation.FIRST,
            "recovery-1-n",
            DIRECTORY,
            log.lastTerm(),
            lastIndex == 0 ? log.lastIndex() : lastIndex);
    TakeSnapshot task =
        new TakeSnapshot(
            new CommandHeader(
                "recovery-1-n-salvage-1",
                SnapshotWorld.INSTANCE,
                SnapshotWorld.UID,
                Generation.FIRST,
                new FencingToken(1),
                SnapshotWorld.NOW),
            SnapshotWorld.id(1),
            "recovery-1-n",
            Duration.ofMinutes(1));
    return world
        .programs()
        .run(
            new TaskRun(
                task, attempt, Optional.empty(), Optional.of(new FencedMember(identity, fence))));
  }

  private static SnapshotManifest manifest(TaskResult result) {
    assertThat(result).isInstanceOf(TaskResult.Done.class);
    Map<String, Object> values = new LinkedHashMap<>(((TaskResult.Done) result).values());
    values.putIfAbsent(Schema.ATTRIBUTE, Schema.VERSION);
    return SnapshotCodec.manifest(
        values, "test", SnapshotWorld.CLUSTER, SnapshotWorld.UID, SnapshotWorld.id(1));
  }

  @Test
  void everyWriteOfTheDirectoryIsInTheSnapshotAndTheOriginalIsUntouched() throws Exception {
    WalSummary before = (WalSummary) WalReader.verify(DataDirectory.walFolder(archived));

    SnapshotManifest manifest = manifest(salvage(0));

    assertThat(manifest.position().revision()).isEqualTo(revision);
    assertThat(manifest.position().raftTerm()).isEqualTo(before.lastTerm());
    assertThat(manifest.position().raftIndex()).isEqualTo(before.lastIndex());
    assertThat(manifest.etcdClusterId()).isEqualTo(identity.clusterId());
    assertThat(WalReader.verify(DataDirectory.walFolder(archived))).isEqualTo(before);
    assertThat(world.verify(SnapshotWorld.id(1), identity)).isInstanceOf(TaskResult.Done.class);
    assertThat(root.resolve("tasks")).doesNotExist();
  }

  /** etcd serves the copy to nobody without an identity, neither here nor at its trial. */
  @Test
  @Timeout(60)
  void accessControlHindersNeitherTheSalvageNorTheTrialOfItsSnapshot() throws Exception {
    killed(true);

    SnapshotManifest manifest = manifest(salvage(0));

    assertThat(manifest.position().revision()).isEqualTo(revision);
    assertThat(world.tryOut(SnapshotWorld.id(1))).isInstanceOf(TaskResult.Done.class);
  }

  /** A slow bucket keeps neither etcd's memory nor the copy's disk. */
  @Test
  @Timeout(60)
  void etcdAndTheCopyAreGoneBeforeTheUploadEnds() throws Exception {
    Path copy = root.resolve("tasks/restored");
    world.opened =
        TakeSnapshotProgramTest.beforeUpload(
            world.store, () -> RealEtcd.await("the copy to go", () -> !Files.exists(copy)));

    SnapshotManifest manifest = manifest(salvage(0));

    assertThat(manifest.hash()).as("etcd's own, asked before it ended").isPresent();
    assertThat(world.verify(SnapshotWorld.id(1), identity)).isInstanceOf(TaskResult.Done.class);
  }

  /** It is copied beside the log, whose own copy succeeds. */
  @Test
  void aDatabaseThatCannotBeReadFailsTheSalvageAndProvesNothing() throws Exception {
    Path database = DataDirectory.etcdData(archived).resolve("member/snap/db");
    Files.move(database, root.resolve("elsewhere"));
    Files.createSymbolicLink(database, root.resolve("nowhere"));

    assertThat(salvage(0))
        .isInstanceOfSatisfying(
            TaskResult.Failed.class,
            failed -> assertThat(failed.detail()).contains("NoSuchFileException"));
    assertThat(world.bucket).isEmpty();
    assertThat(root.resolve("tasks")).doesNotExist();
  }

  /** The bucket's file is not looked at, so that nothing is said of it. */
  @Test
  void theFileIsKeptAndTriedWithoutTheBuckets() throws Exception {
    SnapshotManifest manifest = manifest(salvage(0));
    Path kept = root.resolve("tasks/kept/" + manifest.sha256() + ".db");
    assertThat(kept).hasBinaryContent(world.file(SnapshotWorld.id(1)));
    assertThat(root.resolve("tasks").toFile().list()).containsOnly("kept");
    world.bucket.remove(manifest.dataKey());

    assertThat(world.tryOut(SnapshotWorld.id(1))).isInstanceOf(TaskResult.Done.class);

    assertThat(world.store.verified(SnapshotWorld.id(1))).isEmpty();
    assertThat(kept).as("it may seed next").exists();
  }

  /**
   * The agent was killed after it wrote the manifest, and before it journalled the outcome; or its
   * disk was set back since, and does not know of the first attempt.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aManifestThatIsThereAnswersEachAttempt(int attempt) throws Exception {
    SnapshotManifest first = manifest(salvage(0));

    TaskResult again = salvage(0, attempt);

    assertThat(manifest(again)).isEqualTo(first);
    assertThat(((TaskResult.Done) again).detail()).contains("by an earlier attempt");
  }

  private void copyTo(Path copy) throws IOException {
    DirectoryCopy copying = new DirectoryCopy(DataDirectory.etcdData(archived), copy);
    copying.log();
    copying.allElse();
  }

  /** etcd makes the log's next file before it is needed; there is nothing in it. */
  @Test
  void theLogsNextFileIsNotCopied() throws Exception {
    Path next = DataDirectory.walFolder(archived).resolve("0.tmp");
    Files.write(next, new byte[] {1});
    Path copy = root.resolve("copy");

    copyTo(copy);

    assertThat(copy.resolve("member/wal")).isDirectoryNotContaining(f -> f.endsWith("0.tmp"));
    assertThat(copy.resolve("member/wal")).isDirectoryContaining("glob:**.wal");
    assertThat(copy.resolve("member/snap/db")).exists();
    assertThat(next).exists();
  }

  /**
   * Most of the log's file is zeros that etcd has not reached, which are left out as holes; some
   * may be in what it wrote.
   */
  @Test
  void theCopyHoldsWhatTheLogHoldsToItsLastByte() throws Exception {
    Path wal = DataDirectory.walFolder(archived);
    byte[] written = new byte[5 * 64 * 1024 + 17];
    written[0] = 1;
    written[3 * 64 * 1024 + 5] = 2;
    Files.write(wal.resolve("0000000000000001-0000000000000002.wal"), written);
    written[written.length - 1] = 3;
    Files.write(wal.resolve("0000000000000002-0000000000000003.wal"), written);
    Path copy = root.resolve("copy");

    copyTo(copy);

    try (Stream<Path> files = Files.list(wal)) {
      for (Path file : files.filter(name -> name.toString().endsWith(".wal")).toList()) {
        Path copied = copy.resolve("member/wal").resolve(file.getFileName());
        assertThat(Files.mismatch(file, copied)).as("%s", file).isEqualTo(-1);
      }
    }
  }

  @Test
  void aKeptFileThatTheDiskHasChangedIsDownloadedAgain() throws Exception {
    SnapshotManifest manifest = manifest(salvage(0));
    Files.writeString(root.resolve("tasks/kept/" + manifest.sha256() + ".db"), "half");

    assertThat(world.tryOut(SnapshotWorld.id(1))).isInstanceOf(TaskResult.Done.class);

    assertThat(world.store.verified(SnapshotWorld.id(1))).isPresent();
  }

  @Test
  void aLogThatEndsElsewhereThanItsFenceSaysIsBad() throws Exception {
    assertThat(salvage(7)).isInstanceOf(TaskResult.Bad.class);
    assertThat(world.bucket).isEmpty();
  }

  @Test
  void aFullDiskSaysNothingOfTheDirectory() throws Exception {
    world.usableBytes = 1_000;

    assertThat(salvage(0)).isInstanceOf(TaskResult.Failed.class);
    assertThat(world.bucket).isEmpty();
  }
}
