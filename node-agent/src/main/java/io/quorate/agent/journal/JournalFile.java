package io.quorate.agent.journal;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.quorate.agent.disk.DurableFiles;
import io.quorate.agent.journal.JournalContent.Absent;
import io.quorate.agent.journal.JournalContent.Corrupt;
import io.quorate.agent.journal.JournalContent.Document;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * One JSON document on disk, replaced as a whole and synced; the lock beside it admits one agent
 * per disk. The file's first line is {@code quorate-journal 1 sha256=<of the rest>}, the document
 * follows.
 */
public final class JournalFile implements AutoCloseable {
  private static final String HEADER = "quorate-journal 1 sha256=";
  private static final int HEADER_LENGTH = HEADER.length() + 64 + 1;

  private final Path file;
  private final FileChannel lockChannel;

  private JournalFile(Path file, FileChannel lockChannel) {
    this.file = file;
    this.lockChannel = lockChannel;
  }

  /**
   * Opens {@code journal.json} in the folder, made if need be, and takes {@code journal.lock} until
   * closed or until this process ends.
   *
   * @throws JournalLockedException when another agent has it
   */
  public static JournalFile open(Path folder) throws IOException {
    DurableFiles.makeFolders(folder);
    Path lockFile = folder.resolve("journal.lock");
    FileChannel channel =
        FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (!locked(channel)) {
      channel.close();
      throw new JournalLockedException(lockFile);
    }
    return new JournalFile(folder.resolve("journal.json"), channel);
  }

  private static boolean locked(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  /** Reads the document back, telling an absent one from a damaged one. */
  public JournalContent read() throws IOException {
    if (!Files.exists(file)) {
      return new Absent();
    }
    byte[] bytes = Files.readAllBytes(file);
    if (bytes.length < HEADER_LENGTH) {
      return new Corrupt(file + ": " + bytes.length + " bytes, less than its first line");
    }
    byte[] json = new byte[bytes.length - HEADER_LENGTH];
    System.arraycopy(bytes, HEADER_LENGTH, json, 0, json.length);
    String found = new String(bytes, 0, HEADER_LENGTH, US_ASCII);
    return found.equals(header(json))
        ? new Document(json)
        : new Corrupt(file + ": the checksum in its first line is not that of the rest");
  }

  /**
   * Writes the document; it is on disk when this returns.
   *
   * @throws IOException when it could not be written, on a full disk for one; the old one stays
   */
  public void replace(byte[] json) throws IOException {
    if (!lockChannel.isOpen()) {
      throw new IllegalStateException(file + ": the journal is closed, its lock may be another's");
    }
    byte[] bytes = new byte[HEADER_LENGTH + json.length];
    System.arraycopy(header(json).getBytes(US_ASCII), 0, bytes, 0, HEADER_LENGTH);
    System.arraycopy(json, 0, bytes, HEADER_LENGTH, json.length);
    DurableFiles.replace(file, bytes);
  }

  private static String header(byte[] json) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(json);
      return HEADER + HexFormat.of().formatHex(digest) + "\n";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-256 is missing, though every Java platform has it", e);
    }
  }

  @Override
  public void close() throws IOException {
    lockChannel.close();
  }
}
