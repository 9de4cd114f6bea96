package io.quorate.agent.wal;

import io.quorate.agent.wal.SegmentScan.Facts;
import io.quorate.agent.wal.WalSummary.HardState;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

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
 *       log, and all of it is synced.
 * </ol>
 */
public final class WalCommit {
  private static final int ZEROS = 64 * 1024;

  private WalCommit() {}

  /** Commits all entries below this WAL folder; the log as it was before, or its damage. */
  public static WalResult all(Path folder) throws IOException {
    WalResult found = WalReader.verify(folder);
    return switch (found) {
      case WalDamage damage -> damage;
      case WalSummary log -> committed(folder, log);
    };
  }

  private static WalResult committed(Path folder, WalSummary log) throws IOException {
    List<Segment> segments = Segment.in(folder);
    Facts newest;
    try {
      newest = WalReader.allVerified(segments).getLast();
    } catch (DamagedWal e) {
      return e.asDamage();
    }
    byte[] record = FrameBytes.hardState(newest.endCrc(), committing(log));
    try (FileChannel file = FileChannel.open(segments.getLast().file(), StandardOpenOption.WRITE)) {
      write(file, ByteBuffer.wrap(record), newest.end());
      zero(file, newest.end() + record.length);
      file.force(true);
    }
    return log;
  }

  /** An entry may be of a later term than the state: then the state's own record was torn off. */
  private static HardState committing(WalSummary log) {
    HardState state = log.hardState();
    return log.lastTerm() > state.term()
        ? new HardState(log.lastTerm(), 0, log.lastIndex())
        : new HardState(state.term(), state.vote(), log.lastIndex());
  }

  private static void zero(FileChannel file, long from) throws IOException {
    long length = file.size();
    for (long at = from; at < length; at += ZEROS) {
      write(file, ByteBuffer.allocate((int) Math.min(ZEROS, length - at)), at);
    }
  }

  private static void write(FileChannel file, ByteBuffer bytes, long from) throws IOException {
    long at = from;
    while (bytes.hasRemaining()) {
      at += file.write(bytes, at);
    }
  }
}
