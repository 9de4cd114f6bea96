package io.quorate.agent.directory;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quorate.agent.disk.DurableFiles;
import io.quorate.agent.disk.FileExistence;
import io.quorate.model.Generation;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The data directories on one instance's disk. A directory that is no longer wanted is renamed into
 * the archive; it is deleted only by {@link #discard}, whose caller has the proof (I6).
 *
 * <pre>
 * root/etcd/000001-nonce/nonce    the nonce, which the journal must know
 * root/etcd/000001-nonce/data/    etcd's --data-dir
 * root/archive/000001-nonce-1/    a directory out of etcd's path
 * root/discarded/000001-nonce-1/  what is left of one that is being deleted
 * </pre>
 */
public final class DataDirectory {
  private static final Logger LOG = LoggerFactory.getLogger(DataDirectory.class);
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
    Path archive = archive();
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
    return archived().stream()
        .filter(path -> originalName(path).equals(name))
        .sorted(Comparator.comparingInt(DataDirectory::sequence))
        .toList();
  }

  /** Every archived directory, sorted by name. */
  public List<Path> archived() throws IOException {
    return folders(archive()).stream()
        .filter(path -> DirectoryName.parse(originalName(path)).isPresent())
        .toList();
  }

  private Path archive() {
    return root.resolve("archive");
  }

  /** The name that an archived directory had; empty when it is none that was archived here. */
  private static String originalName(Path archived) {
    String name = String.valueOf(archived.getFileName());
    return name.matches(".*-\\d{1,5}") ? name.substring(0, name.lastIndexOf('-')) : "";
  }

  private static int sequence(Path archived) {
    String name = String.valueOf(archived.getFileName());
    return Integer.parseInt(name.substring(name.lastIndexOf('-') + 1));
  }

  /** Changes whenever a directory is archived or discarded. */
  public String archiveVersion() throws IOException {
    return FileExistence.isFolder(archive())
        ? Files.getLastModifiedTime(archive()) + " " + archived()
        : "";
  }

  /**
   * Deletes a directory for good. It is renamed out of sight first: half of one is never taken for
   * a directory. What a crash leaves is deleted by {@link #sweep}.
   *
   * @throws IllegalStateException when a live etcd holds it
   */
  public void discard(Path directory) throws IOException {
    if (lockedByEtcd(directory)) {
      throw new IllegalStateException(
          directory + " is held by a running etcd: stop it before discarding");
    }
    sweep();
    DurableFiles.makeFolders(discarded());
    DurableFiles.move(directory, discarded().resolve(String.valueOf(directory.getFileName())));
    LOG.info("event=directory-deleted directory={}", directory.getFileName());
    sweep();
  }

  /** Deletes what is left of discarded directories. */
  public void sweep() throws IOException {
    for (Path left : folders(discarded())) {
      try (Stream<Path> below = Files.walk(left)) {
        for (Path path : below.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(path);
        }
      }
    }
  }

  private Path discarded() {
    return root.resolve("discarded");
  }

  private static List<Path> folders(Path parent) throws IOException {
    if (!FileExistence.isFolder(parent)) {
      return List.of();
    }
    try (Stream<Path> found = Files.list(parent)) {
      return found.sorted().toList();
    }
  }

  /** How many bytes the files of a directory have. */
  public static long bytes(Path directory) throws IOException {
    long sum = 0;
    try (Stream<Path> below = Files.walk(directory)) {
      for (Path path : below.toList()) {
        sum += FileExistence.isFile(path) ? Files.size(path) : 0;
      }
    }
    return sum;
  }

  /** The space on the disk that holds the data. */
  public FreeSpace space() throws IOException {
    FileStore store = Files.getFileStore(root);
    return new FreeSpace(store.getTotalSpace(), store.getUsableSpace());
  }
}
