package io.quorate.deployment.tour;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.spec.EtcdVersion;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class TourStepsTest {
  private static final FoundReleases RELEASES =
      new FoundReleases(
          EtcdVersion.parse("3.5.30").orElseThrow(),
          new TreeMap<>(Map.of(EtcdVersion.parse("3.6.14").orElseThrow(), Path.of("newer"))));

  @Test
  void withoutAChoiceAllStepsAreMade() {
    assertThat(names())
        .isEqualTo(TourSteps.all(3, RELEASES).stream().map(TourStep::name).toList())
        .doesNotHaveDuplicates()
        .startsWith("write and read through every member")
        .endsWith("terminate every instance at EC2");
  }

  @Test
  void theChosenOnesKeepTheirOrder() {
    assertThat(names("shrink", "quota"))
        .containsExactly(
            "lower etcd.quota to 16MiB",
            "fill the database to its quota",
            "raise etcd.quota again",
            "shrink by two, the leader first",
            "shrink to one member");
  }

  @Test
  void etcdAndTheNodesAreChangedBeforeEverythingIsLost() {
    assertThat(names("upgrade etcd", "replace every node", "terminate every"))
        .containsExactly(
            "upgrade etcd: 3.5.30 to 3.6.14",
            "upgrade etcd: 3.6.14 back to 3.5.30",
            "upgrade etcd: put the spec back",
            "replace every node",
            "terminate every instance at EC2");
  }

  @Test
  void aTextThatStandsInNoNameIsRefusedWithAllNames() {
    assertThat(Tour.refused(3, RELEASES, List.of("quota", "reboot")).orElseThrow())
        .contains("'reboot'", "lower etcd.quota to 16MiB", "terminate every instance at EC2")
        .doesNotContain("'quota'");
    assertThat(Tour.refused(3, RELEASES, List.of("quota"))).isEmpty();
  }

  @Test
  void ofOneNodeThereIsNoTour() {
    assertThat(Tour.refused(1, RELEASES, List.of()).orElseThrow())
        .contains("3, 5 or 7 nodes, not 1");
    assertThat(Tour.refused(3, RELEASES, List.of())).isEmpty();
  }

  private static List<String> names(String... texts) {
    return TourSteps.chosen(3, RELEASES, List.of(texts)).stream().map(TourStep::name).toList();
  }
}
