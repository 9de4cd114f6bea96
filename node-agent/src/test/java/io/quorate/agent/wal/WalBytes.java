package io.quorate.agent.wal;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** WAL records made by hand. */
final class WalBytes {
  private WalBytes() {}

  static byte[] frame(int type, int crc, byte[] data) {
    ByteArrayOutputStream record = new ByteArrayOutputStream();
    record.write(0x08);
    record.write(type);
    record.write(0x10);
    varint(record, Integer.toUnsignedLong(crc));
    if (data.length > 0) {
      record.write(0x1a);
      varint(record, data.length);
      record.writeBytes(data);
    }
    int padding = (8 - record.size() % 8) % 8;
    long word = record.size() | (padding == 0 ? 0 : (0x80L | padding) << 56);
    return ByteBuffer.allocate(8 + record.size() + padding)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putLong(word)
        .put(record.toByteArray())
        .array();
  }

  static byte[] fullSegment(long member, long cluster, int entries, int size) {
    ByteBuffer segment = ByteBuffer.allocate(64_000_000 + 2 * size);
    segment.put(frame(Frame.CHECKSUM, 0, new byte[0]));
    int crc = 0;
    crc = append(segment, crc, Frame.METADATA, message(0x08, member, 0x10, cluster));
    for (int index = 1; index <= entries; index++) {
      ByteArrayOutputStream entry = new ByteArrayOutputStream();
      entry.writeBytes(message(0x08, 0, 0x10, 2, 0x18, index));
      entry.write(0x22);
      varint(entry, size - 60);
      entry.writeBytes("x".repeat(size - 60).getBytes(java.nio.charset.StandardCharsets.US_ASCII));
      crc = append(segment, crc, Frame.ENTRY, entry.toByteArray());
    }
    return segment.array();
  }

  static byte[] segmentOf(byte[] metadata) {
    ByteBuffer segment = ByteBuffer.allocate(64_000);
    segment.put(frame(Frame.CHECKSUM, 0, new byte[0]));
    append(segment, 0, Frame.METADATA, metadata);
    return segment.array();
  }

  private static int append(ByteBuffer segment, int crc, int type, byte[] data) {
    int next = Crc32c.update(crc, data, 0, data.length);
    segment.put(frame(type, next, data));
    return next;
  }

  static byte[] message(long... tagsAndValues) {
    ByteArrayOutputStream message = new ByteArrayOutputStream();
    for (long number : tagsAndValues) {
      varint(message, number);
    }
    return message.toByteArray();
  }

  private static void varint(ByteArrayOutputStream out, long value) {
    long left = value;
    while ((left & ~0x7fL) != 0) {
      out.write((int) (left & 0x7f) | 0x80);
      left >>>= 7;
    }
    out.write((int) left);
  }
}
