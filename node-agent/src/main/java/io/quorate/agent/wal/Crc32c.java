package io.quorate.agent.wal;

import java.util.zip.CRC32C;

/**
 * CRC-32C (Castagnoli) that can go on from any earlier sum, as etcd's WAL needs where old segments
 * are purged. {@link CRC32C}, which the processor computes, can only begin at zero: it is led to
 * the earlier sum by the four bytes that have it.
 */
final class Crc32c {
  private static final int POLYNOMIAL = 0x82F63B78;

  private Crc32c() {}

  static int update(int crc, byte[] bytes, int from, int length) {
    CRC32C sum = new CRC32C();
    int leading = bytesOf(crc);
    for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
      sum.update(leading >>> shift);
    }
    sum.update(bytes, from, length);
    return (int) sum.getValue();
  }

  /**
   * The four bytes, the first one lowest, that have this sum. Four bytes are added to the sum's
   * first state, all ones, which is then shifted 32 times, each time with the polynomial where a
   * one falls out; as the polynomial's highest bit is one, the highest bit tells what fell out.
   */
  private static int bytesOf(int crc) {
    int state = ~crc;
    for (int bit = 0; bit < Integer.SIZE; bit++) {
      state = state < 0 ? (state ^ POLYNOMIAL) << 1 | 1 : state << 1;
    }
    return ~state;
  }
}
