package io.quorate.controller.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.CommandKind;
import io.quorate.command.TakeSnapshot;
import io.quorate.command.VerifySnapshot;
import io.quorate.controller.decision.AnswerRequest;
import io.quorate.controller.decision.StartCommand;
import io.quorate.controller.fixture.SnapshotFixture;
import io.quorate.guards.Guards;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.snapshot.SnapshotRecord;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class StartRequestedTaskTest {
  private static final SnapshotRecord NEWEST = SnapshotFixture.verified(Duration.ofMinutes(1), 50);
  private static final Request TAKE = SnapshotFixture.asks(RequestKind.TAKE_SNAPSHOT);

  private static SnapshotFixture asked(Request request) {
    return SnapshotFixture.of(3).spec("interval: off").catalogue(NEWEST).request(request);
  }

  @Test
  @Guards("START_REQUESTED_TASK")
  void aSnapshotIsTakenThoughNoneIsDueAndItsKindFailed() {
    SnapshotFixture fixture =
        asked(TAKE).failed(CommandKind.TAKE_SNAPSHOT, 5, Duration.ZERO, "i-2");

    assertThat(fixture.cluster.plan().decision())
        .isInstanceOfSatisfying(
            StartCommand.class,
            start -> {
              assertThat(start.command())
                  .isInstanceOfSatisfying(
                      TakeSnapshot.class, take -> assertThat(take.because()).isEqualTo("alice"));
              assertThat(start.request().orElseThrow().after().state())
                  .isEqualTo(Request.State.TAKEN_UP);
            });
    assertThat(fixture.cluster.plan().status().tasks().open().orElseThrow().request())
        .contains(TAKE.id());
  }

  @Test
  void aVerifiedSnapshotIsVerifiedAgain() {
    Request verify =
        SnapshotFixture.asks(RequestKind.VERIFY_SNAPSHOT, "snapshot", NEWEST.id().value());

    assertThat(asked(verify).cluster.plan().decision())
        .isInstanceOfSatisfying(
            StartCommand.class,
            start -> assertThat(start.command()).isInstanceOf(VerifySnapshot.class));
  }

  @Test
  void itWaitsForTheOpenTask() {
    SnapshotFixture fixture = asked(TAKE).open(CommandKind.TAKE_SNAPSHOT, "i-2", NEWEST.id());
    fixture.cluster.after(Duration.ofMinutes(30));

    assertThat(fixture.cluster.plan().decision())
        .isNotInstanceOfAny(StartCommand.class, AnswerRequest.class);
  }

  @Test
  @Guards("START_REQUESTED_TASK")
  void whatNoNodeCanDoFailsAfterTenMinutesWithWhy() {
    SnapshotFixture fixture = asked(TAKE).knows("i-1").knows("i-2").knows("i-3");
    assertThat(fixture.cluster.plan().decision())
        .isNotInstanceOfAny(StartCommand.class, AnswerRequest.class);

    fixture.cluster.after(Duration.ofMinutes(10));
    assertThat(fixture.cluster.plan().decision())
        .isInstanceOfSatisfying(
            AnswerRequest.class,
            answer -> {
              assertThat(answer.request().after().state()).isEqualTo(Request.State.FAILED);
              assertThat(answer.request().after().detail()).contains("knows TAKE_SNAPSHOT");
            });
  }
}
