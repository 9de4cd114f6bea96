package io.quorate.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * One verdict for each oddity of YAML: what is taken, and with which fields fault is found. That
 * Terraform comes to the same one is shown by {@code SpecInvocationTest} and {@code
 * infra/test-terraform}.
 */
class YamlVerdictsTest {
  static Stream<Oddity> oddities() throws IOException {
    return Oddity.all();
  }

  @ParameterizedTest
  @MethodSource("oddities")
  void hasOneVerdict(Oddity oddity) {
    List<String> found =
        switch (SpecReader.read(oddity.text())) {
          case SpecResult.Valid valid -> List.of();
          case SpecResult.Invalid invalid -> Oddity.faults(invalid.report());
        };

    assertThat(found).isEqualTo(oddity.wrong());
  }
}
