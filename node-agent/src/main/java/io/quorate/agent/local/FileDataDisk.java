package io.quorate.agent.local;

import io.quorate.agent.directory.ArchiveCount;
import io.quorate.agent.directory.DataDirectory;
import io.quorate.agent.directory.DirectoryIdentity;
import io.quorate.agent.directory.DirectoryInspection;
import io.quorate.agent.directory.DirectoryName;
import io.quorate.agent.directory.FreeSpace;
import io.quorate.agent.disk.FileExistence;
import io.quorate.agent.port.DataDisk;
import io.quorate.agent.wal.VersionTwoRequests;
import io.quorate.model.Generation;
import io.quorate.state.PutAside;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@link DataDisk} over {@link DataDirectory}. */
public final class FileDataDisk implements DataDisk {
  private static final Logger LOG = LoggerFactory.getLogger(FileDataDisk.class);

  private final DataDirectory directories;
  private volatile Counted counted = new Counted("", PutAside.NONE);
  private volatile Located last = new Located("", Path.of(""));

  /** What is in the archive, and which state of it that is of. */
  private record Counted(String version, PutAside putAside) {}

  /** Where a directory is; the same one is looked at four times a second. */
  private record Located(String directory, Path path) {}

  /** Looks after these directories. */
  public FileDataDisk(DataDirectory directories) {
    this.directories = directories;
  }

  @Override
  public String name(Generation generation, String nonce) {
    return new DirectoryName(generation, nonce).toString();
  }

  /** Where a directory of this name is. */
  Path path(String directory) {
    Located known = last;
    if (!known.directory().equals(directory)) {
      known = new Located(directory, locate(directory));
      last = known;
    }
    return known.path();
  }

  private Path locate(String directory) {
    DirectoryName name =
        DirectoryName.parse(directory)
            .orElseThrow(
                () ->
                    new IllegalArgumentException("'" + directory + "': expected a data directory"));
    return directories.path(name.generation(), name.nonce());
  }

  @Override
  public View inspect(String directory) {
    return io("inspect " + directory, () -> view(directories.inspect(path(directory))));
  }

  @Override
  public Optional<Long> versionTwoRequest(String directory) {
    return io(
        "read the log of " + directory,
        () ->
            VersionTwoRequests.appliedAtStart(
                DataDirectory.etcdData(path(directory)).resolve("member")));
  }

  private static View view(DirectoryInspection found) {
    return switch (found) {
      case DirectoryInspection.Absent absent -> new View.Missing();
      case DirectoryInspection.Empty empty -> new View.Empty();
      case DirectoryInspection.Damaged damaged -> new View.Damaged(damaged.detail());
      case DirectoryInspection.Present p ->
          new View.Holds(p.clusterId(), p.memberId(), p.nonce(), p.lastTerm(), p.lastIndex());
    };
  }

  @Override
  public String identity(String directory) {
    return io(
        "look at " + directory,
        () -> DirectoryIdentity.of(path(directory)).map(DirectoryIdentity::toString).orElse(""));
  }

  @Override
  public List<String> directories() {
    return io(
        "list directories",
        () -> directories.list().stream().map(p -> String.valueOf(p.getFileName())).toList());
  }

  @Override
  public void create(Generation generation, String nonce) {
    io("create " + nonce, () -> directories.create(generation, nonce));
  }

  @Override
  public void archive(String directory) {
    io(
        "archive " + directory,
        () -> {
          Path path = path(directory);
          return FileExistence.exists(path) ? directories.archive(path) : path;
        });
  }

  /** {@inheritDoc} They are read again only when one came or went. */
  @Override
  public PutAside putAside() {
    return io(
        "list archived directories",
        () -> {
          String version = directories.archiveVersion();
          Counted known = counted;
          if (!known.version().equals(version)) {
            known = new Counted(version, ArchiveCount.of(directories));
            counted = known;
          }
          return known.putAside();
        });
  }

  @Override
  public boolean inUse(String directory) {
    return io("look for a lock on " + directory, () -> directories.lockedByEtcd(path(directory)));
  }

  @Override
  public Optional<Room> room() {
    try {
      FreeSpace space = directories.space();
      return Optional.of(new Room(space.totalBytes(), space.usableBytes()));
    } catch (IOException e) {
      LOG.debug("event=space-unknown detail=\"{}\"", e.toString());
      return Optional.empty();
    }
  }

  private interface Action<T> {
    T go() throws IOException;
  }

  private static <T> T io(String what, Action<T> action) {
    try {
      return action.go();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot " + what + ": " + e, e);
    }
  }
}
