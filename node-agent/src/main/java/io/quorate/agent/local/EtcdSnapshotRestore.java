package io.quorate.agent.local;

import io.quorate.agent.directory.DataDirectory;
import io.quorate.agent.disk.DurableFiles;
import io.quorate.agent.etcd.process.ExpiredLeases;
import io.quorate.agent.etcd.process.IsolatedEtcd;
import io.quorate.agent.etcd.tools.AccessControlSwitch;
import io.quorate.agent.etcd.tools.EtcdToolException;
import io.quorate.agent.etcd.tools.EtcdUtl;
import io.quorate.agent.port.SnapshotRestore;
import io.quorate.model.ClusterUid;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotStore;
import io.quorate.snapshot.SnapshotStoreException;
import io.quorate.state.RevokedLeases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@link SnapshotRestore} from the bucket, by {@code etcdutl}: download and hash into a folder of
 * its own, restore beside it, then rename the finished data into the empty directory.
 */
public final class EtcdSnapshotRestore implements SnapshotRestore {
  private static final Logger LOG = LoggerFactory.getLogger(EtcdSnapshotRestore.class);
  private static final String FOLDER = "restore";
  private static final String DATA = "data";

  /** etcd reads all keys at its start. */
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private final Path root;
  private final FileDataDisk disk;
  private final Supplier<Path> binary;
  private final Function<ClusterUid, SnapshotStore> stores;
  private final KeptFiles kept;
  private final InstantSource clock;

  /**
   * Restores below this folder.
   *
   * @param root folder of the journal and of etcd's data, on one filesystem
   * @param binary the etcd that the member starts with; etcdutl stands beside it
   * @param stores opens the snapshots of a cluster; closed after each restore
   * @param kept the files that a trial on this node kept; on the same filesystem
   * @param clock tells how old the data is
   */
  public EtcdSnapshotRestore(
      Path root,
      FileDataDisk disk,
      Supplier<Path> binary,
      Function<ClusterUid, SnapshotStore> stores,
      KeptFiles kept,
      InstantSource clock) {
    this.root = root;
    this.disk = disk;
    this.binary = binary;
    this.stores = stores;
    this.kept = kept;
    this.clock = clock;
  }

  @Override
  public Result restore(Seed seed) {
    Path work = root.resolve(FOLDER);
    try {
      IsolatedEtcd.killLeft(work.resolve(DATA));
      removeAll(work);
      DurableFiles.makeFolders(work);
      Result result = restore(seed, work);
      removeAll(work);
      return result;
    } catch (IOException | SnapshotStoreException | EtcdToolException e) {
      return new Result.NotRestored(String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Result.NotRestored("interrupted");
    }
  }

  private Result restore(Seed seed, Path work)
      throws IOException, EtcdToolException, InterruptedException {
    Path etcd = binary.get();
    EtcdUtl tool = EtcdUtl.beside(etcd);
    Path file = work.resolve("snapshot.db");
    Path data = work.resolve(DATA);
    Optional<KeptFiles.Kept> own = kept.take(seed.sha256(), file);
    if (own.isEmpty()) {
      Optional<Result> refused = download(seed, file);
      if (refused.isPresent()) {
        return refused.get();
      }
    }
    Optional<Long> proved = own.flatMap(KeptFiles.Kept::revision);
    long revision = proved.isPresent() ? proved.get() : tool.status(file).revision();
    if (revision >= seed.targetRevision()) {
      return new Result.NotRestored(
          "the file ends at revision "
              + revision
              + ", expected one below the target "
              + seed.targetRevision());
    }
    tool.restore(
        EtcdUtl.Restore.seed(
            file,
            data,
            seed.name(),
            seed.peerUrl(),
            seed.token(),
            seed.targetRevision() - revision));
    RevokedLeases revoked = revokeExpired(seed, etcd, work, data);
    syncAll(data);
    DurableFiles.move(data, DataDirectory.etcdData(disk.path(seed.directory())));
    return new Result.Restored(revoked);
  }

  @Override
  public boolean accessControlOn(String directory) {
    try {
      return AccessControlSwitch.isOn(DataDirectory.etcdData(disk.path(directory)));
    } catch (IOException e) {
      LOG.warn(
          "event=access-control-unread directory={} detail=\"{}: etcd is closed to clients until"
              + " access control is seen on\"",
          directory,
          e.toString());
      return false;
    }
  }

  /** On an etcd that nobody else reaches: no client ever sees a lease that ended meanwhile. */
  private RevokedLeases revokeExpired(Seed seed, Path etcd, Path work, Path data)
      throws IOException, EtcdToolException, InterruptedException {
    if (seed.leasesRenewedUntil().isEmpty()) {
      return RevokedLeases.NONE;
    }
    Duration age = Duration.between(seed.leasesRenewedUntil().get(), clock.instant());
    List<Long> expired = ExpiredLeases.in(data, age);
    if (expired.isEmpty()) {
      return RevokedLeases.NONE;
    }
    try (IsolatedEtcd alone =
        IsolatedEtcd.start(
            new IsolatedEtcd.Settings(
                etcd,
                data,
                work.resolve("etcd.log"),
                seed.name(),
                seed.token(),
                false,
                List.of(),
                PATIENCE))) {
      RevokedLeases revoked = ExpiredLeases.revoke(alone, expired);
      LOG.info(
          "event=leases-revoked leases={} keys={} age={}", revoked.leases(), revoked.keys(), age);
      return revoked;
    }
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
