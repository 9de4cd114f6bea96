package io.quorate.localcloud.data;

import com.robothy.s3.core.storage.Storage;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Files one after the other. What is skipped is not read: a range may begin far behind. */
final class JoinedStream extends InputStream {
  private final Storage files;
  private final Deque<Long> left;
  private InputStream now = InputStream.nullInputStream();

  JoinedStream(Storage files, List<Long> ids) {
    this.files = files;
    this.left = new ArrayDeque<>(ids);
  }

  /** Goes on to the next file; false at the end of all. */
  private boolean next() throws IOException {
    now.close();
    Long id = left.poll();
    now = id == null ? InputStream.nullInputStream() : files.getInputStream(id);
    return id != null;
  }

  @Override
  public int read() throws IOException {
    int one = now.read();
    while (one < 0 && next()) {
      one = now.read();
    }
    return one;
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    int read = now.read(into, from, length);
    while (read < 0 && next()) {
      read = now.read(into, from, length);
    }
    return read;
  }

  /** A stored file's stream skips to its end at most, and all that it is asked before it. */
  @Override
  public long skip(long bytes) throws IOException {
    long skipped = 0;
    do {
      skipped += now.skip(bytes - skipped);
    } while (skipped < bytes && next());
    return skipped;
  }

  @Override
  public void close() throws IOException {
    left.clear();
    now.close();
  }
}
