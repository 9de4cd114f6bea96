package io.quorate.agent.etcd.tools;

import java.io.EOFException;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Reads the entries of one small bucket of etcd's database, which no process writes. */
public final class BoltBucket {
  private static final int HEADER = 16;
  private static final int ELEMENT = 16;
  private static final int BRANCH = 0x01;
  private static final int LEAF = 0x02;
  private static final int BUCKET = 0x01;
  private static final int BUCKET_BYTES = 16;

  private final FileChannel file;
  private final BoltCheck.Head head;

  private BoltBucket(FileChannel file, BoltCheck.Head head) {
    this.file = file;
    this.head = head;
  }

  /**
   * What a bucket holds.
   *
   * @param key the entry's key
   * @param value its value
   */
  public record Entry(byte[] key, byte[] value) {}

  /**
   * The entries of the bucket of this name; none where there is no such bucket.
   *
   * @throws IOException when the file cannot be read, or is no database of bolt's
   */
  public static List<Entry> entries(Path database, String name) throws IOException {
    try (FileChannel file = FileChannel.open(database, StandardOpenOption.READ)) {
      BoltCheck.Head head =
          BoltCheck.head(file)
              .orElseThrow(() -> new IOException(database + " has no valid head of bolt's"));
      return new BoltBucket(file, head).of(name.getBytes(StandardCharsets.UTF_8));
    } catch (IndexOutOfBoundsException | BufferUnderflowException | ArithmeticException e) {
      throw new IOException(database + " has a page that is none of bolt's: " + e, e);
    }
  }

  private List<Entry> of(byte[] name) throws IOException {
    List<Element> buckets = new ArrayList<>();
    collect(page(head.root()), buckets);
    List<Element> found = new ArrayList<>();
    for (Element element : buckets) {
      if (element.bucket() && Arrays.equals(element.entry().key(), name)) {
        ByteBuffer value = ByteBuffer.wrap(element.entry().value()).order(ByteOrder.LITTLE_ENDIAN);
        long root = value.getLong(0);
        // A small bucket's only page stands in its parent's.
        collect(
            root == 0
                ? value
                    .slice(BUCKET_BYTES, value.limit() - BUCKET_BYTES)
                    .order(ByteOrder.LITTLE_ENDIAN)
                : page(root),
            found);
      }
    }
    return found.stream().map(Element::entry).toList();
  }

  private record Element(boolean bucket, Entry entry) {}

  /** Everything in a page, and in those below it. */
  private void collect(ByteBuffer page, List<Element> into) throws IOException {
    int kind = Short.toUnsignedInt(page.getShort(8));
    int count = Short.toUnsignedInt(page.getShort(10));
    for (int i = 0; i < count; i++) {
      int at = HEADER + i * ELEMENT;
      switch (kind) {
        case BRANCH -> collect(page(page.getLong(at + 8)), into);
        case LEAF -> {
          byte[] key = new byte[page.getInt(at + 8)];
          byte[] value = new byte[page.getInt(at + 12)];
          page.get(at + page.getInt(at + 4), key).get(at + page.getInt(at + 4) + key.length, value);
          into.add(new Element(page.getInt(at) == BUCKET, new Entry(key, value)));
        }
        default -> throw new IOException("a page of kind " + kind + " in the place of a bucket's");
      }
    }
  }

  /** A page with its overflow. */
  private ByteBuffer page(long id) throws IOException {
    int more = read(id, HEADER).getInt(12);
    return read(id, Math.multiplyExact(Math.addExact(more, 1), head.pageSize()));
  }

  private ByteBuffer read(long id, int bytes) throws IOException {
    long at = Math.multiplyExact(id, (long) head.pageSize());
    if (id < 0 || bytes < 0 || at + bytes > file.size()) {
      throw new EOFException("page " + id + " is beyond the end of the file");
    }
    return BoltCheck.read(file, at, bytes);
  }
}
