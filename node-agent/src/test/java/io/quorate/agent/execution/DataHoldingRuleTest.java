package io.quorate.agent.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.state.DataHolding;
import io.quorate.state.DataHolding.Cause;
import io.quorate.state.DataHolding.State;
import io.quorate.state.DataState;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A disk is said to hold nothing only where that is journalled and proved (I1). */
class DataHoldingRuleTest {
  private static DataHolding of(AgentJournal journal) {
    return DataHoldingRule.of(journal, true, Optional.empty());
  }

  private static AgentJournal verdict(DataState state) {
    return Journals.serving().edit().verdict(new DataVerdict(state, "test")).done();
  }

  private static void isNone(DataHolding holding, Cause cause) {
    assertThat(holding.state()).isEqualTo(State.NONE);
    assertThat(holding.cause()).contains(cause);
  }

  @Test
  void aMemberWithoutAVerdictIsData() {
    assertThat(of(Journals.serving()).state()).isEqualTo(State.DATA);
  }

  @Test
  void aNewDiskNeverHeldAny() {
    isNone(of(AgentJournal.fresh(Journals.NODE, "disk")), Cause.NEVER);
    assertThat(of(AgentJournal.fresh(Journals.NODE, "disk")).diskId()).isEqualTo("disk");
  }

  @Test
  void lostAndRemovedMembersHoldNone() {
    isNone(of(verdict(DataState.LOST)), Cause.LOST);
    isNone(of(verdict(DataState.REMOVED)), Cause.REMOVED);
  }

  /** What is damaged, rolled back or superseded may be salvaged: it is a person's to give up. */
  @ParameterizedTest
  @EnumSource(
      value = DataState.class,
      names = {"DAMAGED", "ROLLED_BACK", "FOREIGN", "SUPERSEDED"})
  void everyOtherVerdictProvesNothing(DataState state) {
    assertThat(of(verdict(state)).state()).isEqualTo(State.UNKNOWN);
  }

  /** An etcd whose directory was deleted goes on acknowledging for a while. */
  @Test
  void aProcessOrAPortThatMayBeAnEtcdsProvesNothing() {
    assertThat(
            DataHoldingRule.of(verdict(DataState.LOST), true, Optional.of("process 7 runs"))
                .state())
        .isEqualTo(State.UNKNOWN);
  }

  @Test
  void anythingInEtcdsPathProvesNothing() {
    assertThat(DataHoldingRule.of(verdict(DataState.LOST), false, Optional.empty()).state())
        .isEqualTo(State.UNKNOWN);
    assertThat(
            DataHoldingRule.of(AgentJournal.fresh(Journals.NODE, "disk"), false, Optional.empty())
                .state())
        .isEqualTo(State.UNKNOWN);
  }

  @Test
  void anInstructionUnderWayMayYetMakeData() {
    assertThat(of(Journals.joining(Journals.memberless())).state()).isEqualTo(State.UNKNOWN);
  }
}
