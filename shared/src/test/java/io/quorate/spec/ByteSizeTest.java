package io.quorate.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteSizeTest {
  @ParameterizedTest
  @CsvSource({
    "2GiB, 2147483648, 2GiB",
    "2048MiB, 2147483648, 2GiB",
    "1.5MiB, 1572864, 1.5MiB",
    "1048576, 1048576, 1MiB",
    "1048577B, 1048577, 1048577",
    "64 KiB, 65536, 64KiB",
    "0.25MiB, 262144, 256KiB",
    "0, 0, 0"
  })
  void readsExactlyAndPrintsOneWay(String text, long bytes, String printed) {
    assertThat(ByteSize.parse(text)).contains(new ByteSize(bytes));
    assertThat(new ByteSize(bytes)).hasToString(printed);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "GiB",
        "2GB",
        "2gib",
        "-1",
        "+1",
        "1.",
        ".5MiB",
        "1e3",
        "0.3B",
        "0.0001KiB",
        "9999999999GiB",
        "2GiB ",
        "٣MiB"
      })
  void refusesWhatIsNotExactlyASize(String text) {
    assertThat(ByteSize.parse(text)).isEmpty();
  }

  @Test
  void everySizeComesBackFromItsText() {
    Random random = new Random(7);
    for (int round = 0; round < 5000; round++) {
      ByteSize size = new ByteSize(random.nextLong(1L << (1 + random.nextInt(40))));
      assertThat(ByteSize.parse(size.toString())).contains(size);
    }
  }
}
