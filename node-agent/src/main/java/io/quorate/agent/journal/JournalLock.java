package io.quorate.agent.journal;

import io.quorate.agent.disk.FileExistence;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * The right to write a folder's journal.
 *
 * @param identity device and inode of the locked file
 * @param folderIdentity those of its folder, to notice another one in its place
 */
record JournalLock(Path file, FileChannel channel, String identity, String folderIdentity)
    implements AutoCloseable {
  /**
   * Takes the lock until closed.
   *
   * @throws JournalLockedException when another agent has it
   */
  static JournalLock take(Path file) throws IOException {
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (!locked(channel)) {
      channel.close();
      throw new JournalLockedException(file);
    }
    return new JournalLock(file, channel, identityOf(file), identityOf(folderOf(file)));
  }

  private static boolean locked(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  /**
   * Refuses a lock that was given up, or whose folder is another by now: a filesystem that is
   * mounted over it may hold the real journal, and nothing of this lock guards that one.
   */
  void requireHeld() throws IOException {
    if (!channel.isOpen()) {
      throw new IllegalStateException(file + ": the journal is closed, its lock may be another's");
    }
    if (!folderIdentity.equals(identityOf(folderOf(file))) || takenByAnother()) {
      throw new IllegalStateException(
          file
              + " is not the file that this agent locked: its folder was replaced or mounted over;"
              + " the journal there is left as it is, start the agent again to read it");
    }
  }

  private boolean takenByAnother() throws IOException {
    return FileExistence.exists(file) && !identity.equals(identityOf(file));
  }

  private static Path folderOf(Path file) {
    return file.resolveSibling("");
  }

  private static String identityOf(Path path) throws IOException {
    return String.valueOf(Files.readAttributes(path, BasicFileAttributes.class).fileKey());
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
