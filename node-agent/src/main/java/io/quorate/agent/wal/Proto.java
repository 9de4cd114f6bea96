package io.quorate.agent.wal;

import java.util.function.BiConsumer;

/** The little of protobuf's wire format that WAL records use. */
final class Proto {
  private static final int VARINT = 0;
  private static final int FIXED64 = 1;
  private static final int BYTES = 2;
  private static final int FIXED32 = 5;
  private static final int FIELD_MAX = (1 << 29) - 1;

  private final byte[] bytes;
  private final int end;
  private int at;

  Proto(byte[] bytes, int from, int end) {
    this.bytes = bytes;
    this.at = from;
    this.end = Math.min(end, bytes.length);
  }

  int position() {
    return at;
  }

  boolean hasMore() {
    return at < end;
  }

  long varint() throws MalformedRecordException {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      if (at >= end) {
        throw new MalformedRecordException("a varint ends past the message");
      }
      byte next = bytes[at++];
      value |= (long) (next & 0x7f) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new MalformedRecordException("a varint of more than 10 bytes");
  }

  /** Visits each numeric field, and each nested message as a reader of its own. */
  void fields(BiConsumer<Integer, Long> numbers, Nested nested) throws MalformedRecordException {
    while (hasMore()) {
      long key = varint();
      int field = fieldOf(key);
      switch ((int) key & 7) {
        case VARINT -> numbers.accept(field, varint());
        case BYTES -> {
          int length = length();
          nested.visit(field, new Proto(bytes, at, at + length));
          at += length;
        }
        case FIXED64 -> skip(8);
        case FIXED32 -> skip(4);
        default -> throw new MalformedRecordException("wire type " + (key & 7) + " is unknown");
      }
    }
  }

  private static int fieldOf(long key) throws MalformedRecordException {
    long field = key >>> 3;
    if (field < 1 || field > FIELD_MAX) {
      throw new MalformedRecordException("field " + field + ", expected 1 to " + FIELD_MAX);
    }
    return (int) field;
  }

  private int length() throws MalformedRecordException {
    long length = varint();
    if (length < 0 || length > end - at) {
      throw new MalformedRecordException(length + " bytes announced, " + (end - at) + " are left");
    }
    return (int) length;
  }

  private void skip(int count) throws MalformedRecordException {
    if (count > end - at) {
      throw new MalformedRecordException(count + " bytes announced, " + (end - at) + " are left");
    }
    at += count;
  }

  /** Takes a nested message. */
  interface Nested {
    void visit(int field, Proto message) throws MalformedRecordException;
  }
}
