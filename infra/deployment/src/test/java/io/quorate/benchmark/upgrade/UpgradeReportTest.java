package io.quorate.benchmark.upgrade;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.benchmark.Measurements;
import io.quorate.deployment.tour.FoundReleases.Change;
import io.quorate.spec.EtcdVersion;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What Quorate may take follows from what was measured beside it. */
class UpgradeReportTest {
  private static final Change FORTH =
      new Change(
          EtcdVersion.parse("3.5.30").orElseThrow(), EtcdVersion.parse("3.6.14").orElseThrow());

  @Test
  void aMemberIsComparedWithTheSameByHandAndTheGapWithALeaderMoveOfItsOwnCluster() {
    assertThat(report(1.2, 150)).containsSubsequence("goal 1.20 s: kept", "goal 150.00 ms: kept");
    assertThat(report(1.21, 150)).contains("goal 1.20 s: missed", "goal 150.00 ms: kept");
    assertThat(report(1.2, 151)).contains("goal 1.20 s: kept", "goal 150.00 ms: missed");
  }

  @Test
  void bothSidesStandBesideEachOther() {
    assertThat(report(1.1, 120).lines())
        .startsWith("three members")
        .contains("3.5.30 to 3.6.14")
        .anyMatch(
            line ->
                line.contains(UpgradeReport.MEMBER)
                    && line.contains("by hand 1.00 s")
                    && line.contains("Quorate 1.10 s"));
  }

  /** A member takes one second by hand, a leader move of Quorate's 100 ms. */
  private static String report(double member, double gap) {
    Measurements measured = new Measurements();
    measured.add("bare " + UpgradeReport.LEADER_MOVE, 10);
    measured.add("Quorate " + UpgradeReport.LEADER_MOVE, 100);
    for (String who : List.of("bare ", "Quorate ")) {
      String figure = who + FORTH + ", ";
      boolean bare = who.equals("bare ");
      measured.add(figure + UpgradeReport.MEMBER, bare ? 1 : member);
      measured.add(figure + UpgradeReport.ALL, 4);
      measured.add(figure + UpgradeReport.ROLL_OUT, 5);
      measured.add(figure + UpgradeReport.GAP, bare ? 20 : gap);
    }
    return new UpgradeReport(measured).text("three members", List.of(FORTH));
  }
}
