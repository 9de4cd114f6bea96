package io.quorate.agent.journal;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.quorate.agent.disk.DurableFiles;
import io.quorate.agent.disk.FileCalls;
import io.quorate.agent.disk.NioFileCalls;
import io.quorate.agent.journal.JournalContent.Absent;
import io.quorate.agent.journal.JournalContent.Corrupt;
import io.quorate.agent.journal.JournalContent.Document;
import io.quorate.model.Sha256;
import java.io.IOException;
import java.nio.file.Path;
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
  private final Optional<JournalLock> lock;

  private JournalFile(FileCalls calls, Path folder, Optional<JournalLock> lock) {
    this.calls = calls;
    this.file = folder.resolve("journal.json");
    this.lock = lock;
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
    JournalLock lock = JournalLock.take(folder.resolve("journal.lock"));
    return new JournalFile(NioFileCalls.INSTANCE, folder, Optional.of(lock));
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
   * @throws IllegalStateException when this agent no longer has the folder to itself
   */
  public void replace(byte[] json) throws IOException {
    if (lock.isPresent()) {
      lock.get().requireHeld();
    }
    byte[] bytes = new byte[HEADER_LENGTH + json.length];
    System.arraycopy(header(json).getBytes(US_ASCII), 0, bytes, 0, HEADER_LENGTH);
    System.arraycopy(json, 0, bytes, HEADER_LENGTH, json.length);
    DurableFiles.replace(calls, file, bytes);
  }

  private static String header(byte[] json) {
    return HEADER + Sha256.of(json) + "\n";
  }

  @Override
  public void close() throws IOException {
    if (lock.isPresent()) {
      lock.get().close();
    }
  }
}
