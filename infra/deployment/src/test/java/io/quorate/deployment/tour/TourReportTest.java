package io.quorate.deployment.tour;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.codec.JsonTree;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TourReportTest {
  private static final StepReport BOOTSTRAP =
      new StepReport(
          "bootstrap",
          Optional.empty(),
          Duration.ofMillis(8_450),
          Optional.empty(),
          Optional.empty());
  private static final StepReport KILL =
      new StepReport(
          "kill -9 an etcd",
          Optional.of(Duration.ofMillis(310)),
          Duration.ofMillis(1_500),
          Optional.of(Duration.ofMillis(90)),
          Optional.empty());

  @Test
  void aPassedTourIsATableAndASentence() {
    TourReport report =
        new TourReport(List.of(BOOTSTRAP, KILL), 1234, 0, Optional.empty(), List.of());

    assertThat(report.passed()).isTrue();
    assertThat(report.lines())
        .containsExactly(
            "STEP             DETECTED  HEALTHY  LONGEST WRITE GAP  RESULT",
            "bootstrap               -    8.5 s                  -  ok",
            "kill -9 an etcd     0.3 s    1.5 s              0.1 s  ok",
            "",
            "All 1234 acknowledged writes are on every member; HashKV agrees.");
  }

  @Test
  void whatARestoredSnapshotDidNotHoldIsSaid() {
    TourReport report =
        new TourReport(List.of(BOOTSTRAP, KILL), 1234, 34, Optional.empty(), List.of());

    assertThat(report.lines().getLast())
        .isEqualTo(
            "All 1200 acknowledged writes that the restored snapshot held, or that came after it"
                + " was restored, are on every member, and none of the 34 between; HashKV agrees.");
  }

  @Test
  void aLostWriteFailsTheTourThoughEachStepPassed() {
    TourReport report =
        new TourReport(
            List.of(BOOTSTRAP, KILL),
            10,
            0,
            Optional.empty(),
            List.of("1 acknowledged writes are missing"));

    assertThat(report.passed()).isFalse();
    assertThat(report.lines()).contains("FAILED: 1 acknowledged writes are missing");
    assertThat(report.document()).containsEntry("passed", false);
  }

  @Test
  void programsReadMilliseconds() {
    String json =
        JsonTree.write(
            new TourReport(List.of(BOOTSTRAP, KILL), 10, 0, Optional.empty(), List.of())
                .document());

    assertThat(json)
        .contains(
            "\"detectedMillis\":310",
            "\"healthyMillis\":8450",
            "\"longestWriteGapMillis\":90",
            "\"acknowledgedWrites\":10");
  }

  @Test
  void whatClientsMetIsSaid() {
    TourReport report =
        new TourReport(
            List.of(BOOTSTRAP, KILL),
            10,
            0,
            Optional.of(new TourReport.Clients(9, 1, 0, 4, 0)),
            List.of());

    assertThat(report.lines().getLast())
        .isEqualTo(
            "A watcher saw 9 events, was told of 1 gaps, and missed nothing else; a lock was taken"
                + " 4 times, never by two at once.");
    assertThat(JsonTree.write(report.document())).contains("\"gapsTold\":1");
  }

  @Test
  void aLockHeldTwiceAndAnEventMissedAreProblems() {
    assertThat(new TourReport.Clients(9, 1, 2, 4, 1).problems())
        .containsExactly(
            "a watcher missed 2 acknowledged writes and was not told",
            "a lock was held by two at once 1 times");
  }

  @Test
  void aSkippedStepIsNeitherPassedNorAFailure() {
    TourReport report =
        new TourReport(
            List.of(KILL, StepReport.skipped("upgrade etcd", "no other release was found")),
            10,
            0,
            Optional.empty(),
            List.of());

    assertThat(report.passed()).isTrue();
    assertThat(report.lines())
        .containsExactly(
            "STEP             DETECTED  HEALTHY  LONGEST WRITE GAP  RESULT",
            "kill -9 an etcd     0.3 s    1.5 s              0.1 s  ok",
            "upgrade etcd            -        -                  -  skipped",
            "",
            "upgrade etcd: skipped, because no other release was found",
            "All 10 acknowledged writes are on every member; HashKV agrees.");
    assertThat(JsonTree.write(report.document()))
        .contains(
            "{\"step\":\"upgrade etcd\",\"passed\":false,"
                + "\"skippedBecause\":\"no other release was found\"}");
  }
}
