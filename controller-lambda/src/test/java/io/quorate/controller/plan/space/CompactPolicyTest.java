package io.quorate.controller.plan.space;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.CommandFailure;
import io.quorate.command.CommandKind;
import io.quorate.command.CompactHistory;
import io.quorate.command.Outcome.Result;
import io.quorate.controller.decision.AnswerRequest;
import io.quorate.controller.decision.CloseCommand;
import io.quorate.controller.decision.StartCommand;
import io.quorate.controller.fixture.SnapshotFixture;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.snapshot.SnapshotRecord;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A compaction that an operator asked for, from request to answer. */
class CompactPolicyTest {
  private static final SnapshotRecord NEWEST = SnapshotFixture.taken(Duration.ofMinutes(1), 50);

  private static SnapshotFixture asked(String revision) {
    Request request = SnapshotFixture.asks(RequestKind.COMPACT, "revision", revision);
    return SnapshotFixture.of(3).spec("interval: off").catalogue(NEWEST).request(request);
  }

  private static SnapshotFixture told(String revision) {
    SnapshotFixture fixture = asked(revision);
    var plan = fixture.cluster.plan();
    fixture.cluster.status = plan.status();
    return fixture;
  }

  @Test
  void tellsOneVoterTheRevision() {
    assertThat(asked("42").cluster.plan().decision())
        .isInstanceOfSatisfying(
            StartCommand.class,
            start -> {
              assertThat(((CompactHistory) start.command()).revision()).isEqualTo(42);
              assertThat(start.request().orElseThrow().after().result())
                  .containsEntry("revision", "42");
            });
  }

  @Test
  void refusesWhatIsNoRevision() {
    for (String wrong : List.of("", "0", "-1", "newest", "9999999999999999999")) {
      assertThat(asked(wrong).cluster.plan().decision())
          .isInstanceOfSatisfying(
              AnswerRequest.class,
              answer ->
                  assertThat(answer.request().after().state()).isEqualTo(Request.State.REFUSED));
    }
  }

  @Test
  void answersWithWhatEtcdSays() {
    String executor = told("42").cluster.status.tasks().open().orElseThrow().executor().value();
    SnapshotFixture done = told("42").answers(executor, Result.DONE, Map.of(), "compacted");
    SnapshotFixture refused =
        told("42")
            .answers(
                executor,
                Result.FAILED,
                Map.of(CommandFailure.VERDICT, CommandFailure.BAD),
                "in the future");

    assertThat(answer(done).state()).isEqualTo(Request.State.DONE);
    assertThat(answer(refused).state()).isEqualTo(Request.State.FAILED);
    assertThat(answer(refused).detail()).isEqualTo("in the future");
    assertThat(refused.cluster.plan().status().tasks().last().get(CommandKind.COMPACT))
        .satisfies(last -> assertThat(last.failures()).isZero());
  }

  private static Request answer(SnapshotFixture fixture) {
    return ((CloseCommand) fixture.cluster.plan().decision()).request().orElseThrow().after();
  }
}
