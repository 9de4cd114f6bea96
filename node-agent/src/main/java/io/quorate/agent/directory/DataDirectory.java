package io.quorate.agent.directory;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quorate.agent.disk.DurableFiles;
import io.quorate.agent.disk.FileExistence;
import io.quorate.model.Generation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The data directories on one instance's disk. Nothing here deletes: a directory that is no longer
 * wanted is renamed into the archive (I6).
 *
 * <pre>
 * root/etcd/000001-nonce/nonce    the nonce, which the journal must know
 * root/etcd/000001-nonce/data/    etcd's --data-dir
 * root/archive/000001-nonce-1/    a directory out of etcd's path
 * </pre>
 */
public final class DataDirectory {
  private static final String NONCE = "nonce";
  private static final int ARCHIVE_MAX = 10_000;

  private final Path root;

  /** Looks after the directories below this folder, which is made when first needed. */
  public DataDirectory(Path root) {
    this.root = root;
  }

  /** Where the directory of this generation and nonce is, or would be. */
  public Path path(Generation generation, String nonce) {
    return root.resolve("etcd").resolve(new DirectoryName(generation, nonce).toString());
  }

  /** etcd's {@code --data-dir} inside a directory. */
  public static Path etcdData(Path directory) {
    return directory.resolve("data");
  }

  /** The WAL folder that etcd makes inside a directory. */
  public static Path walFolder(Path directory) {
    return etcdData(directory).resolve("member").resolve("wal");
  }

  static Path nonceFile(Path directory) {
    return directory.resolve(NONCE);
  }

  /**
   * Makes an empty directory, all of it or nothing, and returns its path. One that is there already
   * is left as it is, whatever it holds: inspect it.
   */
  public Path create(Generation generation, String nonce) throws IOException {
    Path directory = path(generation, nonce);
    if (FileExistence.exists(directory)) {
      return directory;
    }
    Path unfinished = directory.resolveSibling(".creating-" + directory.getFileName());
    DurableFiles.makeFolders(etcdData(unfinished));
    Files.setPosixFilePermissions(
        etcdData(unfinished), PosixFilePermissions.fromString("rwx------"));
    DurableFiles.replace(nonceFile(unfinished), nonce.getBytes(UTF_8));
    DurableFiles.move(unfinished, directory);
    return directory;
  }

  /** The directories that are in etcd's path, sorted by generation. */
  public List<Path> list() throws IOException {
    Path etcd = root.resolve("etcd");
    if (!FileExistence.isFolder(etcd)) {
      return List.of();
    }
    try (Stream<Path> found = Files.list(etcd)) {
      return found
          .filter(path -> DirectoryName.parse(String.valueOf(path.getFileName())).isPresent())
          .sorted()
          .toList();
    }
  }

  /** Says what the directory holds, reading as little of the WAL as needed. */
  public DirectoryInspection inspect(Path directory) throws IOException {
    return DirectoryInspector.inspect(directory);
  }

  /** Whether a live etcd process holds the directory, found by its lock on the newest segment. */
  public boolean lockedByEtcd(Path directory) throws IOException {
    return WalLock.isHeld(walFolder(directory));
  }

  /**
   * Renames the directory into the archive, atomically, and syncs both parents.
   *
   * @throws IllegalStateException when a live etcd holds it: a rename would not stop that etcd
   */
  public Path archive(Path directory) throws IOException {
    if (lockedByEtcd(directory)) {
      throw new IllegalStateException(
          directory + " is held by a running etcd: stop it before archiving");
    }
    Path archive = root.resolve("archive");
    DurableFiles.makeFolders(archive);
    for (int sequence = 1; sequence <= ARCHIVE_MAX; sequence++) {
      Path target = archive.resolve(directory.getFileName() + "-" + sequence);
      if (!FileExistence.exists(target)) {
        DurableFiles.move(directory, target);
        return target;
      }
    }
    throw new IOException(
        archive
            + " holds "
            + ARCHIVE_MAX
            + " copies of "
            + directory.getFileName()
            + ": upload and remove some");
  }

  /** The archived directories that had this name, the one archived last at the end. */
  public List<Path> archived(String name) throws IOException {
    Path archive = root.resolve("archive");
    List<Path> found = new ArrayList<>();
    for (int sequence = 1; sequence <= ARCHIVE_MAX; sequence++) {
      Path path = archive.resolve(name + "-" + sequence);
      if (!FileExistence.exists(path)) {
        return found;
      }
      found.add(path);
    }
    return found;
  }

  /** What etcd may still take of the disk. */
  public long usableBytes() {
    try {
      return space().usableBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot tell the free space of " + root, e);
    }
  }

  /** The space on the disk that holds the data. */
  public FreeSpace space() throws IOException {
    FileStore store = Files.getFileStore(root);
    return new FreeSpace(store.getTotalSpace(), store.getUsableSpace());
  }
}
