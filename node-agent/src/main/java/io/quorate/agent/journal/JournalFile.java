package io.quorate.agent.journal;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.quorate.agent.disk.DurableFiles;
import io.quorate.agent.disk.FileCalls;
import io.quorate.agent.disk.NioFileCalls;
import io.quorate.agent.journal.JournalContent.Absent;
import io.quorate.agent.journal.JournalContent.Corrupt;
import io.quorate.agent.journal.JournalContent.Document;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/**
 * One JSON document on disk, replaced as a whole and synced; the lock beside it admits one agent
 * per disk. The file's first line is {@code quorate-journal 1 sha256=<of the rest>}, the document
 * follows.
 */
public final class JournalFile implements AutoCloseable {
  private static final String HEADER = "quorate-journal 1 sha256=";
  private static final int HEADER_LENGTH = HEADER.length() + 64 + 1;

  private final FileCalls calls;
  private final Path file;
  private final Optional<FileChannel> lockChannel;

  private JournalFile(FileCalls calls, Path folder, Optional<FileChannel> lockChannel) {
    this.calls = calls;
    this.file = folder.resolve("journal.json");
    this.lockChannel = lockChannel;
  }

  /** {@code journal.json} in this folder, for one who knows that no other agent has the disk. */
  public static JournalFile unlocked(FileCalls calls, Path folder) {
    return new JournalFile(calls, folder, Optional.empty());
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
    return new JournalFile(NioFileCalls.INSTANCE, folder, Optional.of(channel));
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
    return calls.read(file).map(this::content).orElseGet(Absent::new);
  }

  private JournalContent content(byte[] bytes) {
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
    if (lockChannel.filter(channel -> !channel.isOpen()).isPresent()) {
      throw new IllegalStateException(file + ": the journal is closed, its lock may be another's");
    }
    byte[] bytes = new byte[HEADER_LENGTH + json.length];
    System.arraycopy(header(json).getBytes(US_ASCII), 0, bytes, 0, HEADER_LENGTH);
    System.arraycopy(json, 0, bytes, HEADER_LENGTH, json.length);
    DurableFiles.replace(calls, file, bytes);
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
    if (lockChannel.isPresent()) {
      lockChannel.get().close();
    }
  }
}
