package io.quorate.agent.wal;

import io.quorate.agent.wal.WalDamage.Kind;
import io.quorate.agent.wal.WalRecords.EntryPosition;
import io.quorate.agent.wal.WalSummary.HardState;
import io.quorate.agent.wal.WalSummary.Metadata;
import io.quorate.agent.wal.WalSummary.Snapshot;
import io.quorate.agent.wal.WalSummary.Tail;
import java.io.IOException;
import java.util.Optional;

/**
 * Walks one segment frame by frame.
 *
 * <ol>
 *   <li>A zero word or the end of the file ends the segment.
 *   <li>A frame past the end of the file, in the newest segment, is a torn tail; elsewhere damage.
 *   <li>Of each record type only the last place is remembered, and decoded at the end.
 *   <li>When verifying, each record's checksum is recomputed.
 *   <li>A wrong checksum in the newest segment over a sector of zeros is a torn tail, as etcd's own
 *       decoder holds; any other is damage.
 * </ol>
 */
final class SegmentScan {
  private static final int SECTOR = 512;

  private final Segment segment;
  private final boolean newest;
  private final FileWindow file;
  private final boolean verify;
  private long end;
  private int crc;
  private boolean crcKnown;

  private Optional<Metadata> metadata = Optional.empty();
  private Optional<Snapshot> snapshot = Optional.empty();
  private Optional<Snapshot> snapshotPastEntries = Optional.empty();
  private Optional<Frame> entry = Optional.empty();
  private Optional<Frame> hardState = Optional.empty();

  private SegmentScan(Segment segment, boolean newest, FileWindow file, Pass pass) {
    this.segment = segment;
    this.newest = newest;
    this.file = file;
    this.verify = pass.verify();
    pass.crc().ifPresent(this::setCrc);
  }

  /** How to scan: verifying or not, and the sum that the segment before ended on, if known. */
  record Pass(boolean verify, Optional<Integer> crc) {
    static final Pass QUICK = new Pass(false, Optional.empty());
    static final Pass VERIFYING = new Pass(true, Optional.empty());
  }

  /**
   * What one segment holds.
   *
   * @param end where its last whole record ends
   * @param endCrc the rolling sum there; known only when verifying
   */
  record Facts(
      Optional<Metadata> metadata,
      Optional<EntryPosition> lastEntry,
      Optional<HardState> hardState,
      Optional<Snapshot> snapshot,
      Optional<Snapshot> snapshotPastEntries,
      Tail tail,
      long end,
      int endCrc) {}

  static Facts scan(Segment segment, boolean newest, Pass pass) throws IOException, DamagedWal {
    try (FileWindow file = new FileWindow(segment.file())) {
      SegmentScan scan = new SegmentScan(segment, newest, file, pass);
      return scan.facts(scan.walk());
    }
  }

  private Tail walk() throws IOException, DamagedWal {
    long at = 0;
    while (!Frame.endsAt(file, at)) {
      if (Frame.isCutOff(file, at)) {
        return tornOrDamaged(at, "a record ends past the end of the file");
      }
      Frame frame;
      try {
        frame = Frame.at(file, at);
        if (verify && !verifies(frame)) {
          return tornOr(frame, Kind.BAD_CHECKSUM, "the checksum is wrong");
        }
        remember(frame);
      } catch (MalformedRecordException e) {
        return tornOr(
            new Frame(at, 0, 0, file.length()), Kind.BAD_RECORD, String.valueOf(e.getMessage()));
      }
      at = frame.end();
      end = at;
    }
    return Tail.CLEAN;
  }

  private void remember(Frame frame) throws IOException, MalformedRecordException {
    switch (frame.type()) {
      case Frame.METADATA -> metadata = Optional.of(WalRecords.metadata(file, frame.body(file)));
      case Frame.ENTRY -> {
        entry = Optional.of(frame);
        snapshotPastEntries = Optional.empty();
      }
      case Frame.HARD_STATE -> hardState = Optional.of(frame);
      case Frame.SNAPSHOT -> {
        snapshot = Optional.of(WalRecords.snapshot(file, frame.body(file)));
        snapshotPastEntries = snapshot;
      }
      default -> {}
    }
  }

  private boolean verifies(Frame frame) throws IOException, MalformedRecordException {
    Frame.Body body = frame.body(file);
    if (frame.type() == Frame.CHECKSUM) {
      if (crcKnown && crc != 0 && crc != body.crc()) {
        return false;
      }
      setCrc(body.crc());
      return true;
    }
    int sum = file.checksum(crc, body.dataAt(), body.dataLength());
    if (sum != body.crc()) {
      return false;
    }
    setCrc(sum);
    return true;
  }

  private Tail tornOr(Frame frame, Kind kind, String detail) throws IOException, DamagedWal {
    if (newest && hasZeroSector(frame)) {
      return Tail.TORN;
    }
    throw new DamagedWal(kind, place(frame.at()) + ": " + detail);
  }

  private Tail tornOrDamaged(long at, String detail) throws DamagedWal {
    if (newest) {
      return Tail.TORN;
    }
    throw new DamagedWal(Kind.BAD_RECORD, place(at) + ": " + detail);
  }

  private boolean hasZeroSector(Frame frame) throws IOException {
    long from = frame.at() + Long.BYTES;
    while (from < frame.end()) {
      long to = Math.min(frame.end(), (from / SECTOR + 1) * SECTOR);
      if (file.isZero(from, to - from)) {
        return true;
      }
      from = to;
    }
    return false;
  }

  private Facts facts(Tail tail) throws IOException, DamagedWal {
    try {
      Optional<EntryPosition> lastEntry = Optional.empty();
      if (entry.isPresent()) {
        lastEntry = Optional.of(WalRecords.entry(file, entry.get().body(file)));
      }
      Optional<HardState> state = Optional.empty();
      if (hardState.isPresent()) {
        state = Optional.of(WalRecords.hardState(file, hardState.get().body(file)));
      }
      return new Facts(metadata, lastEntry, state, snapshot, snapshotPastEntries, tail, end, crc);
    } catch (MalformedRecordException e) {
      throw new DamagedWal(Kind.BAD_RECORD, place(0) + ": " + e.getMessage());
    }
  }

  private void setCrc(int value) {
    crc = value;
    crcKnown = true;
  }

  private String place(long at) {
    return segment.file().getFileName() + " at byte " + at;
  }
}
