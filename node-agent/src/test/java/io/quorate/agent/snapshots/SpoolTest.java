package io.quorate.agent.snapshots;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.quorate.agent.etcd.tools.EtcdToolException;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class SpoolTest {
  private static final byte[] CONTENT = new byte[5_000_003];

  static {
    new Random(3).nextBytes(CONTENT);
  }

  @TempDir private Path folder;

  private Path file() {
    return folder.resolve("file");
  }

  @Test
  void theReaderGetsWhatTheStreamHasAndTheLookIsIntoTheWholeFile() throws Exception {
    try (Spool<Long> spool = new Spool<>(new ByteArrayInputStream(CONTENT), file(), Files::size);
        InputStream read = spool.follow()) {
      assertThat(read.readAllBytes()).isEqualTo(CONTENT);
      assertThat(spool.found()).isEqualTo(CONTENT.length);
    }
  }

  /** Else a slow bucket would keep a transaction of etcd's database open. */
  @Test
  void aReaderThatDoesNotReadHoldsNothingUp() throws Exception {
    try (Spool<Long> spool = new Spool<>(new ByteArrayInputStream(CONTENT), file(), Files::size);
        InputStream read = spool.follow()) {
      assertThat(spool.found()).isEqualTo(CONTENT.length);
      assertThat(read.readNBytes(10)).hasSize(10);
    }
  }

  /** Its bytes are in the file a moment before they are counted: no end of the stream. */
  @Test
  void aReaderNeverOvertakesTheWriter() throws Exception {
    CountDownLatch rest = new CountDownLatch(1);
    InputStream two =
        new SequenceInputStream(
            new ByteArrayInputStream(CONTENT, 0, 1_000),
            new Waiting(rest, new ByteArrayInputStream(CONTENT, 1_000, 1_000)));
    try (Spool<Long> spool = new Spool<>(two, file(), Files::size);
        InputStream read = spool.follow()) {
      byte[] into = new byte[3_000];
      assertThat(read.readNBytes(into, 0, 999)).isEqualTo(999);
      Files.write(file(), CONTENT, StandardOpenOption.APPEND);

      assertThat(read.read(into, 999, 2_000)).isEqualTo(1);
      rest.countDown();
      assertThat(read.readAllBytes()).hasSize(1_000);
    }
  }

  /** An upload that took the end of what came for the end of the snapshot would complete it. */
  @Test
  void aStreamThatBreaksOffBreaksTheReaderAfterWhatCame() throws Exception {
    try (Spool<Long> spool = new Spool<>(new Breaking(1_000_000), file(), Files::size);
        InputStream read = spool.follow()) {
      assertThatExceptionOfType(IOException.class)
          .isThrownBy(read::readAllBytes)
          .withMessageContaining("broke off");
      assertThatExceptionOfType(IOException.class).isThrownBy(spool::found);
    }
  }

  @Test
  void whatIsWrongWithTheFileIsToldThoughItWasReadToItsEnd() throws Exception {
    try (Spool<Long> spool =
            new Spool<>(
                new ByteArrayInputStream(CONTENT),
                file(),
                finished -> {
                  throw new EtcdToolException(EtcdToolException.Kind.BAD_FILE, "not a snapshot");
                });
        InputStream read = spool.follow()) {
      assertThat(read.readAllBytes()).hasSize(CONTENT.length);
      assertThatExceptionOfType(EtcdToolException.class)
          .isThrownBy(spool::found)
          .withMessageContaining("not a snapshot");
    }
  }

  @Test
  void anInterruptEndsAReaderThatWaits() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    InputStream waiting = new Waiting(never, InputStream.nullInputStream());
    try (Spool<Long> spool = new Spool<>(waiting, file(), Files::size);
        InputStream read = spool.follow()) {
      Thread.currentThread().interrupt();

      assertThatExceptionOfType(TaskStoppedException.class).isThrownBy(read::read);
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  /** Breaks off after so many bytes, as a connection does. */
  private static final class Breaking extends FilterInputStream {
    private int left;

    Breaking(int after) {
      super(new ByteArrayInputStream(CONTENT));
      this.left = after;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
      if (left == 0) {
        throw new IOException("the snapshot broke off");
      }
      int read = super.read(into, from, Math.min(left, length));
      left -= read;
      return read;
    }
  }

  /** Sends nothing until it is let go, or its reader is interrupted. */
  private static final class Waiting extends FilterInputStream {
    private final CountDownLatch letGo;

    Waiting(CountDownLatch letGo, InputStream then) {
      super(then);
      this.letGo = letGo;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
      try {
        if (!letGo.await(1, TimeUnit.MINUTES)) {
          throw new IOException("nobody let it go");
        }
        return super.read(into, from, length);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
    }
  }
}
