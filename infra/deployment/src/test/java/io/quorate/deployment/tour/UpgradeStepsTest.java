package io.quorate.deployment.tour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cli.render.SpecYaml;
import io.quorate.spec.ClusterSpec;
import io.quorate.spec.EtcdVersion;
import io.quorate.spec.SpecReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class UpgradeStepsTest {
  private static final EtcdVersion OLD = EtcdVersion.parse("3.5.30").orElseThrow();
  private static final EtcdVersion NEW = EtcdVersion.parse("3.6.14").orElseThrow();

  @Test
  void theSpecIsPutBackAtTheEnd() {
    assertThat(names(new FoundReleases(OLD, new TreeMap<>(Map.of(NEW, Path.of("newer"))))))
        .containsExactly(
            "upgrade etcd: 3.5.30 to 3.6.14",
            "upgrade etcd: 3.6.14 back to 3.5.30",
            "upgrade etcd: put the spec back");
  }

  @Test
  void withoutAnotherReleaseItIsSkipped() {
    List<TourStep> steps = new UpgradeSteps(new FoundReleases(OLD, new TreeMap<>())).all();

    assertThat(steps).hasSize(1);
    assertThat(steps.getFirst().name()).isEqualTo("upgrade etcd");
    assertThat(steps.getFirst().skipped().orElseThrow()).contains("QUORATE_ETCD_DIRS");
  }

  @Test
  void theSpecOfTheCommandAsksForTheReleaseAndIsOtherwiseTheSame() {
    ClusterSpec spec = SpecReader.read("name: demo\netcd: {version: 3.5}\n").orThrow();

    ClusterSpec asked = SpecReader.read(UpgradeSteps.asking(SpecYaml.of(spec), NEW)).orThrow();

    assertThat(asked.etcd().version()).isEqualTo(NEW);
    assertThat(asked.upgrade().soak()).contains(Duration.ofSeconds(3));
    assertThat(asked.snapshots()).isEqualTo(spec.snapshots());
    assertThat(asked.timings()).isEqualTo(spec.timings());
  }

  @Test
  void aSpecThatSoaksAsItLikesIsNotChanged() {
    String own =
        SpecYaml.of(
            SpecReader.read("name: demo\netcd: {version: 3.5}\nupgrade: {soak: 1h}\n").orThrow());

    assertThatThrownBy(() -> UpgradeSteps.asking(own, NEW)).hasMessageContaining("without upgrade");
  }

  @Test
  void everyRowHasToTellTheRelease() {
    assertThat(tells("{\"runs\": \"3.6.14\"}, {\"runs\": \"3.6.14\"}")).isTrue();
    assertThat(tells("{\"runs\": \"3.6.14\"}, {\"runs\": \"3.5.30\"}")).isFalse();
    assertThat(tells("{\"runs\": \"3.6.14\"}, {\"instance\": \"i-1\"}")).isFalse();
    assertThat(tells("")).isFalse();
  }

  private static boolean tells(String rows) {
    return UpgradeSteps.everyRowTells("{\"nodes\": [" + rows + "]}", NEW);
  }

  private static List<String> names(FoundReleases releases) {
    return new UpgradeSteps(releases).all().stream().map(TourStep::name).toList();
  }
}
