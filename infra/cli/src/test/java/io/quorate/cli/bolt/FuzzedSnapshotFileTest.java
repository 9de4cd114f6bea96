package io.quorate.cli.bolt;

import io.quorate.fuzz.DamagedText;
import io.quorate.fuzz.Fuzz;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Snapshot files whose pages are damaged, and whose hash fits nevertheless. */
class FuzzedSnapshotFileTest {
  private static final int HASH_BYTES = 32;

  /** Each is hashed twice, and written: a tenth of the inputs takes as long as those of a kind. */
  private static final int AMONG = 10;

  @TempDir Path folder;

  @Test
  void aFileIsReadOrRefused() {
    Fuzz.run(
        "snapshot file",
        AMONG,
        SnapshotFiles.bytes(SnapshotFiles.THREE_KEYS),
        FuzzedSnapshotFileTest::damaged,
        this::read);
  }

  private boolean read(byte[] bytes) {
    try {
      EtcdSnapshotFile.read(Files.write(folder.resolve("snapshot.db"), bytes));
      return true;
    } catch (BadSnapshotException e) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Of the same size, for a file of another one is refused at once. */
  private static byte[] damaged(byte[] file, SplittableRandom random) {
    byte[] pages = Arrays.copyOf(file, file.length - HASH_BYTES);
    byte[] damaged = Arrays.copyOf(DamagedText.of(pages, random), pages.length);
    return EtcdSnapshotFileTest.rehashed(Arrays.copyOf(damaged, file.length));
  }
}
