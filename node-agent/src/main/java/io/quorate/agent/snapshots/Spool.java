package io.quorate.agent.snapshots;

import io.quorate.agent.etcd.tools.EtcdToolException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Writes a stream to a file as fast as it comes, and lets it be read from there meanwhile: a slow
 * reader does not hold up the stream. What it finds in the finished file is ready when both are
 * done. A stream that breaks off breaks what is read of it, too.
 */
final class Spool<T> implements AutoCloseable {
  private static final int CHUNK_BYTES = 64 * 1024;

  private final InputStream from;
  private final Path file;
  private final ExecutorService writer =
      Executors.newSingleThreadExecutor(Thread.ofPlatform().name("spool").daemon().factory());
  private final Future<T> found;
  private long written;
  private boolean ended;
  private Optional<IOException> broken = Optional.empty();

  /** Looks into the finished file. */
  interface Look<T> {
    T into(Path file)
        throws TaskFailedException, EtcdToolException, IOException, InterruptedException;
  }

  /**
   * Begins to write.
   *
   * @param from what is written; closed at its end
   * @param file where to; must not be there yet
   */
  Spool(InputStream from, Path file, Look<T> look) throws IOException {
    this.from = from;
    this.file = file;
    Files.createFile(file);
    found =
        writer.submit(
            () -> {
              write();
              return look.into(file);
            });
  }

  private void write() throws IOException {
    try (from;
        OutputStream to = Files.newOutputStream(file, StandardOpenOption.APPEND)) {
      byte[] chunk = new byte[CHUNK_BYTES];
      for (int read = from.read(chunk); read >= 0; read = from.read(chunk)) {
        to.write(chunk, 0, read);
        add(read);
      }
      end(Optional.empty());
    } catch (IOException e) {
      end(Optional.of(e));
      throw e;
    } catch (RuntimeException e) {
      end(Optional.of(new IOException("the stream could not be written to " + file, e)));
      throw e;
    }
  }

  private synchronized void add(int bytes) {
    written += bytes;
    notifyAll();
  }

  private synchronized void end(Optional<IOException> why) {
    ended = true;
    broken = why;
    notifyAll();
  }

  /** Waits until there is more than this in the file, and how much; 0 at its end. */
  private synchronized long more(long position) throws IOException {
    while (written == position && !ended) {
      try {
        wait();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new TaskStoppedException("reading what etcd sends");
      }
    }
    if (written == position && broken.isPresent()) {
      throw broken.get();
    }
    return written - position;
  }

  /** The same bytes as the stream's, as far as they are in the file. */
  InputStream follow() throws IOException {
    return new Following(Files.newInputStream(file));
  }

  /** What was found in the finished file; waits for it. */
  T found() throws TaskFailedException, EtcdToolException, IOException, InterruptedException {
    try {
      return found.get();
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case TaskFailedException failed -> throw failed;
        case EtcdToolException tool -> throw tool;
        case IOException io -> throw io;
        case InterruptedException interrupted -> throw interrupted;
        case null, default -> throw new IllegalStateException("at " + file, e);
      }
    }
  }

  /** Ends what is under way, and waits for that. */
  @Override
  public void close() {
    writer.shutdownNow();
    writer.close();
  }

  private final class Following extends InputStream {
    private final InputStream in;
    private long position;

    Following(InputStream in) {
      this.in = in;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
      if (length == 0) {
        return 0;
      }
      long more = more(position);
      if (more == 0) {
        return -1;
      }
      // The file may hold bytes already that are not counted as written yet.
      int read = in.read(into, from, (int) Math.min(length, more));
      if (read < 0) {
        throw new IOException(file + " was cut while it was read, after " + position + " bytes");
      }
      position += read;
      return read;
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
