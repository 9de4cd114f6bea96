package io.quorate.benchmark;

import io.quorate.deployment.LocalDeployment;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.s3.S3SnapshotStore;
import io.quorate.snapshot.SnapshotStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * A snapshot as an operator takes it by hand: {@code etcdctl snapshot save} to a file, then an
 * upload of the file, with the parts and the client that the agent uses. What was uploaded stays
 * until the run's folder goes: the bucket lets nobody but the controller delete.
 */
final class BySnapshotSave {
  private final Path etcdctl;
  private final LocalDeployment deployment;

  BySnapshotSave(Path etcdFolder, LocalDeployment deployment) {
    this.etcdctl = etcdFolder.resolve("etcdctl");
    this.deployment = deployment;
  }

  /**
   * What it took.
   *
   * @param bytes size of the file
   * @param saveSeconds until the file was on the disk
   * @param uploadSeconds from then until it was in the bucket
   */
  record Taken(long bytes, double saveSeconds, double uploadSeconds) {}

  Taken take(String clientUrl, Path file) throws IOException, InterruptedException {
    Stopwatch save = new Stopwatch();
    Process process =
        new ProcessBuilder(
                List.of(
                    etcdctl.toString(),
                    "--endpoints=" + clientUrl,
                    "snapshot",
                    "save",
                    file.toString()))
            .redirectErrorStream(true)
            .redirectOutput(file.resolveSibling("etcdctl.log").toFile())
            .start();
    int code = process.waitFor();
    double saved = save.seconds();
    if (code != 0) {
      throw new IOException(
          "etcdctl snapshot save exited with "
              + code
              + ": "
              + Files.readString(file.resolveSibling("etcdctl.log")));
    }
    double uploaded = upload(file);
    long bytes = Files.size(file);
    Files.delete(file);
    return new Taken(bytes, saved, uploaded);
  }

  private double upload(Path file) throws IOException {
    String unique = UUID.randomUUID().toString();
    try (SnapshotStore bucket =
            new S3SnapshotStore(
                deployment.clients().s3(),
                deployment.resources().bucket(),
                new ClusterName("by-hand"),
                ClusterUid.of(UUID.randomUUID()),
                Optional.empty());
        InputStream data = Files.newInputStream(file)) {
      Stopwatch watch = new Stopwatch();
      bucket.upload("by-hand/" + unique + ".db", data, bytes -> {});
      return watch.seconds();
    }
  }
}
