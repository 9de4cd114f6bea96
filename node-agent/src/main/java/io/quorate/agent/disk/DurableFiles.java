package io.quorate.agent.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Changes to files that are on disk, not only in the page cache, when the method returns. A power
 * cut leaves either the state before or the state after.
 */
public final class DurableFiles {
  private static final FileCalls HERE = NioFileCalls.INSTANCE;

  private DurableFiles() {}

  /** Replaces a file's content on this machine. */
  public static void replace(Path file, byte[] content) throws IOException {
    replace(HERE, file, content);
  }

  /**
   * Replaces the file's content: write a temporary neighbour, sync it, rename it over the file,
   * sync the folder. On failure, a full disk included, the old content is intact.
   */
  public static void replace(FileCalls calls, Path file, byte[] content) throws IOException {
    Path temporary = temporary(file);
    try {
      try (FileCalls.Writing writing = calls.create(temporary)) {
        writing.write(content);
        writing.sync();
      }
      calls.rename(temporary, file);
    } catch (IOException e) {
      deleteAfter(e, calls, temporary);
      throw e;
    }
    calls.syncFolder(parentOf(file));
  }

  /** The same with what only this user may read, at any moment. */
  public static void replaceSecret(Path file, byte[] content) throws IOException {
    Path temporary = temporary(file);
    Files.deleteIfExists(temporary);
    Files.createFile(
        temporary,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    replace(file, content);
  }

  private static Path temporary(Path file) {
    return file.resolveSibling(file.getFileName() + ".tmp");
  }

  /** Renames within one filesystem and syncs both parents. The target must not exist. */
  public static void move(Path source, Path target) throws IOException {
    HERE.rename(source, target);
    HERE.syncFolder(parentOf(target));
    if (!parentOf(target).equals(parentOf(source))) {
      HERE.syncFolder(parentOf(source));
    }
  }

  /** Syncs what another program wrote: a file's content, or the names in a folder. */
  public static void sync(Path path) throws IOException {
    HERE.syncFolder(path);
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
      HERE.syncFolder(parent);
    }
  }

  private static Path parentOf(Path path) {
    Path parent = path.toAbsolutePath().getParent();
    if (parent == null) {
      throw new IllegalArgumentException(path + ": expected a path below the root folder");
    }
    return parent;
  }

  private static void deleteAfter(IOException cause, FileCalls calls, Path temporary) {
    try {
      calls.delete(temporary);
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }
}
