package io.quorate.agent.wal;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.RealEtcd;
import io.quorate.agent.wal.WalDamage.Kind;
import io.quorate.agent.wal.WalSummary.Tail;
import io.quorate.model.EtcdIds;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a WAL that a real etcd wrote and was then killed with SIGKILL. */
class WalReaderTest {
  private static final int PUTS = 40;
  @TempDir static Path made;
  @TempDir Path copy;
  private static String address = "";

  @BeforeAll
  static void makeWal() {
    try (RealEtcd.Running etcd = RealEtcd.startAlone(made.resolve("data"), "tok")) {
      etcd.awaitServing();
      for (int i = 0; i < PUTS; i++) {
        etcd.put("k" + i, "v".repeat(1024));
      }
      address = etcd.address();
    }
  }

  @BeforeEach
  void copyWal() throws IOException {
    Files.copy(original(), segment());
  }

  @Test
  void bothWaysReadTheIdsAndTheTail() throws IOException {
    WalSummary quick = (WalSummary) WalReader.quick(copy);

    assertThat(WalReader.verify(copy)).isEqualTo(quick);
    var member = EtcdIds.memberId(List.of(RealEtcd.peerUrl(address)), "tok");
    assertThat(quick.metadata().memberId()).isEqualTo(member.bits());
    assertThat(quick.metadata().clusterId()).isEqualTo(EtcdIds.clusterId(List.of(member)).bits());
    assertThat(quick.lastTerm()).isEqualTo(2);
    assertThat(quick.lastIndex()).isGreaterThanOrEqualTo(PUTS);
    assertThat(quick.hardState().vote()).isEqualTo(member.bits());
    assertThat(quick.hardState().commit()).isBetween(1L, quick.lastIndex());
    assertThat(quick.tail()).isEqualTo(Tail.CLEAN);
  }

  @Test
  void aTailCutInARecordIsTornAndTheRecordBeforeItCounts() throws IOException {
    long whole = ((WalSummary) WalReader.quick(copy)).lastIndex();
    try (RandomAccessFile file = new RandomAccessFile(segment().toFile(), "rw")) {
      file.setLength(lastEntryEnd() - 100);
    }

    WalSummary torn = (WalSummary) WalReader.quick(copy);

    assertThat(torn.tail()).isEqualTo(Tail.TORN);
    assertThat(torn.lastIndex()).isEqualTo(whole - 1);
    assertThat(WalReader.verify(copy)).isEqualTo(torn);
  }

  @Test
  void aLastRecordWithAZeroedSectorIsTornInQuickModeToo() throws IOException {
    long whole = ((WalSummary) WalReader.quick(copy)).lastIndex();
    long end = lastEntryEnd();
    try (RandomAccessFile file = new RandomAccessFile(segment().toFile(), "rw")) {
      long from = end - 700;
      file.seek(from);
      file.write(new byte[(int) (end - from)]);
    }

    WalSummary torn = (WalSummary) WalReader.quick(copy);

    assertThat(torn.tail()).isEqualTo(Tail.TORN);
    assertThat(torn.lastIndex()).isEqualTo(whole - 1);
  }

  /** There etcd ends the log, and goes on without what it has acknowledged. */
  @Test
  void aZeroedSectorAmongTheRecordsEndsTheLogThereInQuickModeToo() throws Exception {
    long whole = ((WalSummary) WalReader.quick(copy)).lastIndex();
    long inside = sectorWithin(10);
    try (RandomAccessFile file = new RandomAccessFile(segment().toFile(), "rw")) {
      file.seek(inside);
      file.write(new byte[512]);
    }

    WalSummary torn = (WalSummary) WalReader.quick(copy);

    assertThat(torn.tail()).isEqualTo(Tail.TORN);
    assertThat(torn.lastIndex()).isBetween(1L, whole - 10);
    assertThat(WalReader.verify(copy)).isEqualTo(torn);
  }

  /** A whole sector of that record of an entry which stands so many before the last. */
  private long sectorWithin(int beforeLast) throws Exception {
    try (FileWindow file = new FileWindow(segment())) {
      List<Frame> entries = new ArrayList<>();
      for (long at = 0; !Frame.endsAt(file, at); at = entries.getLast().end()) {
        entries.add(Frame.at(file, at));
      }
      entries.removeIf(frame -> frame.end() - frame.at() < 1024);
      Frame chosen = entries.get(entries.size() - 1 - beforeLast);
      return (chosen.at() + Long.BYTES + 511) / 512 * 512;
    }
  }

