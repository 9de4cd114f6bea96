package io.quorate.agent.snapshots;

import static io.quorate.agent.snapshots.SnapshotWorld.id;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.RealEtcd;
import io.quorate.agent.tasks.TaskResult;
import io.quorate.codec.Codecs;
import io.quorate.command.CommandFailure;
import io.quorate.guards.Guards;
import io.quorate.model.ClusterUid;
import io.quorate.snapshot.SnapshotKeys;
import io.quorate.snapshot.SnapshotManifest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class VerifySnapshotProgramTest {
  @TempDir private static Path folder;
  private RealEtcd.Running etcd;
  private SnapshotWorld world;

  @BeforeAll
  void start() {
    etcd = RealEtcd.startAlone(folder.resolve("member"), "token").awaitServing();
    fill(etcd, "value");
  }

  private static void fill(RealEtcd.Running into, String value) {
    for (int i = 0; i < 5; i++) {
      into.put("key", value + i);
    }
  }

  @AfterAll
  void stop() {
    etcd.close();
  }

  @BeforeEach
  void takeOne() throws Exception {
    world = new SnapshotWorld(etcd, folder.resolve("tasks"));
    assertThat(world.take(id(1), 1)).isInstanceOf(TaskResult.Done.class);
  }

  private void assertBad(String words) throws Exception {
    assertThat(world.verify(id(1)))
        .isInstanceOfSatisfying(
            TaskResult.Bad.class, bad -> assertThat(bad.detail()).contains(words));
    assertNothingLeft();
    assertThat(world.store.verified(id(1))).isEmpty();
  }

  private void assertNothingLeft() {
    assertThat(folder.resolve("tasks")).doesNotExist();
    assertThat(
            ProcessHandle.current()
                .children()
                .flatMap(child -> child.info().commandLine().stream())
                .filter(line -> line.contains(folder.resolve("tasks").toString())))
        .isEmpty();
  }

  @Test
  void aGoodOneIsVerified() throws Exception {
    TaskResult result = world.verify(id(1));

    assertThat(result)
        .isInstanceOfSatisfying(
            TaskResult.Done.class,
            done -> {
              assertThat(done.values())
                  .containsEntry("revision", world.manifest(id(1)).position().revision())
                  .containsEntry("release", world.manifest(id(1)).etcdVersion());
              assertThat(done.values().get("restoreMillis"))
                  .isEqualTo(world.store.verified(id(1)).orElseThrow().restoreMillis());
            });
    assertThat(world.store.verified(id(1)).orElseThrow().at()).isEqualTo(SnapshotWorld.NOW);
    assertNothingLeft();
  }

  /** It tries a snapshot for a recovery, and may be told to restore it next. */
  @Test
  void aNodeWithoutAMemberKeepsTheFileUntilItsNextTask() throws Exception {
    Path kept = folder.resolve("tasks/kept/" + world.manifest(id(1)).sha256() + ".db");

    assertThat(world.tryOut(id(1))).isInstanceOf(TaskResult.Done.class);
    assertThat(kept).hasBinaryContent(world.file(id(1)));
    assertThat(folder.resolve("tasks").toFile().list()).as("nothing else").containsOnly("kept");

    assertThat(world.verify(id(1))).isInstanceOf(TaskResult.Done.class);
    assertNothingLeft();
  }

  /** Beside an etcd that serves it yields; a whole cluster waits for a trial. */
  @Test
  void onlyAVerificationYieldsToAllElse() throws Exception {
    Path tools = Files.createDirectories(folder.resolve("tools"));
    for (String tool : List.of("etcd", "etcdutl")) {
      Path wrapper = tools.resolve(tool);
      Files.writeString(
          wrapper,
          "#!/bin/sh\n[ \"$1\" = --version ] || nice > '%s'\nexec '%s' \"$@\"\n"
              .formatted(tools.resolve(tool + ".nice"), RealEtcd.tool(tool)));
      Files.setPosixFilePermissions(wrapper, PosixFilePermissions.fromString("rwx------"));
    }
    world.binary = tools.resolve("etcd");

    assertThat(world.verify(id(1))).isInstanceOf(TaskResult.Done.class);
    assertThat(tools.resolve("etcd.nice")).hasContent("19");
    assertThat(tools.resolve("etcdutl.nice")).hasContent("19");

    assertThat(world.tryOut(id(1))).isInstanceOf(TaskResult.Done.class);
    Process own = new ProcessBuilder("nice").start();
    String asThisTest = new String(own.getInputStream().readAllBytes(), UTF_8);
    assertThat(tools.resolve("etcd.nice")).hasContent(asThisTest.strip());
    assertThat(tools.resolve("etcdutl.nice")).hasContent(asThisTest.strip());
  }

  /** etcd 3.5.3 to 3.5.9: their tool restores, but not at another revision. */
  @Test
  void aTrialFailsWhereTheToolKnowsNoFlagOfTheSeeders() throws Exception {
    for (String flag : List.of("--bump-revision", "--mark-compacted")) {
      Path tools = OldTool.without(folder.resolve("old" + flag), flag);
      world.binary = tools.resolve("etcd");

      assertThat(world.tryOut(id(1)))
          .isInstanceOfSatisfying(
              TaskResult.Failed.class,
              failed -> {
                assertThat(failed.failure()).isEqualTo(CommandFailure.ETCD);
                assertThat(failed.detail())
                    .contains("etcdutl version: 3.5.9", "unknown flag: " + flag)
                    .contains("Install etcd 3.5.10 or later");
              });
      assertThat(world.verify(id(1))).as("no seeder").isInstanceOf(TaskResult.Done.class);
    }
  }

  @Test
  void aStreamedOneIsVerified() throws Exception {
    world.usableBytes = 1;
    world.take(id(2), 1);
    world.usableBytes = SnapshotWorld.PLENTY;

    assertThat(world.verify(id(2))).isInstanceOf(TaskResult.Done.class);
  }

  @Test
  void aFlippedBitIsBad() throws Exception {
    world.tamper(id(1), flipped(world.file(id(1))));
    assertBad("SHA-256");
  }

  private static byte[] flipped(byte[] file) {
    byte[] other = file.clone();
    other[other.length / 2] ^= 1;
    return other;
  }

  @Test
  void aFlippedBitIsBadThoughTheManifestAgrees() throws Exception {
    world.forge(id(1), flipped(world.file(id(1))));
    assertBad("etcdutl refuses it");
  }

  @Test
  void aTruncatedFileIsBad() throws Exception {
    world.tamper(id(1), Arrays.copyOf(world.file(id(1)), 10_000));
    assertBad("10000 bytes");
  }

  @Test
  void aTruncatedFileIsBadThoughTheManifestAgrees() throws Exception {
    world.forge(id(1), Arrays.copyOf(world.file(id(1)), 10_000));
    assertBad("etcdutl refuses it");
  }

  @Test
  void aFileThatIsMissingIsBad() throws Exception {
    world.bucket.remove(world.manifest(id(1)).dataKey());
    assertBad("is missing");
  }

  /** A trial's verdict of BAD passes a source over without anybody's word. */
  @Test
  @Guards("SOURCE_UNREADABLE")
  void toATrialAFileThatIsGoneIsOneThatCannotBeRead() throws Exception {
    world.bucket.remove(world.manifest(id(1)).dataKey());
    assertThat(world.tryOut(id(1)))
        .isInstanceOfSatisfying(
            TaskResult.Failed.class,
            failed -> {
              assertThat(failed.failure()).isEqualTo(CommandFailure.OBJECT_MISSING);
              assertThat(failed.detail()).contains("is missing");
            });
  }

  @Test
  @Guards("SOURCE_UNREADABLE")
  void aManifestThatIsGoneIsNoVerdict() throws Exception {
    world.bucket.remove(
        SnapshotKeys.manifest(world.manifest(id(1)).cluster(), world.manifest(id(1)).uid(), id(1)));
    assertThat(world.tryOut(id(1)))
        .isInstanceOfSatisfying(
            TaskResult.Failed.class,
            failed -> assertThat(failed.failure()).isEqualTo(CommandFailure.OBJECT_MISSING));
  }

  @Test
  void anotherClustersFileOfTheSameRevisionIsBad() throws Exception {
    try (RealEtcd.Running other =
        RealEtcd.startAlone(folder.resolve("other"), "other-token").awaitServing()) {
      fill(other, "other");
      SnapshotWorld elsewhere = new SnapshotWorld(other, folder.resolve("other-tasks"));
      elsewhere.take(id(1), 1);
      assertThat(elsewhere.manifest(id(1)).position().revision())
          .isEqualTo(world.manifest(id(1)).position().revision());
      world.forge(id(1), elsewhere.file(id(1)));
    }
    assertBad("HashKV at revision");
  }

  @Test
  void aFileOfAnotherRevisionIsBad() throws Exception {
    byte[] before = world.file(id(1));
    etcd.put("key", "later");
    world.take(id(3), 1);
    world.bucket.put(world.manifest(id(1)).dataKey(), world.file(id(3)));
    world.forge(id(1), world.file(id(3)));
    assertThat(world.file(id(1))).isNotEqualTo(before);
    assertBad("it holds revision");
  }

  @Test
  void anotherClustersManifestIsBad() throws Exception {
    SnapshotManifest m = world.manifest(id(1));
    world.rewrite(
        new SnapshotManifest(
            m.id(),
            m.cluster(),
            new ClusterUid("uid-2"),
            m.etcdClusterId(),
            m.member(),
            m.instance(),
            SnapshotKeys.data(m.cluster(), new ClusterUid("uid-2"), m.id(), 1),
            m.position(),
            m.etcdVersion(),
            m.sizeBytes(),
            m.sha256(),
            m.hash(),
            m.takenAt(),
            m.because(),
            m.quorateVersion()));
    assertBad("uid-2");
  }

  @Test
  void aManifestOfALaterSchemaIsBad() throws Exception {
    Map<String, Object> later = new HashMap<>(Codecs.MANIFEST.write(world.manifest(id(1))));
    later.put("schemaVersion", 99L);
    world.rewrite(id(1), later);
    assertBad("99");
  }

  @Test
  void withoutRoomNothingIsProven() throws Exception {
    world.usableBytes = world.manifest(id(1)).sizeBytes() * 3;
    assertUnproven(CommandFailure.DISK_FULL);
  }

  @Test
  void withoutTheToolNothingIsProven() throws Exception {
    world.binary = folder.resolve("nowhere/etcd");
    assertUnproven(CommandFailure.RELEASE_MISSING);
  }

  @Test
  void withoutAManifestNothingIsProven() throws Exception {
    world.bucket.clear();
    assertUnproven(CommandFailure.OBJECT_MISSING);
  }

  private void assertUnproven(CommandFailure failure) throws Exception {
    assertThat(world.verify(id(1)))
        .isInstanceOfSatisfying(
            TaskResult.Failed.class, failed -> assertThat(failed.failure()).isEqualTo(failure));
    assertThat(world.store.verified(id(1))).isEmpty();
  }
}
