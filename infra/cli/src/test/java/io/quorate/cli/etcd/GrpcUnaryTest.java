package io.quorate.cli.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GrpcUnaryTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0800",
    "1, 0801",
    "127, 087f",
    "300, 08ac02",
    "-1, 08ffffffffffffffffff01",
  })
  void writesNumbersAsProtobufDoes(long value, String bytes) {
    assertThat(HexFormat.of().formatHex(GrpcUnary.number(1, value))).isEqualTo(bytes);
  }
}
