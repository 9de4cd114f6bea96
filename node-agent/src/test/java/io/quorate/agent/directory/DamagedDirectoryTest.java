package io.quorate.agent.directory;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.RealEtcd;
import io.quorate.agent.directory.DirectoryInspection.Damaged;
import io.quorate.agent.directory.DirectoryInspection.Empty;
import io.quorate.agent.directory.DirectoryInspection.Present;
import io.quorate.agent.local.FileDataDisk;
import io.quorate.agent.port.DataDisk;
import io.quorate.guards.Guards;
import io.quorate.model.Generation;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A directory in which etcd once wrote is never taken for an empty one, however its write-ahead log
 * was damaged: on an empty one a new member may start (I11). The log is that of a real etcd.
 */
class DamagedDirectoryTest {
  private static final String SEGMENT = "0000000000000000-0000000000000000.wal";
  private static final Random RANDOM = new Random(20);

  @TempDir static Path made;
  @TempDir Path root;
  private DataDirectory directories = new DataDirectory(Path.of("."));
  private Path directory = Path.of(".");

  @BeforeAll
  static void write() {
    try (var etcd = RealEtcd.startAlone(made.resolve("data"), "tok")) {
      etcd.awaitServing();
      for (int i = 0; i < 10; i++) {
        etcd.put("k" + i, "v".repeat(512));
      }
    }
  }

  @BeforeEach
  void copy() throws IOException {
    directories = new DataDirectory(root);
    directory = directories.create(Generation.FIRST, "abc");
    try (Stream<Path> files = Files.walk(made.resolve("data"))) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Path to = directory.resolve(made.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(to);
        } else {
          Files.copy(file, to, StandardCopyOption.REPLACE_EXISTING);
        }
      }
    }
    assertThat(directories.inspect(directory)).isInstanceOf(Present.class);
  }

  private Path segment() {
    return DataDirectory.walFolder(directory).resolve(SEGMENT);
  }

  private void isDamaged() throws IOException {
    assertThat(directories.inspect(directory)).isInstanceOf(Damaged.class);
    assertThat(new FileDataDisk(directories).inspect("000001-abc"))
        .isInstanceOf(DataDisk.View.Damaged.class);
  }

  @Test
  @Guards("DataState.DAMAGED")
  void aLogOfZeroLengthIsDamage() throws IOException {
    Files.write(segment(), new byte[0]);
    isDamaged();
  }

  @Test
  void aLogOfZerosIsDamage() throws IOException {
    Files.write(segment(), new byte[65_536]);
    isDamaged();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 8, 9, 64, 4_096, 65_536})
  void aLogOfRandomBytesIsDamage(int length) throws IOException {
    byte[] garbage = new byte[length];
    RANDOM.nextBytes(garbage);
    garbage[0] |= 1; // A word of zero would end the log.
    Files.write(segment(), garbage);
    isDamaged();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 8, 15, 16, 24})
  void aLogThatIsCutBeforeItNamesItsMemberIsDamage(int length) throws IOException {
    Files.write(segment(), Arrays.copyOf(Files.readAllBytes(segment()), length));
    isDamaged();
  }

  @Test
  void aFirstSegmentThatIsMissingIsDamage() throws IOException {
    Files.move(segment(), segment().resolveSibling("0000000000000001-0000000000000100.wal"));
    isDamaged();
  }

  @Test
  void aLogFolderWithoutSegmentsIsDamage() throws IOException {
    Files.delete(segment());
    isDamaged();
  }

  @Test
  void aLogFolderThatIsMissingBesideADatabaseIsDamage() throws IOException {
    Files.move(DataDirectory.walFolder(directory), root.resolve("elsewhere"));
    isDamaged();
  }

  /** Wherever a log is cut, what is left of it is damaged, or tells whose it is. */
  @Test
  void noCutMakesTheDirectoryEmpty() throws IOException {
    byte[] whole = Files.readAllBytes(segment());
    for (int length = 0; length < 8_192; length += 61) {
      Files.write(segment(), Arrays.copyOf(whole, length));
      isNotEmpty("cut at " + length);
    }
  }

  @Test
  @Guards("DataState.DAMAGED")
  void noFlippedByteMakesTheDirectoryEmpty() throws IOException {
    for (int at = 0; at < 4_096; at += 13) {
      flip(at);
      isNotEmpty("byte " + at + " flipped");
      flip(at);
    }
    assertThat(directories.inspect(directory)).isInstanceOf(Present.class);
  }

  @Test
  void aFlippedByteInTheFirstRecordIsDamage() throws IOException {
    for (int at : List.of(0, 8, 9)) {
      flip(at);
      isDamaged();
      flip(at);
    }
  }

  private void isNotEmpty(String what) throws IOException {
    assertThat(directories.inspect(directory)).as(what).isNotInstanceOf(Empty.class);
    assertThat(new FileDataDisk(directories).inspect("000001-abc"))
        .as(what)
        .isNotInstanceOf(DataDisk.View.Empty.class)
        .isNotInstanceOf(DataDisk.View.Missing.class);
  }

  private void flip(int at) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(segment().toFile(), "rw")) {
      file.seek(at);
      int old = file.read();
      file.seek(at);
      file.write(old ^ 0x55);
    }
  }
}