  @Test
  void aFlippedByteIsFoundByVerifying() throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(segment().toFile(), "rw")) {
      file.seek(20_000);
      int old = file.read();
      file.seek(20_000);
      file.write(old ^ 1);
    }

    assertThat(WalReader.verify(copy))
        .isInstanceOfSatisfying(
            WalDamage.class, damage -> assertThat(damage.kind()).isEqualTo(Kind.BAD_CHECKSUM));
  }

  @Test
  void aGapBetweenSegmentsIsDamage() throws IOException {
    Files.copy(original(), copy.resolve("0000000000000002-0000000000000100.wal"));

    assertThat(WalReader.quick(copy))
        .isInstanceOfSatisfying(
            WalDamage.class, damage -> assertThat(damage.kind()).isEqualTo(Kind.MISSING_SEGMENT));
  }

  @Test
  void segmentsMissingBeforeTheOldestAreDamageUnlessASnapshotCoversThem() throws IOException {
    Files.move(segment(), copy.resolve("0000000000000003-0000000000000100.wal"));

    assertThat(WalReader.quick(copy))
        .isInstanceOfSatisfying(
            WalDamage.class, damage -> assertThat(damage.kind()).isEqualTo(Kind.MISSING_SEGMENT));
  }

  @Test
  void anEmptyFolderIsDamage() throws IOException {
    Files.delete(segment());

    assertThat(WalReader.quick(copy))
        .isInstanceOfSatisfying(
            WalDamage.class, damage -> assertThat(damage.kind()).isEqualTo(Kind.EMPTY));
  }

  @Test
  void aLaterRecordWithALowerIndexReplacesWhatFollows() throws IOException {
    long end = lastEntryEnd();
    byte[] data = {0x08, 0, 0x10, 9, 0x18, 3};
    int crc = Crc32c.update(crcOfLast(), data, 0, data.length);
    try (RandomAccessFile file = new RandomAccessFile(segment().toFile(), "rw")) {
      file.seek(end);
      file.write(WalBytes.frame(Frame.ENTRY, crc, data));
    }

    WalSummary summary = (WalSummary) WalReader.quick(copy);

    assertThat(summary.lastTerm()).isEqualTo(9);
    assertThat(summary.lastIndex()).isEqualTo(3);
    assertThat(WalReader.verify(copy)).isEqualTo(summary);
  }

  @Test
  void aSegmentFullOfEntriesIsReadInBothModes() throws IOException {
    Path file = segment();
    byte[] bytes = WalBytes.fullSegment(7, 8, 60_000, 1024);
    Files.write(file, bytes);

    WalSummary summary = (WalSummary) WalReader.quick(copy);

    assertThat(summary.lastIndex()).isEqualTo(60_000);
    assertThat(WalReader.verify(copy)).isEqualTo(summary);
  }

  private int crcOfLast() throws IOException {
    return walkToLast(true);
  }

  private long lastEntryEnd() throws IOException {
    return Integer.toUnsignedLong(walkToLast(false));
  }

  private int walkToLast(boolean crc) throws IOException {
    try (FileWindow file = new FileWindow(segment())) {
      long at = 0;
      int last = 0;
      while (!Frame.endsAt(file, at)) {
        Frame frame = Frame.at(file, at);
        last = frame.body(file).crc();
        at = frame.end();
      }
      return crc ? last : (int) at;
    } catch (MalformedRecordException e) {
      throw new AssertionError(e);
    }
  }

  private Path segment() {
    return copy.resolve(original().getFileName());
  }

  private static Path original() {
    return made.resolve("data/member/wal/0000000000000000-0000000000000000.wal");
  }

  @Test
  void aFieldNumberThatProtobufDoesNotHaveIsDamage() throws IOException {
    for (long field : new long[] {0, 1L << 29, 1L << 31, 0x8000_0001L, 1L << 32}) {
      Files.write(segment(), WalBytes.segmentOf(WalBytes.message(field << 3, 7, 0x08, 1, 0x10, 1)));
      assertThat(WalReader.quick(copy)).as("field %s", field).isInstanceOf(WalDamage.class);
      assertThat(WalReader.verify(copy)).as("field %s", field).isInstanceOf(WalDamage.class);
    }
  }
}
