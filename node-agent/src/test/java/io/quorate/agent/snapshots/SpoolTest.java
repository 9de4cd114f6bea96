package io.quorate.agent.snapshots;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.quorate.agent.etcd.EtcdToolException;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
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
    try (Spool<Long> spool = new Spool<>(new Waiting(never), file(), Files::size);
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

  /** Sends nothing until its reader is interrupted. */
  private static final class Waiting extends InputStream {
    private final CountDownLatch never;

    Waiting(CountDownLatch never) {
      this.never = never;
    }

    @Override
    public int read() throws IOException {
      return read(new byte[1], 0, 1);
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
      try {
        if (never.await(1, TimeUnit.MINUTES)) {
          throw new IOException("let go");
        }
        return -1;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
    }
  }
}
