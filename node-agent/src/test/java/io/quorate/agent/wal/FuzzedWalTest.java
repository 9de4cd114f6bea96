package io.quorate.agent.wal;

import io.quorate.fuzz.DamagedText;
import io.quorate.fuzz.Fuzz;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Write-ahead logs whose bytes were damaged, also where the checksums are right. */
class FuzzedWalTest {
  private static final int ENTRIES = 20;
  private static final int BYTES = 4096;

  @TempDir Path folder;

  @Test
  void aLogIsReadOrFoundDamaged() {
    byte[] segment = Arrays.copyOf(WalBytes.fullSegment(7, 9, ENTRIES, 100), BYTES);
    Fuzz.run("log", 2, segment, DamagedText::of, read(WalReader::verify));
    Fuzz.run("log, in haste", 2, segment, DamagedText::of, read(WalReader::quick));
  }

  @Test
  void aRecordIsReadOrFoundDamaged() {
    byte[] metadata = WalBytes.message(0x08, 7, 0x10, 9);
    Fuzz.run(
        "record with the right checksum",
        metadata,
        DamagedText::of,
        damaged ->
            read(WalReader::verify)
                .apply(
                    Arrays.copyOf(
                        WalBytes.segmentOf(
                            Arrays.copyOf(damaged, Math.min(damaged.length, BYTES / 2))),
                        BYTES)));
  }

  private interface Reader {
    WalResult read(Path folder) throws IOException;
  }

  private Function<byte[], Boolean> read(Reader reader) {
    Path file = folder.resolve("0000000000000000-0000000000000000.wal");
    return bytes -> {
      try {
        Files.write(file, bytes);
        return reader.read(folder) instanceof WalSummary;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    };
  }
}
