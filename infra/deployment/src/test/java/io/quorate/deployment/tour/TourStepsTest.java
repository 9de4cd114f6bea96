package io.quorate.deployment.tour;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TourStepsTest {
  @Test
  void withoutAChoiceAllStepsAreMade() {
    assertThat(names())
        .isEqualTo(TourSteps.all(3).stream().map(TourStep::name).toList())
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
  void aTextThatStandsInNoNameIsRefusedWithAllNames() {
    assertThat(Tour.refused(3, List.of("quota", "reboot")).orElseThrow())
        .contains("'reboot'", "lower etcd.quota to 16MiB", "terminate every instance at EC2")
        .doesNotContain("'quota'");
    assertThat(Tour.refused(3, List.of("quota"))).isEmpty();
  }

  @Test
  void ofOneNodeThereIsNoTour() {
    assertThat(Tour.refused(1, List.of()).orElseThrow()).contains("3, 5 or 7 nodes, not 1");
    assertThat(Tour.refused(3, List.of())).isEmpty();
  }

  private static List<String> names(String... texts) {
    return TourSteps.chosen(3, List.of(texts)).stream().map(TourStep::name).toList();
  }
}
