package io.quorate.agent.wal;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class Crc32cTest {
  @Test
  void thePublishedSumOfNineDigits() {
    byte[] digits = "123456789".getBytes(US_ASCII);

    assertThat(Crc32c.update(0, digits, 0, digits.length)).isEqualTo(0xE3069283);
  }

  /** As etcd's log needs: a record's sum goes on from that of the record before it. */
  @Test
  void aSumGoesOnFromAnyOther() {
    Random random = new Random(7);
    byte[] bytes = new byte[301];
    for (int round = 0; round < 1_000; round++) {
      random.nextBytes(bytes);
      int cut = random.nextInt(bytes.length + 1);
      int first = Crc32c.update(round, bytes, 0, cut);

      assertThat(Crc32c.update(first, bytes, cut, bytes.length - cut))
          .isEqualTo(Crc32c.update(round, bytes, 0, bytes.length));
    }
  }

  @Test
  void eachByteChangesItByThePolynomial() {
    Random random = new Random(9);
    byte[] bytes = new byte[64];
    random.nextBytes(bytes);
    for (int crc : new int[] {0, 1, -1, Integer.MIN_VALUE, random.nextInt()}) {
      assertThat(Crc32c.update(crc, bytes, 3, 60)).isEqualTo(bitByBit(crc, bytes, 3, 60));
      assertThat(Crc32c.update(crc, bytes, 0, 0)).isEqualTo(crc);
    }
  }

  private static int bitByBit(int crc, byte[] bytes, int from, int length) {
    int state = ~crc;
    for (int at = from; at < from + length; at++) {
      state ^= bytes[at] & 0xff;
      for (int bit = 0; bit < Byte.SIZE; bit++) {
        state = (state & 1) == 0 ? state >>> 1 : (state >>> 1) ^ 0x82F63B78;
      }
    }
    return ~state;
  }
}
