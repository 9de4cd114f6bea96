package io.quorate.agent.supervision;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BackoffTest {
  private final Backoff backoff = new Backoff();

  @Test
  void startsAtOnceThenDoublesToItsBound() {
    assertThat(backoff.next(0, 2_000)).isZero();
    assertThat(backoff.next(0, 2_000)).isEqualTo(250);
    assertThat(backoff.next(0, 2_000)).isEqualTo(500);
    assertThat(backoff.next(0, 2_000)).isEqualTo(1_000);
    for (int more = 0; more < 100; more++) {
      assertThat(backoff.next(0, 2_000)).isEqualTo(2_000);
    }
  }

  @Test
  void aGoodRunIsForgiven() {
    assertThat(backoff.next(0, 2_000)).isZero();
    assertThat(backoff.next(59_999, 2_000)).isEqualTo(250);
    assertThat(backoff.next(60_000, 2_000)).isZero();
  }
}
