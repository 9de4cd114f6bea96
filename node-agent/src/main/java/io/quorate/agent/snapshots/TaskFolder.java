package io.quorate.agent.snapshots;

import io.quorate.agent.etcd.IsolatedEtcd;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The folder that tasks work in, beside the data. Nothing in it outlives a task: what a killed
 * agent left there, its processes included, is removed before the next one uses it.
 */
public final class TaskFolder {
  private static final String KEPT = "kept";

  private final Path root;
  private final Room room;

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
   * Keeps a file whose SHA-256 was compared, until the next task begins: who tried a snapshot for a
   * recovery restores it soon, and need not download it again.
   */
  void keep(Path file, String sha256) throws IOException {
    Files.createDirectories(root.resolve(KEPT));
    Files.move(file, kept(sha256));
  }

  /** Where a file with this SHA-256 is, if one was kept. */
  public Path kept(String sha256) {
    return root.resolve(KEPT).resolve(sha256 + ".db");
  }

  /** Makes the folder, empty; how many bytes are free. */
  public long open() throws IOException {
    remove(Optional.empty());
    Files.createDirectories(root);
    return room.usableBytes(root);
  }

  /** Ends the etcd that was left running in it, and removes all but what is kept. */
  public void clean() throws IOException {
    remove(Optional.of(root.resolve(KEPT)).filter(Files::exists));
  }

  private void remove(Optional<Path> except) throws IOException {
    if (!Files.exists(root)) {
      return;
    }
    IsolatedEtcd.killLeft(restored());
    Files.walkFileTree(
        root,
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
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure)
              throws IOException {
            if (failure != null) {
              throw failure;
            }
            if (except.isEmpty() || !folder.equals(root)) {
              Files.deleteIfExists(folder);
            }
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
