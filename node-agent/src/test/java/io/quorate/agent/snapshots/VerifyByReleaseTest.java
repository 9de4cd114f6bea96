package io.quorate.agent.snapshots;

import static io.quorate.agent.snapshots.SnapshotWorld.id;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.RealEtcd;
import io.quorate.agent.tasks.TaskResult;
import io.quorate.command.CommandFailure;
import io.quorate.spec.EtcdVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A snapshot is verified by the binaries of the release that the command names, or not at all. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class VerifyByReleaseTest {
  private static final String OTHER = "3.5.99";
  private static final String SAYS =
      "[ \"$1\" = --version ] && echo 'etcd Version: 3.5.99' && exit 0\n";

  @TempDir private static Path folder;
  @TempDir private Path fresh = Path.of("");
  private RealEtcd.Running etcd;
  private SnapshotWorld world;

  @BeforeAll
  void start() {
    etcd = RealEtcd.startAlone(folder.resolve("member"), "token").awaitServing();
    etcd.put("key", "value");
  }

  @AfterAll
  void stop() {
    etcd.close();
  }

  @BeforeEach
  void takeOne() throws Exception {
    world = new SnapshotWorld(etcd, fresh.resolve("tasks"));
    assertThat(world.take(id(1), 1)).isInstanceOf(TaskResult.Done.class);
  }

  /** Another release whose programs do this after having said their version. */
  private void prepare(String etcdDoes, String etcdutlDoes) throws IOException {
    Path programs = Files.createDirectories(fresh.resolve("unpacked"));
    script(programs.resolve("etcd"), SAYS + etcdDoes);
    script(programs.resolve("etcdutl"), etcdutlDoes);
    world.releases.take(EtcdVersion.parse(OTHER).orElseThrow(), programs);
  }

  private static void script(Path file, String does) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + does);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  private static String as(String tool) {
    return "exec '%s' \"$@\"%n".formatted(RealEtcd.tool(tool));
  }

  private void refused(String... words) throws Exception {
    assertThat(world.verifyBy(OTHER, id(1)))
        .isInstanceOfSatisfying(
            TaskResult.RefusedByRelease.class,
            refused -> {
              assertThat(refused.release()).hasToString(OTHER);
              assertThat(refused.detail()).contains(words);
            });
    assertThat(world.store.verified(id(1))).isEmpty();
  }

  private void failed(String release, CommandFailure why, String... words) throws Exception {
    assertThat(world.verifyBy(release, id(1)))
        .isInstanceOfSatisfying(
            TaskResult.Failed.class,
            failed -> {
              assertThat(failed.failure()).isEqualTo(why);
              assertThat(failed.detail()).contains(words);
            });
    assertThat(world.store.verified(id(1))).isEmpty();
  }

  @Test
  void thePreparedReleaseRestoresAndServesIt() throws Exception {
    prepare(
        "touch '%s'%n".formatted(fresh.resolve("served")) + as("etcd"),
        "touch '%s'%n".formatted(fresh.resolve("restored")) + as("etcdutl"));
    assertThat(world.verifyBy(OTHER, id(1)))
        .isInstanceOfSatisfying(
            TaskResult.Done.class,
            done -> assertThat(done.values()).containsEntry("release", OTHER));
    assertThat(fresh.resolve("served")).exists();
    assertThat(fresh.resolve("restored")).exists();
    assertThat(world.store.verified(id(1)).orElseThrow().release()).isEmpty();
  }

  @Test
  void theInstalledReleaseMayBeNamedToo() throws Exception {
    String installed = world.manifest(id(1)).etcdVersion();
    assertThat(world.verifyBy(installed, id(1)))
        .isInstanceOfSatisfying(
            TaskResult.Done.class,
            done -> assertThat(done.values()).containsEntry("release", installed));
  }

  @Test
  void aNodeWithoutTheReleaseFailsAndProvesNothing() throws Exception {
    failed(
        OTHER, CommandFailure.RELEASE_MISSING, "has not got etcd 3.5.99", "says that it is 3.5.");
  }

  @Test
  void aPreparedFolderThatHoldsAnotherReleaseIsNotUsed() throws Exception {
    prepare(as("etcd"), as("etcdutl"));
    world.releases.take(EtcdVersion.parse("3.5.98").orElseThrow(), fresh.resolve("unpacked"));
    failed("3.5.98", CommandFailure.RELEASE_MISSING, "says that it is 3.5.99");
  }

  @Test
  void aToolThatRefusesWhatAnotherReleaseWroteSaysNothingAgainstTheSnapshot() throws Exception {
    prepare(as("etcd"), "echo 'Error: expected sha256 [1], got [2]' >&2; exit 1\n");
    refused("expected sha256 [1], got [2]");
    prepareAnew("echo 'panic: page 7 already freed' >&2; exit 2\n");
    refused("page 7 already freed");
  }

  private void prepareAnew(String etcdutlDoes) throws IOException {
    Path tool =
        world.releases.binary(EtcdVersion.parse(OTHER).orElseThrow()).resolveSibling("etcdutl");
    script(tool, etcdutlDoes);
  }

  @Test
  void anEtcdThatPanicsOnWhatAnotherReleaseWroteRefusesIt() throws Exception {
    prepare(
        "echo '{\"level\":\"panic\",\"msg\":\"unknown bucket of a later release\"}' >&2; exit 2\n",
        as("etcdutl"));
    refused("unknown bucket of a later release");
  }

  @Test
  void whatWasKilledOrGotNoMemoryProvesNothing() throws Exception {
    prepare(as("etcd"), "kill -9 $$\n");
    failed(OTHER, CommandFailure.ETCD, "exited with 137");
    prepareAnew("echo 'fatal error: runtime: cannot allocate memory' >&2; exit 2\n");
    failed(OTHER, CommandFailure.ETCD, "cannot allocate memory");
  }

  @Test
  void otherDataByAnotherReleaseIsARefusalAndByItsOwnABadSnapshot() throws Exception {
    prepare(as("etcd"), as("etcdutl"));
    try (RealEtcd.Running alike =
        RealEtcd.startAlone(fresh.resolve("alike"), "alike").awaitServing()) {
      alike.put("key", "other");
      SnapshotWorld elsewhere = new SnapshotWorld(alike, fresh.resolve("alike-tasks"));
      elsewhere.take(id(1), 1);
      world.forge(id(1), elsewhere.file(id(1)));
    }
    refused("HashKV at revision");
    assertThat(world.verifyBy(world.manifest(id(1)).etcdVersion(), id(1)))
        .isInstanceOf(TaskResult.Bad.class);
  }

  @Test
  void aFileThatIsNotTheUploadedOneIsBadWhicheverReleaseLooks() throws Exception {
    prepare(as("etcd"), as("etcdutl"));
    byte[] flipped = world.file(id(1)).clone();
    flipped[flipped.length / 2] ^= 1;
    world.tamper(id(1), flipped);
    assertThat(world.verifyBy(OTHER, id(1)))
        .isInstanceOfSatisfying(
            TaskResult.Bad.class, bad -> assertThat(bad.detail()).contains("SHA-256"));
  }
}
