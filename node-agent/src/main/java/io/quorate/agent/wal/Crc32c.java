package io.quorate.agent.wal;

/**
 * CRC-32C (Castagnoli) that can go on from any earlier sum, as etcd's WAL needs where old segments
 * are purged; {@link java.util.zip.CRC32C} can only begin at zero.
 */
final class Crc32c {
  private static final int POLYNOMIAL = 0x82F63B78;
  private static final int[] TABLE = table();

  private Crc32c() {}

  static int update(int crc, byte[] bytes, int from, int length) {
    int state = ~crc;
    for (int i = from; i < from + length; i++) {
      state = TABLE[(state ^ bytes[i]) & 0xff] ^ (state >>> 8);
    }
    return ~state;
  }

  private static int[] table() {
    int[] table = new int[256];
    for (int i = 0; i < table.length; i++) {
      int value = i;
      for (int bit = 0; bit < 8; bit++) {
        value = (value & 1) == 0 ? value >>> 1 : (value >>> 1) ^ POLYNOMIAL;
      }
      table[i] = value;
    }
    return table;
  }
}
