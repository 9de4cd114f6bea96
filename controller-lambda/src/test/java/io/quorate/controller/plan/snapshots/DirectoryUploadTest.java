package io.quorate.controller.plan.snapshots;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.Command;
import io.quorate.command.CommandKind;
import io.quorate.command.Lane;
import io.quorate.command.Outcome.Result;
import io.quorate.command.TakeSnapshot;
import io.quorate.command.UploadDirectory;
import io.quorate.controller.decision.Decision;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.StartCommand;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.RecoveryFixture;
import io.quorate.controller.fixture.SnapshotFixture;
import io.quorate.model.InstanceId;
import io.quorate.state.DataHolders;
import io.quorate.state.LastCommand;
import io.quorate.state.MaintenanceLane;
import io.quorate.state.OldLog;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is divergent goes to the bucket: its disk goes with its instance. */
class DirectoryUploadTest {
  private static final String BACK = "i-2";
  private static final String KEY = "demo/uid-1/directories/1/i-2-disk-i-2-g1-abc.tar";

  /** Node i-2 has a directory that holds more than was recovered. */
  private static ClusterFixture divergent() {
    ClusterFixture fixture = DivergentDataTest.second();
    fixture.spec = ClusterFixture.spec("interval: off");
    SnapshotFixture known = new SnapshotFixture(fixture);
    known.knows(BACK, CommandKind.of(Lane.MAINTENANCE).toArray(CommandKind[]::new));
    archived(fixture);
    return fixture;
  }

  private static void archived(ClusterFixture fixture) {
    fixture.node(BACK).report =
        fixture.node(BACK).report.archiving(DivergentDataTest.log(1, 2, 56));
  }

  private static Optional<Command> started(Plan plan) {
    return plan.decision() instanceof StartCommand start
        ? Optional.of(start.command())
        : Optional.empty();
  }

  private static void answers(ClusterFixture fixture, Result result, Map<String, Object> values) {
    fixture.status = fixture.plan().status();
    new SnapshotFixture(fixture).answers(BACK, result, values, "the answer");
    archived(fixture);
  }

  @Test
  void itsOwnNodeUploadsIt() {
    Optional<Command> task = started(divergent().plan());

    assertThat(task)
        .containsInstanceOf(UploadDirectory.class)
        .hasValueSatisfying(
            told -> {
              UploadDirectory upload = (UploadDirectory) told;
              assertThat(upload.header().executor()).isEqualTo(new InstanceId(BACK));
              assertThat(upload.directory()).isEqualTo("g1-abc");
              assertThat(upload.key()).isEqualTo(KEY);
            });
  }

  @Test
  void whatWasRecoveredOrIsAcknowledgedIsNotUploaded() {
    ClusterFixture covered = divergent();
    covered.node(BACK).report =
        covered.node(BACK).report.archiving(DivergentDataTest.log(1, 2, 55));
    ClusterFixture known = divergent();
    DataHolders told = known.plan().status().data();
    known.status = known.status.withData(told.acknowledged(told.oldLogs()));

    assertThat(started(covered.plan())).isEmpty();
    assertThat(started(known.plan())).isEmpty();
  }

  @Test
  void anAgentThatDoesNotKnowTheKindIsNotTold() {
    ClusterFixture fixture = divergent();
    new SnapshotFixture(fixture)
        .knows(BACK, CommandKind.TAKE_SNAPSHOT, CommandKind.VERIFY_SNAPSHOT);
    archived(fixture);

    assertThat(started(fixture.plan())).isEmpty();
    assertThat(DivergentDataTest.told(fixture.plan()))
        .hasValueSatisfying(words -> assertThat(words).contains("Keep the instance"));
  }

  @Test
  void whatStandsInTheBucketIsToldAndNotUploadedAgain() {
    ClusterFixture fixture = divergent();
    answers(fixture, Result.DONE, Map.of("key", KEY));

    Plan closed = fixture.plan();

    assertThat(closed.decision()).extracting(Decision::code).isEqualTo("CLOSE_TASK");
    assertThat(closed.status().data().oldLogs())
        .extracting(OldLog::copy)
        .containsExactly(Optional.of(KEY));
    fixture.status = closed.status();
    Plan after = fixture.plan();
    assertThat(started(after)).isEmpty();
    assertThat(DivergentDataTest.told(after))
        .hasValueSatisfying(
            words -> assertThat(words).contains(KEY, "the instance need not be kept"));
  }

  @Test
  void aFailureIsToldAndTriedAgainLater() {
    ClusterFixture fixture = divergent();
    answers(fixture, Result.FAILED, Map.of("failure", "ACCESS_DENIED"));

    Plan closed = fixture.plan();

    assertThat(closed.status().data().oldLogs())
        .extracting(OldLog::copy)
        .containsExactly(Optional.empty());
    assertThat(DivergentDataTest.told(closed))
        .hasValueSatisfying(
            words -> assertThat(words).contains("Keep the instance", "ACCESS_DENIED: the answer"));
  }

  @Test
  void afterAFailureItWaits() {
    ClusterFixture fixture = divergent();
    LastCommand last =
        new LastCommand(
            new InstanceId(BACK), fixture.now, Result.FAILED, "STORE_AWAY: no answer", 1);
    fixture.status =
        fixture.status.withTasks(
            new MaintenanceLane(
                Optional.empty(),
                Map.of(CommandKind.UPLOAD_DIRECTORY, last),
                fixture.status.tasks().bucket()));

    assertThat(started(fixture.plan())).isEmpty();
    fixture.now = fixture.now.plus(Duration.ofMinutes(1));
    assertThat(started(fixture.plan())).containsInstanceOf(UploadDirectory.class);
  }

  @Test
  void aSnapshotThatIsDueGoesFirst() {
    ClusterFixture fixture = divergent();
    fixture.spec = ClusterFixture.spec("interval: 30m");
    RecoveryFixture.catalogue(fixture);

    assertThat(started(fixture.plan())).containsInstanceOf(TakeSnapshot.class);
  }
}
