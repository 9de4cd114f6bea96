package io.quorate.agent.wal;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Random reads of a file through one sliding buffer, so that memory stays bounded. */
final class FileWindow implements AutoCloseable {
  private static final int SIZE = 256 * 1024;

  private final FileChannel channel;
  private final long length;
  private final byte[] bytes = new byte[SIZE];
  private final ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  private long start;
  private int filled;

  FileWindow(Path file) throws IOException {
    channel = FileChannel.open(file, StandardOpenOption.READ);
    length = channel.size();
  }

  long length() {
    return length;
  }

  long readLong(long at) throws IOException {
    return buffer.getLong(offsetOf(at, Long.BYTES));
  }

  /** Copies out so many bytes, fewer only than a window. */
  byte[] read(long at, int count) throws IOException {
    int offset = offsetOf(at, count);
    byte[] copy = new byte[count];
    System.arraycopy(bytes, offset, copy, 0, count);
    return copy;
  }

  /** The checksum gone on over a range of any length. */
  int checksum(int crc, long from, long count) throws IOException {
    int sum = crc;
    long at = from;
    long left = count;
    while (left > 0) {
      int piece = (int) Math.min(left, SIZE);
      int offset = offsetOf(at, piece);
      sum = Crc32c.update(sum, bytes, offset, piece);
      at += piece;
      left -= piece;
    }
    return sum;
  }

  /** Whether the whole range is zero. */
  boolean isZero(long from, long count) throws IOException {
    for (long at = from; at < from + count; at++) {
      if (bytes[offsetOf(at, 1)] != 0) {
        return false;
      }
    }
    return true;
  }

  private int offsetOf(long at, int count) throws IOException {
    if (at < start || at + count > start + filled) {
      fill(at, count);
    }
    return (int) (at - start);
  }

  private void fill(long at, int count) throws IOException {
    start = at;
    filled = 0;
    buffer.clear();
    while (buffer.hasRemaining()) {
      int read = channel.read(buffer, start + filled);
      if (read < 0) {
        break;
      }
      filled += read;
    }
    if (filled < count) {
      throw new EOFException("expected " + count + " bytes at " + at + ", found " + filled);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
