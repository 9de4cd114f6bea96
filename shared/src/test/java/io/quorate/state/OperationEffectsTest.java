package io.quorate.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.instruction.InstructionEffect;
import io.quorate.instruction.InstructionKind;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What an open operation may do to the membership, by its kind and target. */
class OperationEffectsTest {
  private static final InstanceId EXECUTOR = new InstanceId("i-1");
  private static final MemberId TARGET = new MemberId(7);

  private static Operation operation(InstructionKind kind, Optional<MemberId> target) {
    return new Operation("op-1", kind, EXECUTOR, target, Instant.EPOCH, false);
  }

  @Test
  void aJoinRemovesTheFormerMemberThenPromotes() {
    Operation join = operation(InstructionKind.JOIN, Optional.of(TARGET));
    assertThat(join.effects())
        .containsExactly(
            new InstructionEffect.Removes(TARGET), new InstructionEffect.Promotes(EXECUTOR));
    assertThat(join.promotes()).isTrue();
    assertThat(operation(InstructionKind.JOIN, Optional.empty()).effects())
        .containsExactly(new InstructionEffect.Promotes(EXECUTOR));
  }

  @Test
  void aRemovalOnlyRemoves() {
    Operation remove = operation(InstructionKind.REMOVE_MEMBER, Optional.of(TARGET));
    assertThat(remove.effects()).containsExactly(new InstructionEffect.Removes(TARGET));
    assertThat(remove.promotes()).isFalse();
  }

  @Test
  void aLeaveRemovesThenStopsItsExecutor() {
    Operation leave = operation(InstructionKind.LEAVE, Optional.of(TARGET));
    assertThat(leave.effects())
        .containsExactly(
            new InstructionEffect.Removes(TARGET), new InstructionEffect.Stops(EXECUTOR));
    assertThat(leave.promotes()).isFalse();
  }
}
