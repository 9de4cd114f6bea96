package io.quorate.controller.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.CommandKind;
import io.quorate.controller.decision.CancelCommand;
import io.quorate.controller.decision.Decision;
import io.quorate.controller.fixture.SnapshotFixture;
import io.quorate.controller.view.ClusterRecords;
import io.quorate.guards.Guards;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.DataState;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class CancelOverdueTaskTest {
  private static SnapshotFixture taking() {
    return SnapshotFixture.of(3)
        .open(CommandKind.TAKE_SNAPSHOT, "i-2", SnapshotFixture.taken(Duration.ZERO, 50).id());
  }

  @Test
  void aTaskInTimeIsLeftAlone() {
    assertThat(taking().cluster.plan().decision())
        .extracting(Decision::code)
        .isNotEqualTo("CANCEL_TASK");
  }

  @Test
  @Guards("CANCEL_OVERDUE_TASK")
  void afterItsDeadlineItsCancelIsAskedForOnce() {
    SnapshotFixture fixture = taking();
    fixture.cluster.after(Duration.ofMinutes(60).plusSeconds(1));

    assertThat(fixture.cluster.plan().decision())
        .isInstanceOfSatisfying(
            CancelCommand.class,
            cancel -> assertThat(cancel.reason().code()).isEqualTo("TASK_OVERDUE"));
    fixture.cluster.status = fixture.cluster.plan().status();
    assertThat(fixture.cluster.plan().decision())
        .extracting(Decision::code)
        .isNotEqualTo("CANCEL_TASK");
  }

  @Test
  @Guards("CANCEL_OVERDUE_TASK")
  void itGivesWayToAChangeOnItsNodeAndToNoOther() {
    SnapshotFixture same = taking();
    same.cluster.open(CommandKind.REMOVE_MEMBER, "i-2");
    SnapshotFixture other = taking();
    other.cluster.open(CommandKind.REMOVE_MEMBER, "i-3");

    assertThat(same.cluster.plan().decision())
        .isInstanceOfSatisfying(
            CancelCommand.class,
            cancel -> assertThat(cancel.reason().code()).isEqualTo("TASK_BESIDE_CHANGE"));
    assertThat(other.cluster.plan().decision())
        .extracting(Decision::code)
        .isNotEqualTo("CANCEL_TASK");
  }

  /** The voters without a directory end within seconds; a verification may take minutes. */
  @Test
  @Guards("CANCEL_OVERDUE_TASK")
  void aVerificationGivesWayToTheSnapshotOfWhatIsInMemoryOnly() {
    SnapshotRecord newest = SnapshotFixture.taken(Duration.ofMinutes(1), 50);
    SnapshotFixture verifying =
        SnapshotFixture.of(3)
            .catalogue(newest)
            .open(CommandKind.VERIFY_SNAPSHOT, "i-3", newest.id());
    SnapshotFixture taking = taking();
    taking.cluster.data("i-2", DataState.LOST).data("i-3", DataState.LOST);

    assertThat(verifying.cluster.plan().decision())
        .extracting(Decision::code)
        .isNotEqualTo("CANCEL_TASK");
    verifying.cluster.data("i-2", DataState.LOST).data("i-3", DataState.LOST);
    assertThat(verifying.cluster.plan().decision())
        .isInstanceOfSatisfying(
            CancelCommand.class,
            cancel -> assertThat(cancel.reason().code()).isEqualTo("TASK_BESIDE_RESCUE"));
    assertThat(taking.cluster.plan().decision())
        .extracting(Decision::code)
        .isNotEqualTo("CANCEL_TASK");
  }

  @Test
  @Guards("CancelCommand")
  void aSlotThatHoldsAnotherTaskIsNotTouched() {
    SnapshotFixture fixture = taking();
    fixture.cluster.records = ClusterRecords.NONE;
    fixture.cluster.after(Duration.ofMinutes(60).plusSeconds(1));

    assertThat(fixture.cluster.plan().decision())
        .extracting(Decision::code)
        .isNotEqualTo("CANCEL_TASK");
  }
}
