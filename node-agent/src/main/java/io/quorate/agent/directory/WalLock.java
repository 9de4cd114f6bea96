package io.quorate.agent.directory;

import io.quorate.agent.disk.FileExistence;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Whether a live etcd holds a WAL folder. etcd locks its segments with open file description locks,
 * which {@link FileChannel#tryLock()} respects; its lock on {@code snap/db} is a flock, which it
 * does not see.
 */
final class WalLock {
  private WalLock() {}

  static boolean isHeld(Path walFolder) throws IOException {
    Optional<Path> newest = newestSegment(walFolder);
    if (newest.isEmpty()) {
      return false;
    }
    try (FileChannel channel = FileChannel.open(newest.get(), StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock()) {
      return lock == null;
    } catch (OverlappingFileLockException e) {
      return true;
    }
  }

  private static Optional<Path> newestSegment(Path walFolder) throws IOException {
    if (!FileExistence.isFolder(walFolder)) {
      return Optional.empty();
    }
    try (Stream<Path> files = Files.list(walFolder)) {
      return files.filter(file -> file.toString().endsWith(".wal")).max(Comparator.naturalOrder());
    }
  }
}
