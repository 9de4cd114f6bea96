package io.quorate.cli.snapshot;

import io.quorate.cli.bolt.BadSnapshotException;
import io.quorate.cli.bolt.EtcdSnapshotFile;
import io.quorate.cli.connect.Clouds;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.connect.CommandFailure;
import io.quorate.cli.connect.StoreFailures;
import io.quorate.cli.frame.CommandContext;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.model.EtcdClusterId;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.release.ProjectVersion;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotKeys;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.snapshot.SnapshotStore;
import io.quorate.snapshot.SnapshotStoreException;
import io.quorate.spec.ClusterSpec;
import io.quorate.spec.EtcdVersion;
import io.quorate.state.FleetEntry;
import io.quorate.store.CatalogueLine;
import io.quorate.store.Expiry;
import io.quorate.store.Keys;
import io.quorate.store.Table;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Brings a snapshot into a new cluster's own part of the bucket:
 *
 * <ol>
 *   <li>{@link #fetch}: the file, from a cluster's catalogue, from a bucket, or from this machine;
 *       it is read whole, its own hash checked, and refused where the cluster could not run on it;
 *   <li>{@link #store}: the file and then its manifest, each created once.
 * </ol>
 *
 * <p>Until the cluster is created nobody looks at either; a node tries the file again before the
 * cluster begins with it.
 */
public final class SnapshotImport implements AutoCloseable {
  private static final InstanceId UNKNOWN_INSTANCE = new InstanceId("unknown");
  private static final long STEP = 64L << 20;

  private final Clouds.Open cloud;
  private final CommandContext context;
  private final Consumer<String> tell;
  private Optional<Path> folder = Optional.empty();
  private long shown;

  public SnapshotImport(Clouds.Open cloud, CommandContext context, Consumer<String> tell) {
    this.cloud = cloud;
    this.context = context;
    this.tell = tell;
  }

  /**
   * A file that may be imported.
   *
   * @param file on this machine
   * @param facts what it tells of itself
   * @param manifest what is known of it beyond that, of another cluster's snapshot
   * @param takenAt when it was taken; of a bare file when it was written
   * @param from where it comes from, for people
   */
  public record Fetched(
      Path file,
      EtcdSnapshotFile facts,
      Optional<SnapshotManifest> manifest,
      Instant takenAt,
      String from) {}

  /** Gets the file to this machine, and checks it. */
  public Fetched fetch(ImportSource source, ClusterSpec spec, List<FleetEntry> fleet) {
    try {
      Fetched fetched =
          switch (source) {
            case ImportSource.Catalogued named -> catalogued(named.id(), fleet);
            case ImportSource.StoredObject object -> {
              Path file = temporary();
              cloud.download(object.bucket(), object.key(), file, this::progress);
              yield bare(file, "s3://" + object.bucket() + "/" + object.key());
            }
            case ImportSource.LocalFile local -> bare(local.file(), local.file().toString());
          };
      refuse(fetched, spec);
      return fetched;
    } catch (SnapshotStoreException e) {
      throw StoreFailures.told(e);
    } catch (IOException e) {
      throw new CommandFailure(
          CommandExitCode.BAD_INPUT, "the snapshot cannot be read: " + e.getMessage(), e);
    }
  }

  private Fetched catalogued(SnapshotId id, List<FleetEntry> fleet) throws IOException {
    List<SnapshotRecord> found =
        fleet.stream().flatMap(entry -> catalogued(entry.name(), id).stream()).toList();
    if (found.size() != 1) {
      throw new CommandFailure(
          CommandExitCode.BAD_INPUT,
          (found.isEmpty()
                  ? "no cluster of this table has snapshot " + id
                  : found.size() + " clusters have snapshot " + id)
              + ": expected a snapshot that quorate snapshot list shows, s3://BUCKET/KEY of a file,"
              + " or a file of this machine");
    }
    SnapshotRecord record = found.getFirst();
    if (!record.usable()) {
      throw new CommandFailure(
          CommandExitCode.BAD_INPUT,
          "snapshot "
              + id
              + " is "
              + record.state()
              + record.failure().map(" "::concat).orElse(""));
    }
    SnapshotManifest manifest = record.manifest();
    Path file = temporary();
    try (SnapshotStore bucket = cloud.snapshots(manifest.cluster(), manifest.uid())) {
      bucket.download(manifest.dataKey(), file, this::progress);
    }
    EtcdSnapshotFile facts = facts(file, "snapshot " + id);
    if (!facts.sha256().equals(manifest.sha256())) {
      throw new CommandFailure(
          CommandExitCode.BAD_INPUT,
          manifest.dataKey()
              + " has SHA-256 "
              + facts.sha256()
              + ", its manifest says "
              + manifest.sha256()
              + ": it is not the snapshot that was taken; choose another one");
    }
    return new Fetched(
        file,
        facts,
        Optional.of(manifest),
        manifest.takenAt(),
        "snapshot " + id + " of " + manifest.cluster());
  }

  private List<SnapshotRecord> catalogued(ClusterName cluster, SnapshotId id) {
    return cloud.store().list(Table.CLUSTERS, cluster.value(), Keys.SNAPSHOT).stream()
        .filter(item -> !Expiry.marked(item))
        .filter(item -> CatalogueLine.id(item).filter(id::equals).isPresent())
        .map(CatalogueLine::read)
        .toList();
  }

  private static Fetched bare(Path file, String from) throws IOException {
    EtcdSnapshotFile facts = facts(file, from);
    Instant written = Files.getLastModifiedTime(file).toInstant();
    return new Fetched(file, facts, Optional.empty(), written, from);
  }

  private static EtcdSnapshotFile facts(Path file, String from) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new CommandFailure(
          CommandExitCode.BAD_INPUT,
          "'"
              + from
              + "' is no file: expected a snapshot's id, s3://BUCKET/KEY, or a file that etcdctl"
              + " snapshot save wrote");
    }
    try {
      return EtcdSnapshotFile.read(file);
    } catch (BadSnapshotException e) {
      throw new CommandFailure(CommandExitCode.BAD_INPUT, from + ": " + e.getMessage(), e);
    }
  }

  private static void refuse(Fetched fetched, ClusterSpec spec) {
    EtcdVersion asked = spec.etcd().version();
    Optional<EtcdVersion> newer =
        fetched
            .facts()
            .clusterVersion()
            .flatMap(EtcdVersion::parse)
            .filter(version -> newer(version, asked));
    if (newer.isPresent()) {
      throw new CommandFailure(
          CommandExitCode.BAD_INPUT,
          fetched.from()
              + " is of an etcd "
              + newer.get().line()
              + " cluster, and etcd.version is "
              + asked
              + ": an older etcd does not read it");
    }
    // etcd keeps access control on only while user root has role root, and the agents' certificate
    // of a managed authority is root's.
    if (fetched.facts().accessControl() && !(spec.tls().managed() && spec.tls().asksClients())) {
      throw new CommandFailure(
          CommandExitCode.BAD_INPUT,
          fetched.from()
              + " has etcd's access control enabled, under which the agents need a client"
              + " certificate of user root: set tls.mode to managed and tls.clients to required,"
              + " or run etcdctl auth disable where it was taken and take another snapshot");
    }
  }

  private static boolean newer(EtcdVersion one, EtcdVersion other) {
    return other.olderLineThan(one);
  }

  /** Copies the file and its manifest under the new cluster's UID. */
  public SnapshotRecord store(Fetched fetched, ClusterName cluster, ClusterUid uid, String by) {
    Instant now = context.clock().instant();
    SnapshotId id = SnapshotId.of(now, Generation.UNBOOTSTRAPPED, uid.value().hashCode());
    SnapshotManifest manifest = manifest(fetched, cluster, uid, id, by);
    try (SnapshotStore bucket = cloud.snapshots(cluster, uid);
        InputStream data = Files.newInputStream(fetched.file())) {
      shown = 0;
      bucket.upload(manifest.dataKey(), data, this::progress);
      return SnapshotRecord.taken(bucket.createManifest(manifest));
    } catch (SnapshotStoreException e) {
      throw StoreFailures.told(e);
    } catch (IOException e) {
      throw new CommandFailure(
          CommandExitCode.BAD_INPUT, "the snapshot cannot be read: " + e.getMessage(), e);
    }
  }

  private static SnapshotManifest manifest(
      Fetched fetched, ClusterName cluster, ClusterUid uid, SnapshotId id, String by) {
    EtcdSnapshotFile facts = fetched.facts();
    Optional<SnapshotManifest> known = fetched.manifest();
    return new SnapshotManifest(
        id,
        cluster,
        uid,
        known.map(SnapshotManifest::etcdClusterId).orElse(new EtcdClusterId(0)),
        known.map(SnapshotManifest::member).orElse(new MemberId(0)),
        known.map(SnapshotManifest::instance).orElse(UNKNOWN_INSTANCE),
        SnapshotKeys.data(cluster, uid, id, 1),
        new SnapshotManifest.Position(
            facts.revision(), facts.upperRevision(), facts.raftTerm(), facts.raftIndex()),
        known
            .map(SnapshotManifest::etcdVersion)
            .or(facts::clusterVersion)
            .orElse(EtcdVersion.DEFAULT_LINE),
        facts.sizeBytes(),
        facts.sha256(),
        known.flatMap(SnapshotManifest::hash),
        fetched.takenAt(),
        "imported by " + by + " from " + fetched.from(),
        ProjectVersion.read());
  }

  private void progress(long bytes) {
    if (bytes - shown >= STEP) {
      shown = bytes;
      tell.accept(bytes + " bytes");
    }
  }

  private Path temporary() throws IOException {
    if (folder.isEmpty()) {
      folder = Optional.of(Files.createTempDirectory("quorate-import"));
    }
    return folder.get().resolve("snapshot.db");
  }

  @Override
  public void close() {
    try {
      if (folder.isPresent()) {
        Files.deleteIfExists(folder.get().resolve("snapshot.db"));
        Files.deleteIfExists(folder.get());
      }
    } catch (IOException e) {
      tell.accept("the downloaded file is left in " + folder.get() + ": " + e.getMessage());
    }
  }
}
