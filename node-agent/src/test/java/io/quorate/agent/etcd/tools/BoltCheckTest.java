package io.quorate.agent.etcd.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.agent.RealEtcd;
import io.quorate.agent.etcd.BoltSample;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which database is damaged, told while etcd is stopped. */
class BoltCheckTest {
  private static final int PAGE = BoltSample.PAGE;

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void aDatabase() throws IOException {
    file = Files.write(folder.resolve("db"), BoltSample.whole());
  }

  private void written(long at, byte... bytes) throws IOException {
    try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
      open.seek(at);
      open.write(bytes);
    }
  }

  private Optional<String> damage() throws IOException {
    return BoltCheck.damage(file, () -> false);
  }

  @Test
  void findsNothingWrongWithAWholeDatabase() throws IOException {
    assertThat(damage()).isEmpty();
  }

  @Test
  void findsAPageThatWasZeroed() throws IOException {
    written(4 * PAGE, new byte[PAGE]);
    assertThat(damage())
        .hasValueSatisfying(it -> assertThat(it).contains("page 4 says that it is"));
  }

  @Test
  void findsAPageOfAnotherKind() throws IOException {
    written(5 * PAGE + 8, (byte) 0x10);
    assertThat(damage()).hasValueSatisfying(it -> assertThat(it).contains("page 5 is of kind 16"));
  }

  @Test
  void findsAFileThatIsCutOff() throws IOException {
    try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
      open.setLength(5 * PAGE);
    }
    assertThat(damage()).hasValueSatisfying(it -> assertThat(it).contains("end of the file"));
  }

  @Test
  void findsAnElementThatReachesBeyondItsPage() throws IOException {
    written(4 * PAGE + 16 + 12, (byte) 0, (byte) 0, (byte) 1);
    assertThat(damage()).hasValueSatisfying(it -> assertThat(it).contains("element of page 4"));
  }

  @Test
  void findsAPageThatIsNamedTwice() throws IOException {
    written(3 * PAGE + 16 + 16 + 8, (byte) 4);
    assertThat(damage()).hasValueSatisfying(it -> assertThat(it).contains("page 4 is named twice"));
  }

  @Test
  void followsTheOlderHeadWhereTheNewerOneWasNotWrittenWhole() throws IOException {
    written(16 + 48, (byte) 9);
    assertThat(damage()).isEmpty();
    written(4 * PAGE, new byte[PAGE]);
    assertThat(damage()).isPresent();
  }

  @Test
  void doesNotJudgeAFileWithoutAValidHead() throws IOException {
    written(0, new byte[2 * PAGE]);
    assertThat(damage()).isEmpty();
  }

  @Test
  void saysNothingOfADatabaseThatItDidNotReadToItsEnd() throws IOException {
    written(4 * PAGE, new byte[PAGE]);
    Iterator<Boolean> enough = List.of(false, true).iterator();
    assertThatThrownBy(() -> BoltCheck.damage(file, enough::next))
        .isInstanceOf(IOException.class)
        .hasMessage("broken off after 1 pages");
  }

  @Test
  void agreesWithRealEtcdsDatabase(@TempDir Path real) throws Exception {
    Path database = BoltFile.in(real.resolve("etcd"));
    try (RealEtcd.Running etcd = RealEtcd.startAlone(real.resolve("etcd"), "t").awaitServing()) {
      for (int i = 0; i < 200; i++) {
        etcd.put("key-" + i, "x".repeat(i % 20 == 0 ? 30_000 : 3_000));
      }
      etcd.process().destroy();
      RealEtcd.await("it stops", () -> !etcd.process().isAlive());
    }
    assertThat(BoltCheck.damage(database, () -> false)).isEmpty();
    try (RandomAccessFile open = new RandomAccessFile(database.toFile(), "rw")) {
      open.seek(4 * PAGE);
      open.write(new byte[30 * PAGE]);
    }
    assertThat(BoltCheck.damage(database, () -> false)).isPresent();
  }
}
