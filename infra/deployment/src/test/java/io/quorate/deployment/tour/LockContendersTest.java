package io.quorate.deployment.tour;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.deployment.tour.LockContenders.Held;
import java.util.List;
import org.junit.jupiter.api.Test;

class LockContendersTest {
  @Test
  void timesThatOverlapCountWhereTheyAreOfTwo() {
    assertThat(LockContenders.twice(List.of(new Held(1, 0, 10), new Held(2, 10, 20)))).isZero();
    assertThat(LockContenders.twice(List.of(new Held(2, 9, 20), new Held(1, 0, 10)))).isEqualTo(1);
    assertThat(
            LockContenders.twice(
                List.of(new Held(1, 0, 30), new Held(1, 5, 6), new Held(2, 20, 25))))
        .as("a long one reaches past the next")
        .isEqualTo(1);
  }
}
