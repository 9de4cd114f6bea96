package io.quorate.controller.plan.facts;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.view.FleetView;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FleetBreakerPolicyTest {
  @ParameterizedTest
  @CsvSource({
    "1, 1, false",
    "2, 2, false",
    "3, 2, false",
    "3, 3, true",
    "14, 3, true",
    "15, 3, false",
    "15, 4, true",
    "20, 4, false",
    "19, 4, true",
    "100, 20, false",
    "100, 21, true"
  })
  void isOnAboveAFifthAndFromThree(int clusters, int unhealthy, boolean on) {
    assertThat(FleetBreakerPolicy.on(ClusterFixture.fleet(clusters, unhealthy))).isEqualTo(on);
  }

  @Test
  void isOnWhileNobodyLooked() {
    assertThat(FleetBreakerPolicy.on(new FleetView.NotObserved("nobody looked at the fleet")))
        .isTrue();
  }

  @Test
  void saysWhichClustersAndUntilWhen() {
    assertThat(FleetBreakerPolicy.why(ClusterFixture.fleet(10, 3)).orElseThrow())
        .contains("3 of 10", "(demo, c-2, c-3)", "2026-01-02T03:19:05Z");
    assertThat(FleetBreakerPolicy.why(ClusterFixture.fleet(60, 13)).orElseThrow())
        .contains("c-10 and 3 more");
    assertThat(FleetBreakerPolicy.why(new FleetView.RowsUnread(List.of("a row's schema is newer"))))
        .hasValueSatisfying(
            why -> assertThat(why).contains("cannot be read", "a row's schema is newer"));
  }
}
