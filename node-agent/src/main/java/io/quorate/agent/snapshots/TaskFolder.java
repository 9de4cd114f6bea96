package io.quorate.agent.snapshots;

import io.quorate.agent.etcd.process.IsolatedEtcd;
import io.quorate.agent.local.KeptFiles;
import io.quorate.model.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The folder that tasks work in, beside the data. Nothing in it outlives a task: what a killed
 * agent left there, its processes included, is removed before the next one uses it.
 */
public final class TaskFolder implements KeptFiles {
  private static final String KEPT = "kept";

  private final Path root;
  private final Room room;
  private volatile Optional<Known> known = Optional.empty();

  /** How many bytes a task may take of the disk. */
  public interface Room {
    /** The bytes that are free below this folder, which exists. */
    long usableBytes(Path folder) throws IOException;
  }

  /** The folder, which is made when first needed. */
  public TaskFolder(Path root, Room room) {
    this.root = root;
    this.room = room;
  }

  /** The folder, on a disk that tells its own free space. */
  public static TaskFolder at(Path root) {
    return new TaskFolder(root, folder -> Files.getFileStore(folder).getUsableSpace());
  }

  /** The file or folder of this name, which may not be there. */
  public Path resolve(String name) {
    return root.resolve(name);
  }

  /** Where a snapshot is restored to. */
  Path restored() {
    return resolve("restored");
  }

  /**
   * Keeps a file of this SHA-256 until a task begins that has another one to work on: who made a
   * snapshot of a fenced directory tries it next, and who tried it restores it, so that neither
   * need download it.
   *
   * @param revision at which it ends, where a trial proved that
   */
  void keep(Path file, String sha256, Optional<Long> revision) throws IOException {
    Files.createDirectories(root.resolve(KEPT));
    Files.move(file, kept(sha256));
    known = Optional.of(new Known(sha256, FileState.of(kept(sha256)), revision));
  }

  /**
   * {@inheritDoc}
   *
   * <p>It is hashed again, unless this very process has hashed it and nobody has touched it since.
   */
  @Override
  public Optional<Kept> take(String sha256, Path target) throws IOException {
    Path kept = kept(sha256);
    if (!Files.exists(kept)) {
      return Optional.empty();
    }
    FileState state = FileState.of(kept);
    Optional<Known> before =
        known.filter(file -> file.sha256().equals(sha256) && file.state().equals(state));
    known = Optional.empty();
    Files.move(kept, target);
    if (before.isPresent() || sha256.equals(digestOf(target))) {
      return Optional.of(new Kept(before.flatMap(Known::revision)));
    }
    Files.delete(target);
    return Optional.empty();
  }

  private static String digestOf(Path file) throws IOException {
    try (InputStream bytes = Files.newInputStream(file)) {
      return Sha256.of(bytes);
    }
  }

  /** What this process knows of the file that it keeps. */
  private record Known(String sha256, FileState state, Optional<Long> revision) {}

  /** Which file it is, and its last change. */
  private record FileState(@Nullable Object key, long size, FileTime modified) {
    static FileState of(Path file) throws IOException {
      BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
      return new FileState(now.fileKey(), now.size(), now.lastModifiedTime());
    }
  }

  private Path kept(String sha256) {
    return root.resolve(KEPT).resolve(sha256 + ".db");
  }

  /** Makes the folder, empty; how many bytes are free. */
  public long open() throws IOException {
    return open(Optional.empty());
  }

  /** The same, but a kept file with this SHA-256 stays. */
  long openWith(String sha256) throws IOException {
    return open(Optional.of(kept(sha256)).filter(Files::exists));
  }

  private long open(Optional<Path> except) throws IOException {
    remove(except);
    Files.createDirectories(root);
    return room.usableBytes(root);
  }

  /** Ends the etcd that was left running in it, and removes all but what is kept. */
  public void clean() throws IOException {
    remove(Optional.of(root.resolve(KEPT)).filter(Files::exists));
  }

  /** Removes what was restored before its task ends. */
  void removeRestored() throws IOException {
    remove(restored(), Optional.empty());
  }

  private void remove(Optional<Path> except) throws IOException {
    if (Files.exists(root)) {
      IsolatedEtcd.killLeft(restored());
      remove(root, except);
    }
  }

  private static void remove(Path tree, Optional<Path> except) throws IOException {
    Files.walkFileTree(
        tree,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return except.filter(folder::equals).isPresent()
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            if (except.filter(file::equals).isEmpty()) {
              Files.deleteIfExists(file);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure)
              throws IOException {
            if (failure != null) {
              throw failure;
            }
            if (except.filter(kept -> kept.startsWith(folder)).isEmpty()) {
              Files.deleteIfExists(folder);
            }
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
