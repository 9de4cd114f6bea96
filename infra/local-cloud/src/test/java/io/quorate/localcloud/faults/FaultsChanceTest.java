package io.quorate.localcloud.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FaultsChanceTest {
  @Test
  void oneSeedPicksTheSameRequestsAgainAndAnotherSeedOthers() {
    assertThat(picks(7)).isEqualTo(picks(7)).isNotEqualTo(picks(8)).contains(true, false);
  }

  @Test
  void aRuleThatCouldNeverActIsRefused() {
    FaultRule rule = FaultRule.always("x", new FaultAction.Throttle());
    assertThatThrownBy(() -> rule.withProbability(0)).hasMessageContaining("probability 0.0");
    assertThatThrownBy(() -> rule.times(0)).hasMessageContaining("remaining 0");
  }

  private static List<Boolean> picks(long seed) {
    Faults faults = new Faults(seed);
    faults.add(FaultRule.always("half", new FaultAction.Throttle()).withProbability(0.5));
    return IntStream.range(0, 64)
        .mapToObj(i -> faults.judge("p", "s3", "GetObject", List.of()).action().isPresent())
        .toList();
  }
}
