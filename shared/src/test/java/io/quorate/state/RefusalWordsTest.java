package io.quorate.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.instruction.InstructionKind;
import io.quorate.instruction.Outcome;
import io.quorate.model.ClusterUid;
import io.quorate.model.InstanceId;
import io.quorate.task.TaskKind;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is refused is said without the names of Java's own classes. */
class RefusalWordsTest {
  private static final InstanceId ONE = new InstanceId("i-1");

  static Stream<ThrowingCallable> refusals() {
    Status open =
        Status.initial()
            .opening(
                new Operation(
                    "op-1", InstructionKind.JOIN, ONE, Optional.empty(), Instant.EPOCH, false));
    OpenTask task =
        new OpenTask(
            "task-1",
            TaskKind.TAKE_SNAPSHOT,
            ONE,
            "20260101T000000Z-g1-0001",
            Optional.empty(),
            Instant.EPOCH,
            Instant.EPOCH,
            false);
    LastTask ended = new LastTask(ONE, Instant.EPOCH, Outcome.Result.DONE, "", 0);
    return Stream.of(
        () -> open.closing("op-2"),
        () -> Status.initial().closing("op-2"),
        () -> TaskLane.NONE.closing("task-2", ended),
        () -> TaskLane.NONE.opening(task).closing("task-2", ended),
        () -> new Lineage(new ClusterUid("u"), Lineage.State.COMMITTED, Optional.empty()),
        () -> new DataHolding(DataHolding.State.NONE, Optional.empty(), "disk-1"));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void namesNoClassOfJava(ThrowingCallable refused) {
    assertThatThrownBy(refused).hasMessageNotContaining("Optional").hasMessageNotContaining("[");
  }

  @Test
  void namesWhatIsOpen() {
    List<ThrowingCallable> all = refusals().toList();
    assertThat(all).hasSize(6);
    assertThatThrownBy(all.get(0)).hasMessageContaining("but op-1");
    assertThatThrownBy(all.get(1)).hasMessageContaining("but none");
  }
}
