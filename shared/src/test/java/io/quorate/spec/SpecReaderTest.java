package io.quorate.spec;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.model.ClusterName;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SpecReaderTest {
  private static final String THREE_LINES =
      """
      name: demo
      etcd:
        version: "3.5"
      """;

  @Test
  void threeLinesAreAGoodCluster() {
    ClusterSpec spec = SpecReader.read(THREE_LINES).orThrow();

    assertThat(spec.name()).isEqualTo(new ClusterName("demo"));
    assertThat(spec.size()).isEqualTo(3);
    assertThat(spec.group()).isEqualTo("demo");
    assertThat(spec.etcd().version()).hasToString("3.5");
    assertThat(spec.etcd().quota()).isEqualTo(ByteSize.ofMebibytes(2048));
    assertThat(spec.etcd().maxRequest()).hasToString("1.5MiB");
    assertThat(spec.etcd().autoCompaction())
        .isEqualTo(new AutoCompaction.Periodic(Duration.ofHours(1)));
    assertThat(spec.etcd().extraFlags()).isEmpty();
    assertThat(spec.timings().silenceAfter()).isEqualTo(Duration.ofSeconds(40));
  }

  @Test
  void theDefaultsAreThoseOfThreeLines() {
    assertThat(
            ClusterSpec.defaults(new ClusterName("demo"), EtcdVersion.parse("3.5").orElseThrow()))
        .isEqualTo(SpecReader.read(THREE_LINES).orThrow());
  }

  @Test
  void anUnquotedVersionKeepsItsText() {
    assertThat(SpecReader.read("name: demo\netcd: {version: 3.5}").orThrow().etcd().version())
        .hasToString("3.5");
    assertThat(SpecReader.read("name: demo\netcd: {version: 3.50}"))
        .isInstanceOf(SpecResult.Invalid.class);
  }

  @Test
  void anEmptySectionIsAllDefaults() {
    assertThat(SpecReader.read(THREE_LINES + "timings:\n")).isEqualTo(SpecReader.read(THREE_LINES));
  }

  @Test
  void aTreeOfTheStoreHasNumbersForNumbers() {
    Map<String, Object> tree =
        Map.of("name", "demo", "size", 5L, "etcd", Map.of("version", "3.5.30"));

    assertThat(SpecReader.fromTree(tree).orThrow().size()).isEqualTo(5);
  }
}
