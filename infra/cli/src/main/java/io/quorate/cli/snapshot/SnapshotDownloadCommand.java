package io.quorate.cli.snapshot;

import io.quorate.cli.connect.Clouds;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.connect.CommandFailure;
import io.quorate.cli.connect.StoreFailures;
import io.quorate.cli.frame.CommandContext;
import io.quorate.cli.frame.OneClusterCommand;
import io.quorate.codec.Tree;
import io.quorate.model.ClusterName;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.snapshot.SnapshotStore;
import io.quorate.snapshot.SnapshotStoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Downloads a snapshot's file, and compares it with its manifest. */
@Command(
    name = "download",
    description =
        "Downloads a snapshot's file from --bucket and compares size and SHA-256 with its manifest;"
            + " etcdutl snapshot restore takes the file.")
final class SnapshotDownloadCommand extends OneClusterCommand {
  private static final long STEP = 64L << 20;

  @Parameters(index = "1", paramLabel = "ID", description = "The snapshot.")
  private String snapshot = "";

  @Parameters(index = "2", paramLabel = "FILE", description = "Where to; must not be there yet.")
  private Path file = Path.of("");

  SnapshotDownloadCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(Clouds.Open cloud, ClusterName name) {
    SnapshotRecord record = Snapshots.find(summary(cloud, name, 0), Snapshots.id(snapshot));
    if (Files.exists(file)) {
      throw new CommandFailure(
          CommandExitCode.USAGE, file + " is there already: expected a new file's name");
    }
    SnapshotManifest manifest = record.manifest();
    Path part = file.resolveSibling(file.getFileName() + ".part");
    try (SnapshotStore bucket = cloud.snapshots(name, manifest.uid())) {
      String sha256 = bucket.download(manifest.dataKey(), part, bytes -> progress(manifest, bytes));
      compare(manifest, part, sha256);
      Files.move(part, file);
    } catch (SnapshotStoreException e) {
      throw StoreFailures.told(e);
    } catch (IOException e) {
      throw new CommandFailure(
          CommandExitCode.USAGE, "cannot write " + part + ": " + e.getMessage(), e);
    }
    told(manifest);
    return CommandExitCode.OK;
  }

  private long shown;

  private void progress(SnapshotManifest manifest, long bytes) {
    if (bytes - shown >= STEP || bytes == manifest.sizeBytes()) {
      shown = bytes;
      complain(bytes + " of " + manifest.sizeBytes() + " bytes");
    }
  }

  private static void compare(SnapshotManifest manifest, Path part, String sha256)
      throws IOException {
    long size = Files.size(part);
    if (size != manifest.sizeBytes() || !sha256.equals(manifest.sha256())) {
      throw new CommandFailure(
          CommandExitCode.BAD_INPUT,
          part
              + " is not what the manifest says: "
              + size
              + " bytes with SHA-256 "
              + sha256
              + ", expected "
              + manifest.sizeBytes()
              + " bytes with "
              + manifest.sha256()
              + "; try again, or take another snapshot");
    }
  }

  private void told(SnapshotManifest manifest) {
    if (options().structured()) {
      printTree(
          Tree.builder()
              .with("snapshot", manifest.id())
              .with("file", file.toString())
              .with("sizeBytes", manifest.sizeBytes())
              .with("sha256", manifest.sha256())
              .build());
    } else {
      print(
          "snapshot "
              + manifest.id()
              + ": "
              + file
              + ", "
              + manifest.sizeBytes()
              + " bytes, SHA-256 "
              + manifest.sha256()
              + "\n");
    }
  }
}
