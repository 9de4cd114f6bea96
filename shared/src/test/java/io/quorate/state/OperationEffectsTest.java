package io.quorate.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.CommandEffect;
import io.quorate.command.CommandKind;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What an open operation may do to the membership, by its kind and target. */
class OperationEffectsTest {
  private static final InstanceId EXECUTOR = new InstanceId("i-1");
  private static final MemberId TARGET = new MemberId(7);

  private static OpenCommand operation(CommandKind kind, Optional<MemberId> target) {
    return new OpenCommand("op-1", kind, EXECUTOR, target, Instant.EPOCH, false);
  }

  @Test
  void aJoinRemovesTheFormerMemberThenPromotes() {
    OpenCommand join = operation(CommandKind.JOIN, Optional.of(TARGET));
    assertThat(join.effects())
        .containsExactly(new CommandEffect.Removes(TARGET), new CommandEffect.Promotes(EXECUTOR));
    assertThat(join.promotes()).isTrue();
    assertThat(operation(CommandKind.JOIN, Optional.empty()).effects())
        .containsExactly(new CommandEffect.Promotes(EXECUTOR));
  }

  @Test
  void aRemovalOnlyRemoves() {
    OpenCommand remove = operation(CommandKind.REMOVE_MEMBER, Optional.of(TARGET));
    assertThat(remove.effects()).containsExactly(new CommandEffect.Removes(TARGET));
    assertThat(remove.promotes()).isFalse();
  }

  @Test
  void aLeaveRemovesThenStopsItsExecutor() {
    OpenCommand leave = operation(CommandKind.LEAVE, Optional.of(TARGET));
    assertThat(CommandKind.DEFRAGMENT.effects(EXECUTOR, Optional.empty()))
        .containsExactly(new CommandEffect.Blocks(EXECUTOR));
    assertThat(CommandKind.DEFRAGMENT.stopsOwnEtcd()).isFalse();
    assertThat(leave.effects())
        .containsExactly(new CommandEffect.Removes(TARGET), new CommandEffect.Stops(EXECUTOR));
    assertThat(leave.promotes()).isFalse();
  }
}
