package io.quorate.cli.release;

import io.quorate.cli.connect.Clouds;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.connect.CommandFailure;
import io.quorate.cli.connect.StoreFailures;
import io.quorate.cli.frame.ClusterCommand;
import io.quorate.cli.frame.CommandContext;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.release.EtcdRelease;
import io.quorate.release.ReleaseArchive;
import io.quorate.snapshot.SnapshotStore;
import io.quorate.snapshot.SnapshotStoreException;
import io.quorate.spec.EtcdVersion;
import io.quorate.store.EtcdReleases;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Stores a release: its object first, then its record. */
@Command(
    name = "add",
    description =
        "Stores a release of etcd in --bucket, for the platform of its programs. What is stored is"
            + " never overwritten. Nothing changes on a cluster before its etcd.version is applied.")
final class ReleaseAddCommand extends ClusterCommand {
  /** The bucket's client wants a name; the objects here are named by their whole keys. */
  private static final ClusterName NAME = new ClusterName(EtcdRelease.PREFIX);

  private static final ClusterUid UID = new ClusterUid(EtcdRelease.PREFIX);
  private static final long STEP = 16L << 20;

  @Mixin private final ReleaseArgument release = new ReleaseArgument();

  @ArgGroup(multiplicity = "1")
  private final Source source = new Source();

  /** Where the programs are. */
  static final class Source {
    @Option(
        names = "--file",
        paramLabel = "FILE",
        description = "The archive, as etcd's own etcd-vX.Y.Z-linux-amd64.tar.gz.")
    private Optional<Path> file = Optional.empty();

    @Option(
        names = "--folder",
        paramLabel = "DIR",
        description = "A folder with etcd and etcdutl, which are packed.")
    private Optional<Path> folder = Optional.empty();

    ReleaseArchiveFile open() throws IOException {
      return file.isPresent()
          ? ReleaseArchiveFile.of(existing(file.get()))
          : ReleaseArchiveFile.packing(existing(folder.orElseThrow()));
    }

    private static Path existing(Path path) {
      if (!Files.exists(path)) {
        throw new CommandFailure(CommandExitCode.BAD_INPUT, "'" + path + "' is not there");
      }
      return path;
    }
  }

  @Option(
      names = "--sha256",
      paramLabel = "SUM",
      description = "The SHA-256 that --file must have, in hex.")
  private Optional<String> sha256 = Optional.empty();

  private long shown;

  ReleaseAddCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(Clouds.Open cloud) {
    EtcdVersion version = release.etcd();
    try (ReleaseArchiveFile archive = source.open()) {
      ReleaseArchive facts = archive.facts(version);
      sha256
          .filter(sum -> !sum.equalsIgnoreCase(facts.sha256()))
          .ifPresent(
              sum -> {
                throw new CommandFailure(
                    CommandExitCode.BAD_INPUT,
                    "the archive has SHA-256 " + facts.sha256() + ", expected " + sum);
              });
      EtcdRelease added =
          new EtcdRelease(
              version,
              facts,
              System.getProperty("user.name", "unknown"),
              context().clock().instant(),
              false);
      store(cloud, archive.file(), added);
      print("etcd " + version + " for " + facts.platform() + " is stored as " + added.key() + "\n");
      return CommandExitCode.OK;
    } catch (SnapshotStoreException e) {
      throw StoreFailures.told(e);
    } catch (IOException e) {
      throw new CommandFailure(
          CommandExitCode.BAD_INPUT, "the release cannot be read: " + e.getMessage(), e);
    }
  }

  private void store(Clouds.Open cloud, Path file, EtcdRelease added) throws IOException {
    EtcdReleases releases = new EtcdReleases(cloud.store());
    boolean there = releases.all().stream().anyMatch(stored -> stored.key().equals(added.key()));
    if (there) {
      throw new CommandFailure(
          CommandExitCode.CONFLICT,
          "etcd "
              + added.version()
              + " for "
              + added.archive().platform()
              + " is stored already: look at it with quorate release list");
    }
    try (SnapshotStore bucket = cloud.snapshots(NAME, UID)) {
      if (bucket.exists(added.key())) {
        sameObject(bucket, added);
      } else {
        try (InputStream data = Files.newInputStream(file)) {
          bucket.upload(added.key(), data, this::progress);
        }
      }
    }
    if (!releases.add(added)) {
      throw new CommandFailure(
          CommandExitCode.CONFLICT,
          "somebody else stored etcd "
              + added.version()
              + " at the same time: nothing was written");
    }
  }

  /** An add that broke off has left its object, which is never overwritten. */
  private void sameObject(SnapshotStore bucket, EtcdRelease added) throws IOException {
    Path copy = Files.createTempFile("quorate-release", ".tar.gz");
    try {
      String stands = bucket.download(added.key(), copy, this::progress);
      if (!stands.equals(added.archive().sha256())) {
        throw new CommandFailure(
            CommandExitCode.CONFLICT,
            added.key()
                + " stands in the bucket without a record, with SHA-256 "
                + stands
                + ", the archive has "
                + added.archive().sha256()
                + ": remove that object, or add the archive that was uploaded there");
      }
    } finally {
      Files.delete(copy);
    }
  }

  private void progress(long bytes) {
    if (bytes - shown >= STEP) {
      shown = bytes;
      complain(bytes + " bytes");
    }
  }
}
