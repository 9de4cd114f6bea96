package io.quorate.localcloud.instance;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** Keeps a second cloud off a home: held by the live cloud, freed by the system when it dies. */
final class HomeLock implements AutoCloseable {
  private final FileChannel channel;

  private HomeLock(FileChannel channel) {
    this.channel = channel;
  }

  static HomeLock take(Path home) throws IOException {
    Files.createDirectories(home);
    FileChannel channel =
        FileChannel.open(
            home.resolve("cloud.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (locked(channel) == null) {
      channel.close();
      throw new IOException(
          "a live local cloud already uses %s: stop it first, or give another home"
              .formatted(home));
    }
    return new HomeLock(channel);
  }

  private static @Nullable FileLock locked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null; // Held by another cloud in this very JVM.
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
