package io.quorate.agent.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/**
 * Whether something is there. Only a disk that says so has no such file; one that cannot tell is an
 * IOException, for what is absent is replaced or called lost. {@link Files#exists} and its like
 * answer "no" to every failure.
 */
public final class FileExistence {
  private FileExistence() {}

  /** Whether anything has this name. */
  public static boolean exists(Path path) throws IOException {
    return look(path).isPresent();
  }

  /** Whether a folder has this name. */
  public static boolean isFolder(Path path) throws IOException {
    return look(path).filter(BasicFileAttributes::isDirectory).isPresent();
  }

  /** Whether a regular file has this name. */
  public static boolean isFile(Path path) throws IOException {
    return look(path).filter(BasicFileAttributes::isRegularFile).isPresent();
  }

  private static Optional<BasicFileAttributes> look(Path path) throws IOException {
    try {
      return Optional.of(Files.readAttributes(path, BasicFileAttributes.class));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }
}
