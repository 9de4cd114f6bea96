package io.quorate.agent.snapshots;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.local.ReleaseFolder;
import io.quorate.agent.tasks.TaskResult;
import io.quorate.agent.tasks.TaskRun;
import io.quorate.command.CommandFailure;
import io.quorate.command.CommandHeader;
import io.quorate.command.PrepareRelease;
import io.quorate.guards.Guards;
import io.quorate.memory.InMemorySnapshotStore;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.model.Sha256;
import io.quorate.release.EtcdRelease;
import io.quorate.release.ReleaseArchive;
import io.quorate.snapshot.SnapshotStore;
import io.quorate.spec.EtcdVersion;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A release is run from this node only once all of it was checked. */
class PrepareReleaseTest {
  private static final EtcdVersion RELEASE = EtcdVersion.parse("3.5.30").orElseThrow();
  private static final ClusterUid UID = new ClusterUid("uid-1");
  private static final long PLENTY = 1L << 40;

  @TempDir private Path folder = Path.of("");

  private final Map<String, byte[]> bucket = new HashMap<>();
  private final SnapshotStore store =
      new InMemorySnapshotStore(bucket, new ClusterName("demo"), UID);
  private long free = PLENTY;

  private ReleaseFolder releases() {
    return new ReleaseFolder(folder.resolve("releases"));
  }

  private TaskResult prepare(ReleaseArchive archive) throws Exception {
    PrepareRelease command =
        new PrepareRelease(
            new CommandHeader(
                "task-1",
                new InstanceId("i-1"),
                UID,
                Generation.FIRST,
                new FencingToken(1),
                Instant.EPOCH),
            RELEASE,
            List.of(archive),
            Duration.ofMinutes(1));
    try {
      return new PrepareReleaseProgram(
              releases(), new TaskFolder(folder.resolve("tasks"), root -> free))
          .run(new TaskRun(command, 1, Optional.empty()), command, store);
    } catch (TaskFailedException e) {
      return e.result();
    }
  }

  /** An archive as etcd's own, whose etcd prints this. */
  private ReleaseArchive archive(String script) throws Exception {
    Path programs = Files.createDirectories(folder.resolve("etcd-v3.5.30-linux-amd64"));
    for (String program : List.of("etcd", "etcdutl")) {
      Path file = Files.writeString(programs.resolve(program), script);
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    Path file = folder.resolve("release.tar.gz");
    int code =
        new ProcessBuilder(
                "tar", "-czf", file.toString(), "-C", folder.toString(), "etcd-v3.5.30-linux-amd64")
            .start()
            .waitFor();
    assertThat(code).isZero();
    byte[] bytes = Files.readAllBytes(file);
    String platform = PrepareReleaseProgram.platform();
    store.upload(EtcdRelease.key(RELEASE, platform), new ByteArrayInputStream(bytes), sofar -> {});
    return new ReleaseArchive(platform, Sha256.of(new ByteArrayInputStream(bytes)), bytes.length);
  }

  private ReleaseArchive sound() throws Exception {
    return archive("#!/bin/sh\necho 'etcd Version: 3.5.30'\n");
  }

  private void nothingIsPrepared() throws IOException {
    assertThat(releases().prepared()).isEmpty();
    Path root = folder.resolve("releases");
    if (Files.exists(root)) {
      try (Stream<Path> left = Files.list(root)) {
        assertThat(left).isEmpty();
      }
    }
  }

  private void fails(ReleaseArchive archive, CommandFailure why, String... words) throws Exception {
    assertThat(prepare(archive))
        .isInstanceOfSatisfying(
            TaskResult.Failed.class,
            failed -> {
              assertThat(failed.failure()).isEqualTo(why);
              assertThat(failed.detail()).contains(words);
            });
    nothingIsPrepared();
  }

  @Test
  @Guards("PREPARE_RELEASE")
  void aSoundArchiveIsReadyToBeRunAndASecondTimeIsLeftAsItIs() throws Exception {
    ReleaseArchive archive = sound();
    assertThat(prepare(archive)).isInstanceOf(TaskResult.Done.class);
    assertThat(releases().prepared()).containsExactly(RELEASE);
    assertThat(releases().binary(RELEASE)).isExecutable();
    bucket.clear();
    assertThat(prepare(archive)).isInstanceOf(TaskResult.Done.class);
  }

  @Test
  @Guards("PREPARE_RELEASE")
  void anArchiveWithAnotherSumIsRefused() throws Exception {
    ReleaseArchive archive = sound();
    byte[] forged =
        requireNonNull(bucket.get(EtcdRelease.key(RELEASE, archive.platform()))).clone();
    forged[forged.length - 1] ^= 1;
    bucket.put(EtcdRelease.key(RELEASE, archive.platform()), forged);
    fails(archive, CommandFailure.OTHER, "has SHA-256", archive.sha256());
  }

  @Test
  @Guards("PREPARE_RELEASE")
  void anArchiveOfAnotherSizeIsRefused() throws Exception {
    ReleaseArchive archive = sound();
    fails(
        new ReleaseArchive(archive.platform(), archive.sha256(), archive.sizeBytes() + 1),
        CommandFailure.OTHER,
        "its record says");
  }

  @Test
  @Guards("PREPARE_RELEASE")
  void aBinaryOfAnotherReleaseIsRefused() throws Exception {
    fails(
        archive("#!/bin/sh\necho 'etcd Version: 3.5.29'\n"),
        CommandFailure.ETCD,
        "says that it is 3.5.29");
  }

  @Test
  @Guards("PREPARE_RELEASE")
  void aBinaryThatDoesNotRunHereIsRefused() throws Exception {
    fails(archive("\u007fELF no such processor"), CommandFailure.ETCD, "does not run on this node");
  }

  @Test
  @Guards("PREPARE_RELEASE")
  void anArchiveOfAnotherPlatformIsRefused() throws Exception {
    ReleaseArchive archive = sound();
    fails(
        new ReleaseArchive("plan9-mips", archive.sha256(), archive.sizeBytes()),
        CommandFailure.OTHER,
        "this node is " + archive.platform());
  }

  @Test
  @Guards("PREPARE_RELEASE")
  void aDiskWithoutRoomIsLeftAlone() throws Exception {
    ReleaseArchive archive = sound();
    free = 100;
    fails(archive, CommandFailure.DISK_FULL, "100 are free");
  }

  /** A name is given only to what is whole. */
  @Test
  @Guards("PREPARE_RELEASE")
  void whatAKilledAgentLeftIsNotRunAndIsMadeAnew() throws Exception {
    Path half = Files.createDirectories(folder.resolve("releases/.unfinished-3.5.30"));
    Files.writeString(half.resolve("etcd"), "half");
    assertThat(releases().prepared()).isEmpty();
    assertThat(prepare(sound())).isInstanceOf(TaskResult.Done.class);
    assertThat(releases().binary(RELEASE)).content().contains("3.5.30");
  }
}
