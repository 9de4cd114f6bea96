package io.quorate.agent.wal;

import io.quorate.agent.wal.WalSummary.HardState;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A record as {@link Frame} reads it, in bytes. */
final class FrameBytes {
  private static final int TYPE = 0x08;
  private static final int CRC = 0x10;
  private static final int DATA = 0x1a;
  private static final int TERM = 0x08;
  private static final int VOTE = 0x10;
  private static final int COMMIT = 0x18;
  private static final int ALIGNED = 8;

  private FrameBytes() {}

  /**
   * A HardState record.
   *
   * @param crc the rolling sum of all records before it
   */
  static byte[] hardState(int crc, HardState state) {
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    data.write(TERM);
    varint(data, state.term());
    data.write(VOTE);
    varint(data, state.vote());
    data.write(COMMIT);
    varint(data, state.commit());
    return frame(Frame.HARD_STATE, crc, data.toByteArray());
  }

  private static byte[] frame(int type, int crc, byte[] data) {
    ByteArrayOutputStream record = new ByteArrayOutputStream();
    record.write(TYPE);
    varint(record, type);
    record.write(CRC);
    varint(record, Integer.toUnsignedLong(Crc32c.update(crc, data, 0, data.length)));
    record.write(DATA);
    varint(record, data.length);
    record.writeBytes(data);
    int padding = (ALIGNED - record.size() % ALIGNED) % ALIGNED;
    long word = record.size() | (padding == 0 ? 0 : (0x80L | padding) << 56);
    return ByteBuffer.allocate(Long.BYTES + record.size() + padding)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putLong(word)
        .put(record.toByteArray())
        .array();
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
