package io.quorate.release;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.spec.EtcdVersion;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From which release to which a member may change. */
class ReleasePathTest {
  private static EtcdVersion version(String text) {
    return EtcdVersion.parse(text).orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "3.5.16, 3.5.30",
    "3.5.30, 3.5.16",
    "3.5.26, 3.6.14",
    "3.6.14, 3.5.26",
    "3.6.0, 3.7.1",
    "3.7.1, 3.6.0"
  })
  void permitsTheNextLineAndTheOneBefore(String running, String target) {
    assertThat(ReleasePath.refuses(version(running), version(target))).isEmpty();
  }

  private static List<String> way(String running, String target, String... known) {
    return ReleasePath.way(
            version(running),
            version(target),
            Stream.of(known).map(ReleasePathTest::version).toList())
        .stream()
        .map(EtcdVersion::toString)
        .toList();
  }

  @Test
  void theWayHasTheFewestStepsAndOfEquallyManyTheNewest() {
    assertThat(way("3.5.16", "3.5.30", "3.5.26")).containsExactly("3.5.30");
    assertThat(way("3.5.16", "3.7.1", "3.5.26", "3.5.30", "3.6.0", "3.6.14"))
        .containsExactly("3.5.30", "3.6.14", "3.7.1");
    assertThat(way("3.5.30", "3.7.1", "3.5.33", "3.6.14")).containsExactly("3.6.14", "3.7.1");
    assertThat(way("3.7.1", "3.5.16", "3.6.14", "3.5.30"))
        .containsExactly("3.6.14", "3.5.30", "3.5.16");
  }

  @Test
  void withoutAReleaseBetweenThereIsNoWay() {
    assertThat(way("3.5.30", "3.7.1", "3.5.33", "3.7.0")).isEmpty();
    assertThat(way("3.5.16", "3.6.14")).isEmpty();
    assertThat(way("3.6.14", "3.6.14", "3.6.0")).as("nothing changes").isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "3.5.25, 3.6.14, run 3.5.26 or later first",
    "3.6.14, 3.5.25, go back to 3.5.26 or later",
    "3.5.30, 3.7.1, one release line at a time",
    "3.7.1, 3.5.30, one release line at a time",
    "3.7.1, 4.8.0, one release line at a time"
  })
  void refusesWithTheWayOut(String running, String target, String wayOut) {
    assertThat(ReleasePath.refuses(version(running), version(target)).orElseThrow())
        .contains(running, target, wayOut);
  }
}
