package io.quorate.cli.bolt;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A page of a bolt database: a header of 16 bytes (number, kind, count of elements, overflow), then
 * the elements of 16 bytes each, which tell where their key and value stand.
 */
final class BoltPage {
  static final int HEADER = 16;

  /** What stands before the page of a bucket that is kept in its entry. */
  static final int BUCKET = 16;

  static final int OVERFLOW = 12;

  private static final int KIND = 8;
  private static final int COUNT = 10;
  private static final int BRANCH = 1;
  private static final int LEAF = 2;
  private static final int ELEMENT = 16;

  private final ByteBuffer bytes;
  private final boolean branch;
  private final int count;

  BoltPage(ByteBuffer bytes) throws IOException {
    if (bytes.capacity() < HEADER) {
      throw new IOException("a page of it has " + bytes.capacity() + " bytes");
    }
    this.bytes = bytes.order(ByteOrder.LITTLE_ENDIAN);
    int kind = Short.toUnsignedInt(bytes.getShort(KIND));
    if (kind != BRANCH && kind != LEAF) {
      throw new IOException("a page of its tree is of kind " + kind);
    }
    this.branch = kind == BRANCH;
    this.count = Short.toUnsignedInt(bytes.getShort(COUNT));
    if (HEADER + (long) count * ELEMENT > bytes.capacity()) {
      throw new IOException("a page of it tells of " + count + " elements");
    }
  }

  boolean branch() {
    return branch;
  }

  int count() {
    return count;
  }

  byte[] key(int index) throws IOException {
    int element = element(index);
    return branch
        ? part(element, unsigned(element), unsigned(element + 4))
        : part(element, unsigned(element + 4), unsigned(element + 8));
  }

  /** Of a leaf. */
  byte[] value(int index) throws IOException {
    int element = element(index);
    return part(element, unsigned(element + 4) + unsigned(element + 8), unsigned(element + 12));
  }

  /** Of a branch: the page below. */
  long child(int index) throws IOException {
    return bytes.getLong(element(index) + 8);
  }

  /** The last element whose key is not after this one, or the first. */
  int notAfter(byte[] key) throws IOException {
    int low = 0;
    int high = count - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (Arrays.compareUnsigned(key(middle), key) <= 0) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  private int element(int index) throws IOException {
    if (index < 0 || index >= count) {
      throw new IOException("a page of it has no element " + index);
    }
    return HEADER + index * ELEMENT;
  }

  private long unsigned(int at) {
    return Integer.toUnsignedLong(bytes.getInt(at));
  }

  /** Offsets count from the element. */
  private byte[] part(int element, long offset, long size) throws IOException {
    long from = element + offset;
    if (from + size > bytes.capacity()) {
      throw new IOException("a key or value of it lies outside of its page");
    }
    byte[] found = new byte[(int) size];
    bytes.get((int) from, found);
    return found;
  }
}
