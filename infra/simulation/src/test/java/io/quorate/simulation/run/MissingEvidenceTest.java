package io.quorate.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MissingEvidenceTest {
  @Test
  void eachThingIsToldWithWhenItBeganToBeMissingForGood() {
    MissingEvidence missing = new MissingEvidence();
    missing.look(5_000, List.of("a leader", "3 voters"));
    missing.look(10_000, List.of("3 voters"));
    missing.look(15_000, List.of("a leader", "3 voters"));

    assertThat(missing.words())
        .isEqualTo("\n    lacking since @5.000: 3 voters\n    lacking since @15.000: a leader");
    missing.look(20_000, List.of());
    assertThat(missing.nothing()).isTrue();
  }
}
