package io.quorate.agent.wal;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.RealEtcd;
import io.quorate.agent.wal.WalSummary.Tail;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a WAL that a real etcd wrote and was then killed with SIGKILL. */
class WalCommitTest {
  private static final int CUTS = 60;
  @TempDir static Path made;
  @TempDir Path copy;

  @BeforeAll
  static void makeWal() {
    try (RealEtcd.Running etcd = RealEtcd.startAlone(made.resolve("data"), "tok")) {
      etcd.awaitServing();
      for (int i = 0; i < 20; i++) {
        etcd.put("k" + i, "v".repeat(1024));
      }
    }
  }

  @BeforeEach
  void copyWal() throws IOException {
    Files.copy(original(), segment());
  }

  @Test
  void theCommitReachesTheLastEntryAndNothingElseChanges() throws IOException {
    WalSummary before = (WalSummary) WalReader.verify(copy);
    long length = Files.size(segment());

    assertThat(WalCommit.all(copy)).isEqualTo(before);

    WalSummary after = (WalSummary) WalReader.verify(copy);
    assertThat(after.hardState())
        .isEqualTo(
            new WalSummary.HardState(
                before.hardState().term(), before.hardState().vote(), before.lastIndex()));
    assertThat(after.lastTerm()).isEqualTo(before.lastTerm());
    assertThat(after.lastIndex()).isEqualTo(before.lastIndex());
    assertThat(after.metadata()).isEqualTo(before.metadata());
    assertThat(after.tail()).isEqualTo(Tail.CLEAN);
    assertThat(Files.size(segment())).isEqualTo(length);
  }

  /** Wherever a crash cut the log: what is whole is committed, the rest is gone. */
  @Test
  void aLogCutAnywhereIsCommittedUpToItsLastWholeEntry() throws IOException {
    long end = used();
    Random random = new Random(7);
    for (int i = 0; i < CUTS; i++) {
      long cut = 1024 + random.nextLong(end - 1024);
      Files.delete(segment());
      Files.copy(original(), segment());
      try (RandomAccessFile file = new RandomAccessFile(segment().toFile(), "rw")) {
        file.setLength(cut);
        file.setLength(end + 4096);
      }
      WalResult found = WalReader.verify(copy);
      if (found instanceof WalDamage) {
        assertThat(WalCommit.all(copy)).isEqualTo(found);
        assertThat(WalReader.verify(copy)).as("left as it is").isEqualTo(found);
        continue;
      }
      WalSummary before = (WalSummary) found;
      WalCommit.all(copy);
      WalSummary after = (WalSummary) WalReader.verify(copy);
      assertThat(after.tail()).as("cut at " + cut).isEqualTo(Tail.CLEAN);
      assertThat(after.lastIndex()).isEqualTo(before.lastIndex());
      assertThat(after.hardState().commit()).isEqualTo(before.lastIndex());
      assertThat(after.hardState().term()).isGreaterThanOrEqualTo(before.lastTerm());
    }
  }

  @Test
  void aDamagedLogIsLeftAsItIs() throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(segment().toFile(), "rw")) {
      file.seek(used() / 2);
      file.write(new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9});
    }
    byte[] before = Files.readAllBytes(segment());

    assertThat(WalCommit.all(copy)).isInstanceOf(WalDamage.class);
    assertThat(Files.readAllBytes(segment())).isEqualTo(before);
  }

  private long used() throws IOException {
    byte[] all = Files.readAllBytes(segment());
    int end = all.length;
    while (all[end - 1] == 0) {
      end--;
    }
    return end;
  }

  private static Path original() throws IOException {
    try (Stream<Path> files = Files.list(made.resolve("data/member/wal"))) {
      return files.filter(f -> f.toString().endsWith(".wal")).findFirst().orElseThrow();
    }
  }

  private Path segment() throws IOException {
    return copy.resolve(original().getFileName());
  }
}
