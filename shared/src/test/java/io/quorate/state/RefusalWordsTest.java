package io.quorate.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.command.CommandKind;
import io.quorate.model.ClusterUid;
import io.quorate.model.InstanceId;
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
                new OpenCommand(
                    "op-1", CommandKind.JOIN, ONE, Optional.empty(), Instant.EPOCH, false));
    OpenCommand task =
        new OpenCommand(
            "task-1",
            CommandKind.TAKE_SNAPSHOT,
            ONE,
            "20260101T000000Z-g1-0001",
            Optional.empty(),
            Instant.EPOCH,
            Instant.EPOCH,
            false);
    return Stream.of(
        () -> open.closing("op-2"),
        () -> Status.initial().closing("op-2"),
        () -> Status.initial().opening(task).closing("task-2"),
        () -> open.opening(task).opening(task),
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
