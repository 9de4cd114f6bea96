package io.quorate.agent.wal;

import io.quorate.agent.wal.SegmentScan.Facts;
import io.quorate.agent.wal.WalSummary.HardState;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Commits all entries of a log whose cluster can never agree on them: etcd's {@code
 * --force-new-cluster} drops what lies past the commit that the log records, which lags behind what
 * was acknowledged. Only ever on a copy.
 *
 * <ol>
 *   <li>Every record of the log is verified; a damaged log is left as it is.
 *   <li>One HardState record is written after the last whole record: the same term and vote, the
 *       commit at the last entry.
 *   <li>What a torn write left behind it is overwritten with zeros, as etcd does when it opens the
 *       log. Nothing is synced: a crash leaves no use for the copy.
 * </ol>
 */
public final class WalCommit {
  private static final int ZEROS = 64 * 1024;

  private WalCommit() {}

  /** Commits all entries below this WAL folder; the log as it was before, or its damage. */
  public static WalResult all(Path folder) throws IOException {
    WalReader.Scanned log;
    try {
      log = WalReader.verified(folder);
    } catch (DamagedWal e) {
      return e.asDamage();
    }
    Facts newest = log.newestFacts();
    byte[] record = FrameBytes.hardState(newest.endCrc(), committing(log.summary()));
    try (FileChannel file =
        FileChannel.open(log.newest().file(), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      write(file, ByteBuffer.wrap(record), newest.end());
      zero(file, newest.end() + record.length);
    }
    return log.summary();
  }

  /** An entry may be of a later term than the state: then the state's own record was torn off. */
  private static HardState committing(WalSummary log) {
    HardState state = log.hardState();
    return log.lastTerm() > state.term()
        ? new HardState(log.lastTerm(), 0, log.lastIndex())
        : new HardState(state.term(), state.vote(), log.lastIndex());
  }

  /** Most of it is zeros already: etcd makes its segments long before it fills them. */
  private static void zero(FileChannel file, long from) throws IOException {
    ByteBuffer zeros = ByteBuffer.allocate(ZEROS);
    ByteBuffer found = ByteBuffer.allocate(ZEROS);
    long at = from;
    for (int read = file.read(found, at); read >= 0; read = file.read(found, at)) {
      found.flip();
      if (found.mismatch(zeros.clear().limit(read)) >= 0) {
        write(file, zeros, at);
      }
      at += read;
      found.clear();
    }
  }

  private static void write(FileChannel file, ByteBuffer bytes, long from) throws IOException {
    long at = from;
    while (bytes.hasRemaining()) {
      at += file.write(bytes, at);
    }
  }
}
