package io.quorate.agent.disk;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Changes to files that are on disk, not only in the page cache, when the method returns. A power
 * cut leaves either the state before or the state after.
 */
public final class DurableFiles {
  private DurableFiles() {}

  /**
   * Replaces the file's content: write a temporary neighbour, sync it, rename it over the file,
   * sync the folder. On failure, a full disk included, the old content is intact.
   */
  public static void replace(Path file, byte[] content) throws IOException {
    Path temporary = file.resolveSibling(file.getFileName() + ".tmp");
    try {
      try (FileChannel channel = FileChannel.open(temporary, CREATE, TRUNCATE_EXISTING, WRITE)) {
        ByteBuffer buffer = ByteBuffer.wrap(content);
        while (buffer.hasRemaining()) {
          channel.write(buffer);
        }
        channel.force(true);
      }
      Files.move(temporary, file, ATOMIC_MOVE);
    } catch (IOException e) {
      deleteAfter(e, temporary);
      throw e;
    }
    syncFolder(parentOf(file));
  }

  /** Renames within one filesystem and syncs both parents. The target must not exist. */
  public static void move(Path source, Path target) throws IOException {
    Files.move(source, target, ATOMIC_MOVE);
    syncFolder(parentOf(target));
    if (!parentOf(target).equals(parentOf(source))) {
      syncFolder(parentOf(source));
    }
  }

  /** Makes the folder and those above it that are missing, each synced into its parent. */
  public static void makeFolders(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      return;
    }
    Path parent = folder.toAbsolutePath().getParent();
    if (parent != null) {
      makeFolders(parent);
      Files.createDirectories(folder);
      syncFolder(parent);
    }
  }

  /** Syncs a folder's entries: what was created, renamed or removed in it. */
  public static void syncFolder(Path folder) throws IOException {
    try (FileChannel channel = FileChannel.open(folder, READ)) {
      channel.force(true);
    }
  }

  private static Path parentOf(Path path) {
    Path parent = path.toAbsolutePath().getParent();
    if (parent == null) {
      throw new IllegalArgumentException(path + ": expected a path below the root folder");
    }
    return parent;
  }

  private static void deleteAfter(IOException cause, Path temporary) {
    try {
      Files.deleteIfExists(temporary);
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }
}
