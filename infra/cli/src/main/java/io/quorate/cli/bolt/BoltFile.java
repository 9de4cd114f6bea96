package io.quorate.cli.bolt;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * A bolt database, to be read. All numbers are little-endian. The first two pages are its heads:
 * the one with the newer transaction names the page at which the tree of buckets begins. A bucket
 * is an entry of that tree: the number of its own first page, or, where it is small, the page
 * itself.
 *
 * <p>Every page number and length is checked, so that a damaged file ends in an {@link
 * IOException}.
 */
final class BoltFile implements AutoCloseable {
  private static final int MAGIC = 0xED0CDAED;
  private static final int VERSION = 2;
  private static final int HEAD_BYTES = BoltPage.HEADER + 64;
  private static final int PAGE_MIN = 1024;
  private static final int PAGE_MAX = 1 << 20;
  private static final int RUN_MAX = 1 << 28;
  private static final int DEPTH_MAX = 64;

  private static final int META_MAGIC = 16;
  private static final int META_VERSION = 20;
  private static final int META_PAGE_SIZE = 24;
  private static final int META_ROOT = 32;
  private static final int META_TRANSACTION = 64;

  private final FileChannel channel;
  private final int pageSize;
  private final BoltPage root;

  private BoltFile(FileChannel channel) throws IOException {
    this.channel = channel;
    ByteBuffer first = head(0);
    this.pageSize = first.getInt(META_PAGE_SIZE);
    if (pageSize < PAGE_MIN || pageSize > PAGE_MAX || Integer.bitCount(pageSize) != 1) {
      throw new IOException("a page of it has " + pageSize + " bytes");
    }
    ByteBuffer second = head(pageSize);
    ByteBuffer newer =
        second.getLong(META_TRANSACTION) > first.getLong(META_TRANSACTION) ? second : first;
    this.root = page(newer.getLong(META_ROOT));
  }

  /**
   * Opens it.
   *
   * @throws IOException when it cannot be read, or is no bolt database
   */
  static BoltFile open(Path file) throws IOException {
    FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
    try {
      return new BoltFile(channel);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /** The value under a key of a bucket. */
  Optional<byte[]> value(byte[] bucket, byte[] key) throws IOException {
    Optional<BoltPage> tree = bucket(bucket);
    return tree.isEmpty() ? Optional.empty() : find(tree.get(), key);
  }

  /** The greatest key of a bucket; empty where it has none, or is not there. */
  Optional<byte[]> lastKey(byte[] bucket) throws IOException {
    Optional<BoltPage> tree = bucket(bucket);
    if (tree.isEmpty() || tree.get().count() == 0) {
      return Optional.empty();
    }
    BoltPage page = tree.get();
    for (int depth = 0; page.branch(); depth++) {
      page = child(page, page.count() - 1, depth);
    }
    return Optional.of(page.key(page.count() - 1));
  }

  private Optional<BoltPage> bucket(byte[] name) throws IOException {
    Optional<byte[]> entry = find(root, name);
    if (entry.isEmpty()) {
      return Optional.empty();
    }
    ByteBuffer value = ByteBuffer.wrap(entry.get()).order(ByteOrder.LITTLE_ENDIAN);
    if (value.remaining() < BoltPage.BUCKET) {
      throw new IOException("a bucket of it has " + value.remaining() + " bytes");
    }
    long first = value.getLong(0);
    return Optional.of(
        first == 0
            ? new BoltPage(value.slice(BoltPage.BUCKET, value.capacity() - BoltPage.BUCKET))
            : page(first));
  }

  private Optional<byte[]> find(BoltPage from, byte[] key) throws IOException {
    BoltPage page = from;
    for (int depth = 0; page.branch(); depth++) {
      page = child(page, page.notAfter(key), depth);
    }
    int at = page.notAfter(key);
    return page.count() > 0 && java.util.Arrays.equals(page.key(at), key)
        ? Optional.of(page.value(at))
        : Optional.empty();
  }

  private BoltPage child(BoltPage page, int index, int depth) throws IOException {
    if (depth > DEPTH_MAX || page.count() == 0) {
      throw new IOException("its tree has no leaf");
    }
    return page(page.child(index));
  }

  private BoltPage page(long number) throws IOException {
    if (number < 2 || number > channel.size() / pageSize) {
      throw new IOException("page " + number + " lies outside of it");
    }
    ByteBuffer header = bytes(number * pageSize, BoltPage.HEADER);
    long length = (1L + Integer.toUnsignedLong(header.getInt(BoltPage.OVERFLOW))) * pageSize;
    if (length > RUN_MAX || number * pageSize + length > channel.size()) {
      throw new IOException("page " + number + " has " + length + " bytes");
    }
    return new BoltPage(bytes(number * pageSize, (int) length));
  }

  private ByteBuffer head(long at) throws IOException {
    ByteBuffer head = bytes(at, HEAD_BYTES);
    if (head.getInt(META_MAGIC) != MAGIC || head.getInt(META_VERSION) != VERSION) {
      throw new IOException("it is no bolt database");
    }
    return head;
  }

  private ByteBuffer bytes(long at, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    while (bytes.hasRemaining()) {
      if (channel.read(bytes, at + bytes.position()) < 0) {
        throw new IOException("it ends within a page");
      }
    }
    return bytes.flip();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
