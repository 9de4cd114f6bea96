package io.quorate.agent.wal;

import io.quorate.agent.wal.SegmentScan.Facts;
import io.quorate.agent.wal.SegmentScan.Pass;
import io.quorate.agent.wal.WalDamage.Kind;
import io.quorate.agent.wal.WalRecords.EntryPosition;
import io.quorate.agent.wal.WalSummary.HardState;
import io.quorate.agent.wal.WalSummary.Metadata;
import io.quorate.agent.wal.WalSummary.Snapshot;
import io.quorate.agent.wal.WalSummary.Tail;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Reads what etcd's WAL folder ({@code member/wal}) says, as server/storage/wal of etcd 3.5 would.
 * On the folder of a running etcd the tail may look torn, for a record may be half written.
 *
 * <ol>
 *   <li>The segments' sequence numbers must be without a gap, and the oldest must be the first ever
 *       or begin at or before the newest snapshot.
 *   <li>Quick: segments are walked newest first until an entry, a HardState and a snapshot are
 *       found, and only the newest one's checksums are verified: where one is wrong over a sector
 *       of zeros, etcd silently ends the log and goes on without what it acknowledged. In an older
 *       segment it refuses to start. Verifying: all, oldest first, the checksum rolling from one to
 *       the next.
 *   <li>A record's entry replaces all earlier ones at or past its index, so the last record counts,
 *       not the highest index. A snapshot past the last entry replaces the whole log.
 * </ol>
 */
public final class WalReader {
  private WalReader() {}

  /**
   * Summarises the folder, reading no more than needed; only the newest segment's checksums are
   * verified.
   */
  public static WalResult quick(Path folder) throws IOException {
    return read(folder, WalReader::newestFirst);
  }

  /** Summarises the folder, checking every record's checksum. */
  public static WalResult verify(Path folder) throws IOException {
    return read(folder, WalReader::allVerified);
  }

  private static WalResult read(Path folder, Scan scan) throws IOException {
    try {
      return scanned(folder, scan).summary();
    } catch (DamagedWal e) {
      return e.asDamage();
    }
  }

  /** A log without damage, and what was found where it ends. */
  record Scanned(WalSummary summary, Segment newest, Facts newestFacts) {}

  /** Checks every record's checksum. */
  static Scanned verified(Path folder) throws IOException, DamagedWal {
    return scanned(folder, WalReader::allVerified);
  }

  private static Scanned scanned(Path folder, Scan scan) throws IOException, DamagedWal {
    List<Segment> segments = Segment.in(folder);
    checkSequence(folder, segments);
    List<Facts> facts = scan.scan(segments);
    WalSummary summary = fold(facts);
    checkReach(segments.get(0), summary);
    return new Scanned(summary, segments.getLast(), facts.getLast());
  }

  private static void checkSequence(Path folder, List<Segment> segments) throws DamagedWal {
    if (segments.isEmpty()) {
      throw new DamagedWal(Kind.EMPTY, folder + ": expected at least one *.wal file");
    }
    for (int i = 1; i < segments.size(); i++) {
      long expected = segments.get(i - 1).sequence() + 1;
      if (segments.get(i).sequence() != expected) {
        throw new DamagedWal(
            Kind.MISSING_SEGMENT,
            folder
                + ": found "
                + segments.get(i).file().getFileName()
                + ", expected the segment of sequence "
                + Long.toHexString(expected));
      }
    }
  }

  private static void checkReach(Segment oldest, WalSummary summary) throws DamagedWal {
    if (oldest.sequence() != 0 && oldest.firstIndex() > summary.snapshot().index()) {
      throw new DamagedWal(
          Kind.MISSING_SEGMENT,
          oldest.file().getFileName()
              + " begins past the newest snapshot, index "
              + summary.snapshot().index()
              + ": the segments before it are gone");
    }
  }

  private static List<Facts> newestFirst(List<Segment> segments) throws IOException, DamagedWal {
    Deque<Facts> facts = new ArrayDeque<>();
    boolean entry = false;
    boolean state = false;
    boolean snapshot = false;
    for (int i = segments.size() - 1; i >= 0 && !(entry && state && snapshot); i--) {
      boolean newest = i == segments.size() - 1;
      Facts found = SegmentScan.scan(segments.get(i), newest, newest ? Pass.VERIFYING : Pass.QUICK);
      entry |= found.lastEntry().isPresent();
      state |= found.hardState().isPresent();
      snapshot |= found.snapshot().isPresent();
      facts.addFirst(found);
    }
    return List.copyOf(facts);
  }

  private static List<Facts> allVerified(List<Segment> segments) throws IOException, DamagedWal {
    List<Facts> facts = new ArrayList<>();
    Pass pass = Pass.VERIFYING;
    for (int i = 0; i < segments.size(); i++) {
      Facts found = SegmentScan.scan(segments.get(i), i == segments.size() - 1, pass);
      facts.add(found);
      pass = new Pass(true, Optional.of(found.endCrc()));
    }
    return facts;
  }

  private static WalSummary fold(List<Facts> facts) throws DamagedWal {
    EntryPosition last = new EntryPosition(0, 0);
    HardState state = HardState.NONE;
    Snapshot snapshot = Snapshot.NONE;
    for (Facts segment : facts) {
      last = segment.lastEntry().orElse(last);
      Snapshot past = segment.snapshotPastEntries().orElse(Snapshot.NONE);
      if (past.index() > last.index()) {
        last = new EntryPosition(past.term(), past.index());
      }
      state = segment.hardState().orElse(state);
      snapshot = segment.snapshot().orElse(snapshot);
    }
    Tail tail = facts.get(facts.size() - 1).tail();
    return new WalSummary(metadataOf(facts), last.term(), last.index(), state, snapshot, tail);
  }

  private static Metadata metadataOf(List<Facts> facts) throws DamagedWal {
    List<Metadata> found =
        facts.stream().flatMap(segment -> segment.metadata().stream()).distinct().toList();
    if (found.size() != 1) {
      throw new DamagedWal(
          Kind.BAD_METADATA, "metadata records " + found + ": expected exactly one and the same");
    }
    return found.get(0);
  }

  /** Which segments to walk, and how. */
  private interface Scan {
    List<Facts> scan(List<Segment> segments) throws IOException, DamagedWal;
  }
}
