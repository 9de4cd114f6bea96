package io.quorate.controller.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.controller.decision.CancelTask;
import io.quorate.controller.view.ClusterRecords;
import io.quorate.guards.Guards;
import io.quorate.instruction.InstructionKind;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.DataState;
import io.quorate.task.TaskKind;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class CancelOverdueTaskTest {
  private static SnapshotFixture taking() {
    return SnapshotFixture.of(3)
        .open(TaskKind.TAKE_SNAPSHOT, "i-2", SnapshotFixture.taken(Duration.ZERO, 50).id());
  }

  @Test
  void aTaskInTimeIsLeftAlone() {
    assertThat(taking().cluster.plan().decision()).isNotInstanceOf(CancelTask.class);
  }

  @Test
  @Guards("CANCEL_OVERDUE_TASK")
  void afterItsDeadlineItsCancelIsAskedForOnce() {
    SnapshotFixture fixture = taking();
    fixture.cluster.after(Duration.ofMinutes(60).plusSeconds(1));

    assertThat(fixture.cluster.plan().decision())
        .isInstanceOfSatisfying(
            CancelTask.class,
            cancel -> assertThat(cancel.reason().code()).isEqualTo("TASK_OVERDUE"));
    fixture.cluster.status = fixture.cluster.plan().status();
    assertThat(fixture.cluster.plan().decision()).isNotInstanceOf(CancelTask.class);
  }

  @Test
  @Guards("CANCEL_OVERDUE_TASK")
  void itGivesWayToAChangeOnItsNodeAndToNoOther() {
    SnapshotFixture same = taking();
    same.cluster.open(InstructionKind.REMOVE_MEMBER, "i-2");
    SnapshotFixture other = taking();
    other.cluster.open(InstructionKind.REMOVE_MEMBER, "i-3");

    assertThat(same.cluster.plan().decision())
        .isInstanceOfSatisfying(
            CancelTask.class,
            cancel -> assertThat(cancel.reason().code()).isEqualTo("TASK_BESIDE_CHANGE"));
    assertThat(other.cluster.plan().decision()).isNotInstanceOf(CancelTask.class);
  }

  /** The voters without a directory end within seconds; a verification may take minutes. */
  @Test
  @Guards("CANCEL_OVERDUE_TASK")
  void aVerificationGivesWayToTheSnapshotOfWhatIsInMemoryOnly() {
    SnapshotRecord newest = SnapshotFixture.taken(Duration.ofMinutes(1), 50);
    SnapshotFixture verifying =
        SnapshotFixture.of(3).catalogue(newest).open(TaskKind.VERIFY_SNAPSHOT, "i-3", newest.id());
    SnapshotFixture taking = taking();
    taking.cluster.data("i-2", DataState.LOST).data("i-3", DataState.LOST);

    assertThat(verifying.cluster.plan().decision()).isNotInstanceOf(CancelTask.class);
    verifying.cluster.data("i-2", DataState.LOST).data("i-3", DataState.LOST);
    assertThat(verifying.cluster.plan().decision())
        .isInstanceOfSatisfying(
            CancelTask.class,
            cancel -> assertThat(cancel.reason().code()).isEqualTo("TASK_BESIDE_RESCUE"));
    assertThat(taking.cluster.plan().decision()).isNotInstanceOf(CancelTask.class);
  }

  @Test
  @Guards("CancelTask")
  void aSlotThatHoldsAnotherTaskIsNotTouched() {
    SnapshotFixture fixture = taking();
    fixture.cluster.records = ClusterRecords.NONE;
    fixture.cluster.after(Duration.ofMinutes(60).plusSeconds(1));

    assertThat(fixture.cluster.plan().decision()).isNotInstanceOf(CancelTask.class);
  }
}
