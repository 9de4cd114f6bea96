package io.quorate.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LackingTest {
  @Test
  void eachThingIsToldWithWhenItBeganToBeLackingForGood() {
    Lacking lacking = new Lacking();
    lacking.look(5_000, List.of("a leader", "3 voters"));
    lacking.look(10_000, List.of("3 voters"));
    lacking.look(15_000, List.of("a leader", "3 voters"));

    assertThat(lacking.words())
        .isEqualTo("\n    lacking since @5.000: 3 voters\n    lacking since @15.000: a leader");
    lacking.look(20_000, List.of());
    assertThat(lacking.nothing()).isTrue();
  }
}
