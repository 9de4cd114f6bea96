package io.quorate.agent.local;

import io.quorate.agent.directory.DataDirectory;
import io.quorate.agent.disk.DurableFiles;
import io.quorate.agent.etcd.EtcdToolException;
import io.quorate.agent.etcd.EtcdUtl;
import io.quorate.agent.port.SnapshotRestore;
import io.quorate.model.ClusterUid;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotStore;
import io.quorate.snapshot.SnapshotStoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * {@link SnapshotRestore} from the bucket, by {@code etcdutl}: download and hash into a folder of
 * its own, restore beside it, then rename the finished data into the empty directory.
 */
public final class EtcdSnapshotRestore implements SnapshotRestore {
  private static final String FOLDER = "restore";

  private final Path root;
  private final FileDataDisk disk;
  private final EtcdUtl tool;
  private final Function<ClusterUid, SnapshotStore> stores;
  private final KeptFiles kept;

  /**
   * Restores below this folder.
   *
   * @param root folder of the journal and of etcd's data, on one filesystem
   * @param stores opens the snapshots of a cluster; closed after each restore
   * @param kept the files that a trial on this node kept; on the same filesystem
   */
  public EtcdSnapshotRestore(
      Path root,
      FileDataDisk disk,
      EtcdUtl tool,
      Function<ClusterUid, SnapshotStore> stores,
      KeptFiles kept) {
    this.root = root;
    this.disk = disk;
    this.tool = tool;
    this.stores = stores;
    this.kept = kept;
  }

  @Override
  public Result restore(Seed seed) {
    Path work = root.resolve(FOLDER);
    try {
      removeAll(work);
      DurableFiles.makeFolders(work);
      Optional<Result> refused = restore(seed, work);
      removeAll(work);
      return refused.orElseGet(Result.Restored::new);
    } catch (IOException | SnapshotStoreException | EtcdToolException e) {
      return new Result.NotRestored(String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Result.NotRestored("interrupted");
    }
  }

  private Optional<Result> restore(Seed seed, Path work)
      throws IOException, EtcdToolException, InterruptedException {
    Path file = work.resolve("snapshot.db");
    Path data = work.resolve("data");
    Optional<KeptFiles.Kept> own = kept.take(seed.sha256(), file);
    if (own.isEmpty()) {
      Optional<Result> refused = download(seed, file);
      if (refused.isPresent()) {
        return refused;
      }
    }
    Optional<Long> proved = own.flatMap(KeptFiles.Kept::revision);
    long revision = proved.isPresent() ? proved.get() : tool.status(file).revision();
    if (revision >= seed.targetRevision()) {
      return Optional.of(
          new Result.NotRestored(
              "the file ends at revision "
                  + revision
                  + ", expected one below the target "
                  + seed.targetRevision()));
    }
    tool.restore(
        EtcdUtl.Restore.seed(
            file,
            data,
            seed.name(),
            seed.peerUrl(),
            seed.token(),
            seed.targetRevision() - revision));
    syncAll(data);
    DurableFiles.move(data, DataDirectory.etcdData(disk.path(seed.directory())));
    return Optional.empty();
  }

  private Optional<Result> download(Seed seed, Path file) throws IOException {
    try (SnapshotStore store = stores.apply(seed.uid())) {
      Optional<SnapshotManifest> manifest = store.manifest(seed.snapshot());
      if (manifest.isEmpty()) {
        return Optional.of(
            new Result.NotRestored("the bucket holds no manifest of " + seed.snapshot()));
      }
      String sha256 = store.download(manifest.get().dataKey(), file, bytes -> {});
      return sha256.equals(seed.sha256())
          ? Optional.empty()
          : Optional.of(
              new Result.NotRestored(
                  manifest.get().dataKey()
                      + " has SHA-256 "
                      + sha256
                      + ", expected "
                      + seed.sha256()));
    }
  }

  /** etcdutl does not sync all that it writes. */
  private static void syncAll(Path folder) throws IOException {
    for (Path path : below(folder)) {
      DurableFiles.sync(path);
    }
  }

  private static void removeAll(Path folder) throws IOException {
    if (Files.exists(folder)) {
      for (Path path : below(folder)) {
        Files.delete(path);
      }
    }
  }

  /** Everything below a folder and the folder itself, deepest first. */
  private static List<Path> below(Path folder) throws IOException {
    try (Stream<Path> found = Files.walk(folder)) {
      return found.sorted(Comparator.reverseOrder()).toList();
    }
  }
}
