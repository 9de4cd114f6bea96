package io.quorate.agent.etcd.tools;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.BitSet;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Checks etcd's database while etcd is stopped: follows all pages from the newer valid head, as
 * bolt does, and looks whether each is the page that it should be. It does not depend on a release
 * or on settings. Content of keys and values is not looked at.
 *
 * <p>Damage is told only of what was read and is wrong. A file that cannot be read, or has no valid
 * head, is not judged here.
 */
public final class BoltCheck {
  private static final int MAGIC = 0xED0CDAED;
  private static final int HEADER = 16;
  private static final int META_BYTES = 64;
  private static final int ELEMENT = 16;
  private static final int BRANCH = 0x01;
  private static final int LEAF = 0x02;
  private static final int FREELIST = 0x10;
  private static final int BUCKET = 0x01;
  private static final int BUCKET_BYTES = 16;
  private static final long NO_FREELIST = -1;
  private static final int PAGE_SIZE_MIN = 1024;
  private static final int PAGE_SIZE_MAX = PAGE_SIZE_MIN << 14;
  private static final long FNV_BASIS = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  record Head(int pageSize, long root, long freelist, long pages, long transaction) {}

  private static final class Damage extends Exception {
    private static final long serialVersionUID = 1L;

    Damage(String words) {
      super(words, null, false, false);
    }
  }

  private final FileChannel file;
  private final Head head;
  private final BitSet seen = new BitSet();
  private final BitSet open = new BitSet();
  private final BooleanSupplier enough;

  private BoltCheck(FileChannel file, Head head, BooleanSupplier enough) {
    this.file = file;
    this.head = head;
    this.enough = enough;
  }

  /**
   * What is wrong with the file, for people; empty where every page is as it should be.
   *
   * @param enough asked before each page; once true, the check ends without a word on the data
   * @throws IOException when it cannot be read, or not to its end: then nothing is told of its data
   */
  public static Optional<String> damage(Path database, BooleanSupplier enough) throws IOException {
    try (FileChannel file = FileChannel.open(database, StandardOpenOption.READ)) {
      Optional<Head> head = head(file);
      if (head.isEmpty()) {
        return Optional.empty();
      }
      new BoltCheck(file, head.get(), enough).walk();
      return Optional.empty();
    } catch (Damage e) {
      return Optional.of("the database is damaged: " + e.getMessage());
    }
  }

  /** Of the two heads the valid one of the later transaction. */
  static Optional<Head> head(FileChannel file) throws IOException {
    Optional<Head> first = head(file, 0);
    if (first.isPresent()) {
      return newer(first.get(), head(file, first.get().pageSize()));
    }
    for (int size = PAGE_SIZE_MIN; size <= PAGE_SIZE_MAX; size <<= 1) {
      int expected = size;
      Optional<Head> second = head(file, size).filter(head -> head.pageSize() == expected);
      if (second.isPresent()) {
        return second;
      }
    }
    return Optional.empty();
  }

  private static Optional<Head> newer(Head first, Optional<Head> second) {
    return second
        .filter(other -> other.transaction() > first.transaction())
        .or(() -> Optional.of(first));
  }

  private static Optional<Head> head(FileChannel file, long page) throws IOException {
    ByteBuffer meta = read(file, page + HEADER, META_BYTES);
    if (meta.limit() < META_BYTES || meta.getInt(0) != MAGIC) {
      return Optional.empty();
    }
    long sum = FNV_BASIS;
    for (int i = 0; i < META_BYTES - Long.BYTES; i++) {
      sum = (sum ^ (meta.get(i) & 0xff)) * FNV_PRIME;
    }
    int pageSize = meta.getInt(8);
    return sum == meta.getLong(56) && pageSize >= PAGE_SIZE_MIN && pageSize <= PAGE_SIZE_MAX
        ? Optional.of(
            new Head(
                pageSize, meta.getLong(16), meta.getLong(32), meta.getLong(40), meta.getLong(48)))
        : Optional.empty();
  }

  /** In the order of the file, again and again: a disk reads that many times faster. */
  private void walk() throws IOException, Damage {
    if (head.freelist() != NO_FREELIST) {
      read(named(head.freelist()), FREELIST);
    }
    open.set(named(head.root()));
    for (int id = open.nextSetBit(0); id >= 0; id = next(id)) {
      if (enough.getAsBoolean()) {
        throw new IOException(
            "broken off after " + (seen.cardinality() - open.cardinality()) + " pages");
      }
      open.clear(id);
      page(id);
    }
  }

