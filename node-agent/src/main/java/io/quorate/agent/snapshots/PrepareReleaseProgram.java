package io.quorate.agent.snapshots;

import io.quorate.agent.etcd.tools.BinaryVersion;
import io.quorate.agent.etcd.tools.ChildCommand;
import io.quorate.agent.local.ReleaseFolder;
import io.quorate.agent.tasks.TaskResult;
import io.quorate.agent.tasks.TaskRun;
import io.quorate.command.PrepareRelease;
import io.quorate.release.EtcdRelease;
import io.quorate.release.ReleaseArchive;
import io.quorate.snapshot.SnapshotStore;
import io.quorate.spec.EtcdVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Prepares an etcd release on this node:
 *
 * <ol>
 *   <li>there is an archive for this platform, and room for it;
 *   <li>the archive has its size and its SHA-256;
 *   <li>its programs can be executed here, and its etcd says that it is the release;
 *   <li>only then the release is put where etcd may be started from.
 * </ol>
 *
 * <p>Nothing that runs is touched.
 */
final class PrepareReleaseProgram {
  /** The archive, what is unpacked of it, and the copy that stays: programs shrink to a third. */
  private static final int ROOM = 7;

  private static final long RESERVE_BYTES = 128L * 1024 * 1024;
  private static final int DEPTH = 3;

  private final ReleaseFolder releases;
  private final TaskFolder folder;

  PrepareReleaseProgram(ReleaseFolder releases, TaskFolder folder) {
    this.releases = releases;
    this.folder = folder;
  }

  /** This machine's platform, as archives are named. */
  static String platform() {
    String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String processor = System.getProperty("os.arch");
    return (os.startsWith("mac") ? "darwin" : os)
        + "-"
        + switch (processor) {
          case "x86_64" -> "amd64";
          case "aarch64" -> "arm64";
          default -> processor;
        };
  }

  TaskResult run(TaskRun run, PrepareRelease task, SnapshotStore store)
      throws TaskFailedException, IOException, InterruptedException {
    EtcdVersion release = task.release();
    if (releases.prepared().contains(release)) {
      return done(release, "it was there already");
    }
    ReleaseArchive archive = archive(task);
    long free = folder.open();
    long needed = ROOM * archive.sizeBytes() + RESERVE_BYTES;
    if (free < needed) {
      throw Failures.full(
          "preparing etcd "
              + release
              + " needs "
              + needed
              + " bytes of the disk, "
              + free
              + " are free");
    }
    Path file = folder.resolve("release.tar.gz");
    download(run, release, archive, store, file);
    run.tell("unpacking");
    Path programs = unpack(file, release);
    run.tell("checking");
    check(programs, release);
    releases.take(release, programs);
    return done(release, archive.sizeBytes() + " bytes downloaded and checked");
  }

  private static TaskResult done(EtcdVersion release, String how) {
    return new TaskResult.Done(how, Map.of("release", release.toString()));
  }

  private static ReleaseArchive archive(PrepareRelease task) throws TaskFailedException {
    String platform = platform();
    return task.archives().stream()
        .filter(archive -> archive.platform().equals(platform))
        .findFirst()
        .orElseThrow(
            () ->
                Failures.other(
                    "etcd "
                        + task.release()
                        + " is stored for "
                        + task.archives().stream().map(ReleaseArchive::platform).toList()
                        + ", this node is "
                        + platform));
  }

  private static void download(
      TaskRun run, EtcdVersion release, ReleaseArchive archive, SnapshotStore store, Path file)
      throws TaskFailedException, IOException {
    String key = EtcdRelease.key(release, archive.platform());
    String sha256 =
        store.download(key, file, Transfer.progress(run, "downloading", archive.sizeBytes()));
    long size = Files.size(file);
    if (size != archive.sizeBytes()) {
      throw Failures.other(key + " has " + size + " bytes, its record says " + archive.sizeBytes());
    }
    if (!sha256.equals(archive.sha256())) {
      throw Failures.other(
          key + " has SHA-256 " + sha256 + ", its record says " + archive.sha256());
    }
  }

  /** Unpacks the archive; the folder in which its programs are. */
  private Path unpack(Path file, EtcdVersion release)
      throws TaskFailedException, IOException, InterruptedException {
    Path unpacked = folder.resolve("release");
    Path words = folder.resolve("tar.log");
    Files.createDirectories(unpacked);
    Process tar =
        ChildCommand.of(
                List.of(
                    "tar", "-xzf", file.toString(), "--no-same-owner", "-C", unpacked.toString()))
            .redirectErrorStream(true)
            .redirectOutput(words.toFile())
            .start();
    try {
      if (tar.waitFor() != 0) {
        String said = Files.readString(words).strip();
        throw said.contains("No space left on device")
            ? Failures.full("the archive of etcd " + release + " cannot be unpacked: " + said)
            : Failures.other("the archive of etcd " + release + " cannot be unpacked: " + said);
      }
    } finally {
      tar.destroyForcibly();
    }
    try (Stream<Path> paths = Files.walk(unpacked, DEPTH)) {
      return paths
          .filter(Files::isDirectory)
          .filter(
              path ->
                  ReleaseFolder.PROGRAMS.stream()
                      .allMatch(program -> Files.isRegularFile(path.resolve(program))))
          .findFirst()
          .orElseThrow(
              () ->
                  Failures.other(
                      "the archive of etcd "
                          + release
                          + " holds no folder with "
                          + ReleaseFolder.PROGRAMS));
    }
  }

  private static void check(Path programs, EtcdVersion release) throws TaskFailedException {
    EtcdVersion said;
    try {
      said = BinaryVersion.ask(programs.resolve("etcd"));
    } catch (IOException e) {
      throw Failures.etcd(
          "etcd of the archive of " + release + " does not run on this node: " + e.getMessage());
    }
    if (!said.equals(release)) {
      throw Failures.etcd("etcd of the archive of " + release + " says that it is " + said);
    }
  }
}
