package io.quorate.agent.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.Command;
import io.quorate.command.LeaveCluster;
import io.quorate.command.Outcome;
import io.quorate.command.RemoveMember;
import io.quorate.model.MemberId;
import io.quorate.state.DataHolding;
import io.quorate.state.DataHolding.Cause;
import io.quorate.state.DataHolding.State;
import io.quorate.state.DataState;
import java.util.List;
import java.util.Map;
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

  /** It executes etcd only after it has journalled an identity. */
  @Test
  void aJoinThatHasNoIdentityYetHasMadeNothing() {
    AgentJournal joining = Journals.joining(Journals.memberless());

    isNone(of(joining), Cause.NEVER);
    isNone(of(chosen(joining)), Cause.NEVER);
    assertThat(DataHoldingRule.of(joining, false, Optional.empty()).state())
        .isEqualTo(State.UNKNOWN);
    assertThat(DataHoldingRule.of(joining, true, Optional.of("port 2379 is taken")).state())
        .isEqualTo(State.UNKNOWN);
  }

  @Test
  void aJoinThatHasNotGivenUpTheFormerMemberTellsOfThatOne() {
    isNone(of(Journals.joining(verdict(DataState.LOST))), Cause.LOST);
    assertThat(of(Journals.joining(verdict(DataState.DAMAGED))).state()).isEqualTo(State.UNKNOWN);
  }

  /** All lose their directories while one joins: nobody is waited for. */
  @Test
  void aJoinThatHasAnIdentityTellsOfItsOwnLearner() {
    assertThat(of(chosen(Journals.joining(Journals.serving()))).state()).isEqualTo(State.DATA);
    AgentJournal lost = chosen(Journals.joining(verdict(DataState.LOST)));
    isNone(of(lost), Cause.LOST);
    assertThat(DataHoldingRule.of(lost, true, Optional.of("an etcd runs")).state())
        .isEqualTo(State.UNKNOWN);
    assertThat(of(chosen(Journals.joining(verdict(DataState.DAMAGED)))).state())
        .isEqualTo(State.UNKNOWN);
  }

  @Test
  void aJoinThatIsBeingUndoneWithoutAnIdentityHoldsNone() {
    AgentJournal joining = chosen(Journals.joining(Journals.memberless()));
    CommandProgress undoing =
        joining
            .progress()
            .orElseThrow()
            .undoing(
                "REMOVE_OWN_LEARNER",
                new CommandProgress.Undo(Outcome.Result.CANCELLED, "its cancel was asked for"));

    isNone(of(joining.edit().progress(undoing).done()), Cause.UNDONE);
  }

  @Test
  void aRemovalOfAnotherMemberMakesNoDataAndALeaveIsNoProof() {
    AgentJournal lost = verdict(DataState.LOST);
    Command removal =
        new RemoveMember(Journals.header(), Journals.CLUSTER, new MemberId(9), false, "dead");
    Command leave =
        new LeaveCluster(
            Journals.header(),
            Journals.CLUSTER,
            Journals.MEMBER,
            List.of("http://10.0.0.2:2379"),
            60_000);

    isNone(of(underWay(lost, removal)), Cause.LOST);
    assertThat(of(underWay(lost, leave)).state()).isEqualTo(State.UNKNOWN);
  }

  private static AgentJournal underWay(AgentJournal journal, Command instruction) {
    return journal
        .edit()
        .progress(new CommandProgress(instruction, "ANY", Map.of(), 0, Optional.empty()))
        .done();
  }

  /** The same join once it has chosen its directory. */
  private static AgentJournal chosen(AgentJournal joining) {
    return joining
        .edit()
        .progress(
            joining.progress().orElseThrow().with(CommandProgress.DIRECTORY_NONCE, Journals.NONCE))
        .done();
  }
}
