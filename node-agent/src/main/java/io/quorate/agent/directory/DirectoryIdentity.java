package io.quorate.agent.directory;

import io.quorate.agent.disk.FileExistence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/**
 * Tells a directory from another of the same name: device and inode of the folder, of etcd's data
 * folder and of its WAL folder. etcd writes on undisturbed when its folder is renamed or replaced
 * under it, so the agent has to look.
 */
public record DirectoryIdentity(String folder, String data, String wal) {
  /** Reads the identity; empty when the nonce, or any of the folders, is gone. */
  public static Optional<DirectoryIdentity> of(Path directory) throws IOException {
    if (!FileExistence.isFolder(directory)
        || !FileExistence.isFile(DataDirectory.nonceFile(directory))) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new DirectoryIdentity(
              key(directory),
              key(DataDirectory.etcdData(directory)),
              key(DataDirectory.walFolder(directory))));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  private static String key(Path path) throws IOException {
    return String.valueOf(Files.readAttributes(path, BasicFileAttributes.class).fileKey());
  }
}
