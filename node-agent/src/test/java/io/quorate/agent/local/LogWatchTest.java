package io.quorate.agent.local;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LogWatchTest {
  private final LogWatch watch = new LogWatch();

  @Test
  void eachNewLineIsNewsOnce() {
    assertThat(watch.news(100, 0)).isTrue();
    assertThat(watch.news(100, 5_000)).isFalse();
    assertThat(watch.news(180, 5_250)).isTrue();
  }

  @Test
  void newsComeOnceASecondAndTheLastLineIsNeverLost() {
    watch.news(100, 0);
    assertThat(watch.news(150, 250)).isFalse();
    assertThat(watch.news(150, 1_000)).isTrue();
  }

  /** The supervisor cuts it. */
  @Test
  void aLogThatWasCutIsNews() {
    watch.news(100, 0);
    assertThat(watch.news(0, 2_000)).isTrue();
  }
}
