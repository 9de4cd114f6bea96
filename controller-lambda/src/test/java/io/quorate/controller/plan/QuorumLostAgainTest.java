package io.quorate.controller.plan;

import static io.quorate.controller.plan.RecoveryFixture.advance;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.instruction.Outcome;
import io.quorate.model.InstanceId;
import io.quorate.recovery.Recovery;
import io.quorate.recovery.Salvage;
import io.quorate.snapshot.SnapshotId;
import io.quorate.state.DataHolding;
import io.quorate.state.DataState;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the simulator found in recoveries of a lost quorum. */
class QuorumLostAgainTest {
  /** Somebody damaged its file in the bucket: the disk still holds what no older snapshot does. */
  @Test
  void aDirectoryWhoseSnapshotProvesBadIsSalvagedAgain() {
    ClusterFixture fixture = QuorumLostTest.salvaged();
    SnapshotId first = advance(fixture).source().orElseThrow().snapshot();
    RecoveryFixture.trialEnds(
        fixture, Outcome.Result.FAILED, "its SHA-256 is another", Map.of("verdict", "BAD"));

    Recovery passedOver = advance(fixture);
    assertThat(passedOver.passedOver().getFirst().snapshot()).isEqualTo(first);

    fixture.now = fixture.now.plusSeconds(1);
    Salvage again = advance(fixture).openSalvage().orElseThrow();
    assertThat(again.instance()).isEqualTo(new InstanceId("i-3"));
    assertThat(again.number()).isEqualTo(2);
    assertThat(again.snapshot()).isNotEqualTo(first);
  }

  /**
   * Its join came to nothing, for the quorum was lost meanwhile: whether its former member was
   * removed or not, too few voters are left.
   */
  @Test
  void aVoterWhoseNodeUndidItsJoinIsLost() {
    ClusterFixture fixture = RecoveryFixture.recorded();
    fixture.status = fixture.plan().status();
    fixture.terminate("i-1");
    fixture.knowsNothing("i-2");
    fixture.node("i-2").data = DataState.NONE;
    RecoveryFixture.waiting(fixture.node("i-2"), DataHolding.Cause.UNDONE);
    QuorumLostTest.left(fixture.node("i-3"));
    fixture.status = fixture.plan().status();
    fixture.now = fixture.now.plusSeconds(61);

    assertThat(advance(fixture).state()).isEqualTo(Recovery.State.FENCING);
  }
}
