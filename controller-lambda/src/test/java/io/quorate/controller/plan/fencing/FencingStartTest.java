package io.quorate.controller.plan.fencing;

import static io.quorate.controller.fixture.RecoveryFixture.advance;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.RecoveryFixture;
import io.quorate.controller.plan.recovery.QuorumLostTest;
import io.quorate.model.MemberId;
import io.quorate.recovery.Recovery;
import io.quorate.state.DataHolding;
import io.quorate.state.DataState;
import org.junit.jupiter.api.Test;

/** Whose members are fenced, and when. */
class FencingStartTest {
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

  /** It lost its data, joins anew, and the quorum went before a list without its former member. */
  @Test
  void aVoterWhoseNodeHoldsAnotherMemberInItsPlaceIsLost() {
    ClusterFixture fixture = RecoveryFixture.recorded();
    fixture.status = fixture.plan().status();
    fixture.terminate("i-1");
    fixture.node("i-2").joined(fixture.lineage.bootstrap().orElseThrow(), new MemberId(0x77));
    QuorumLostTest.left(fixture.node("i-2"));
    QuorumLostTest.left(fixture.node("i-3"));
    fixture.status = fixture.plan().status();
    fixture.now = fixture.now.plusSeconds(61);

    assertThat(advance(fixture).state()).isEqualTo(Recovery.State.FENCING);
  }

  /** It was joining when everyone else went, told that it has none, and took its identity then. */
  @Test
  void aJoinerThatHasDataAfterAllIsFencedFirst() {
    ClusterFixture fixture = QuorumLostTest.twoTerminated();
    DataHolding data = fixture.node("i-3").report.holds().orElseThrow();
    fixture.status = fixture.plan().status();
    RecoveryFixture.waiting(fixture.node("i-3"), DataHolding.Cause.LOST);
    assertThat(advance(fixture).state()).isEqualTo(Recovery.State.TRIAL);

    QuorumLostTest.left(fixture.node("i-3"));
    assertThat(fixture.node("i-3").report.holds()).contains(data);

    assertThat(advance(fixture).state()).isEqualTo(Recovery.State.ENDED);
    assertThat(advance(fixture).state()).isEqualTo(Recovery.State.FENCING);
  }
}