  private int next(int id) {
    int next = open.nextSetBit(id);
    return next >= 0 ? next : open.nextSetBit(0);
  }

  private void page(int id) throws IOException, Damage {
    ByteBuffer page = read(id, BRANCH | LEAF);
    int count = Short.toUnsignedInt(page.getShort(10));
    long bytes = bytes(page);
    if (HEADER + (long) count * ELEMENT > bytes) {
      throw new Damage("page " + id + " says that it has " + count + " elements");
    }
    boolean leaf = page.getShort(8) == LEAF;
    ByteBuffer elements = elements(id, page, count);
    for (int i = 0; i < count; i++) {
      within(id, elements, HEADER + i * ELEMENT, leaf, bytes);
      if (leaf) {
        bucket(id, elements, HEADER + i * ELEMENT);
      } else {
        open.set(named(elements.getLong(HEADER + i * ELEMENT + 8)));
      }
    }
  }

  /** With its header; those of a page with overflow may reach beyond its first part. */
  private ByteBuffer elements(int id, ByteBuffer page, int count) throws IOException {
    int bytes = HEADER + count * ELEMENT;
    return bytes <= page.limit() ? page : whole(id, bytes);
  }

  private static void within(int id, ByteBuffer elements, int at, boolean leaf, long bytes)
      throws Damage {
    long position = Integer.toUnsignedLong(elements.getInt(at + (leaf ? 4 : 0)));
    long length =
        Integer.toUnsignedLong(elements.getInt(at + (leaf ? 8 : 4)))
            + (leaf ? Integer.toUnsignedLong(elements.getInt(at + 12)) : 0);
    if (at + position + length > bytes) {
      throw new Damage("an element of page " + id + " reaches beyond its page");
    }
  }

  /** A bucket that has pages of its own names the first of them; a small one has none. */
  private void bucket(int id, ByteBuffer elements, int at) throws IOException, Damage {
    if (elements.getInt(at) != BUCKET) {
      return;
    }
    long value =
        (long) id * head.pageSize()
            + at
            + Integer.toUnsignedLong(elements.getInt(at + 4))
            + Integer.toUnsignedLong(elements.getInt(at + 8));
    ByteBuffer bucket = read(file, value, BUCKET_BYTES);
    if (bucket.limit() < BUCKET_BYTES) {
      throw new Damage("a bucket in page " + id + " is cut off");
    }
    long root = bucket.getLong(0);
    if (root != 0) {
      open.set(named(root));
    }
  }

  /** A page that is to be there, and is named only once. */
  private int named(long id) throws IOException, Damage {
    if (id < 2 || id >= head.pages()) {
      throw new Damage("a page that is not there is named: " + Long.toUnsignedString(id));
    }
    if (id >= file.size() / head.pageSize()) {
      throw new Damage("page " + id + " is beyond the end of the file");
    }
    int bit = Math.toIntExact(id);
    if (seen.get(bit)) {
      throw new Damage("page " + id + " is named twice");
    }
    seen.set(bit);
    return bit;
  }

  /** The first part of a page, which tells what follows it. */
  private ByteBuffer read(int id, int kinds) throws IOException, Damage {
    ByteBuffer page = whole(id, head.pageSize());
    if (page.getLong(0) != id) {
      throw new Damage(
          "page " + id + " says that it is page " + Long.toUnsignedString(page.getLong(0)));
    }
    int kind = Short.toUnsignedInt(page.getShort(8));
    if (Integer.bitCount(kind) != 1 || (kind & kinds) == 0) {
      throw new Damage("page " + id + " is of kind " + kind);
    }
    long last = id + Integer.toUnsignedLong(page.getInt(12));
    if (last >= head.pages() || (last + 1) * head.pageSize() > file.size()) {
      throw new Damage("page " + id + " reaches beyond the end of the file");
    }
    return page;
  }

  private long bytes(ByteBuffer page) {
    return (Integer.toUnsignedLong(page.getInt(12)) + 1) * head.pageSize();
  }

  /** What the file was long enough for when it was looked at. */
  private ByteBuffer whole(int id, int bytes) throws IOException {
    ByteBuffer read = read(file, (long) id * head.pageSize(), bytes);
    if (read.limit() < bytes) {
      throw new EOFException("it became shorter while it was read");
    }
    return read;
  }

  /** As many bytes as there are, at most these. */
  static ByteBuffer read(FileChannel file, long at, int bytes) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int got = 0;
    while (got >= 0 && buffer.hasRemaining()) {
      got = file.read(buffer, at + buffer.position());
    }
    return buffer.flip();
  }
}
