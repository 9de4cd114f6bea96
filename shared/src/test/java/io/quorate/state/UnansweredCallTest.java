package io.quorate.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class UnansweredCallTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
  private static final UnansweredCall THROTTLED =
      new UnansweredCall("throttled", NOW.minusSeconds(600), NOW.minusSeconds(60));
  private static final Map<String, UnansweredCall> BEFORE =
      Map.of("Ec2 DescribeInstances", THROTTLED);

  @Test
  void aCallThatFailsAgainKeepsWhenItBegan() {
    assertThat(
            UnansweredCall.next(
                BEFORE, Map.of("Ec2 DescribeInstances", Optional.of("no answer")), NOW))
        .containsExactly(
            Map.entry(
                "Ec2 DescribeInstances",
                new UnansweredCall("no answer", NOW.minusSeconds(600), NOW)));
  }

  @Test
  void anAnswerEndsIt() {
    assertThat(UnansweredCall.next(BEFORE, Map.of("Ec2 DescribeInstances", Optional.empty()), NOW))
        .isEmpty();
  }

  @Test
  void anotherCallsAnswerSaysNothingOfIt() {
    assertThat(UnansweredCall.next(BEFORE, Map.of("S3 GetObject", Optional.empty()), NOW))
        .isEqualTo(BEFORE);
  }

  @Test
  void whatNobodyAsksForAnyMoreIsForgotten() {
    assertThat(UnansweredCall.next(BEFORE, Map.of(), NOW.plus(UnansweredCall.KEPT))).isEmpty();
  }

  @Test
  void aLateAnswerLastsOnlyWhereALaterOneIsLateToo() {
    Duration minute = Duration.ofMinutes(1);
    UnansweredCall late = new UnansweredCall("slow: over 1500 ms", NOW, NOW);
    assertThat(late.lasts(minute, NOW.plusSeconds(1200))).isFalse();
    assertThat(
            new UnansweredCall(late.why(), NOW, NOW.plusSeconds(60))
                .lasts(minute, NOW.plusSeconds(60)))
        .isTrue();

    UnansweredCall denied = new UnansweredCall("denied", NOW, NOW);
    assertThat(denied.lasts(minute, NOW.plusSeconds(59))).isFalse();
    assertThat(denied.lasts(minute, NOW.plusSeconds(60))).isTrue();
  }
}
