package io.quorate.agent.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.CommandProgress;
import io.quorate.agent.execution.DataVerdict;
import io.quorate.agent.execution.JournalStore;
import io.quorate.agent.execution.Journals;
import io.quorate.agent.steps.StepWorld;
import io.quorate.command.CommandKind;
import io.quorate.command.Outcome;
import io.quorate.model.FencingToken;
import io.quorate.model.MemberId;
import io.quorate.state.DataState;
import io.quorate.state.Watermark;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a boot makes of the disk that it finds, and how steps are told. */
class RowReconciliationTest {
  @Test
  void aDiskOfAnotherInstanceIsNewToThisOne() {
    AgentJournal opened = RowReconciliation.open(StepWorld.movedDisk(), StepWorld.SELF).current();
    assertThat(opened.instance()).isEqualTo(StepWorld.SELF.instance());
    assertThat(opened.diskId()).isNotEqualTo("disk");
    assertThat(opened.member()).isEmpty();
    assertThat(opened.incarnationCount()).isEqualTo(1);
  }

  @Test
  void aNewDiskUnderAnInstanceThatReportedAMemberHasLostIt() {
    var journalStore = RowReconciliation.open(StepWorld.newDisk(), StepWorld.SELF);
    var lineage = Journals.lineage(Journals.UID, 2);
    var row = Journals.row("another disk", 1, Journals.MEMBER, new Watermark(4, 90));
    RowReconciliation.learnFromRow(journalStore, lineage, Optional.of(row));
    assertThat(journalStore.current().verdict().map(DataVerdict::state)).contains(DataState.LOST);
    assertThat(journalStore.current().member().orElseThrow().watermark())
        .as("should an earlier state of the other disk come back")
        .isEqualTo(new Watermark(4, 90));
    assertThat(journalStore.current().member().orElseThrow().identity().memberId())
        .isEqualTo(Journals.MEMBER);
  }

  @Test
  void aDiskThatReportedAMemberItNoLongerKnowsWasSetBack() {
    var journalStore = RowReconciliation.open(StepWorld.newDisk(), StepWorld.SELF);
    var row = Optional.of(Journals.row(journalStore.current().diskId(), 1));
    var lineage = Journals.lineage(Journals.UID, 2);
    Outcome undone =
        new Outcome("undone", CommandKind.JOIN, Outcome.Result.FAILED, "START", "undone");
    journalStore.change(edit -> edit.ended(undone));
    RowReconciliation.learnFromRow(journalStore, lineage, row);
    assertThat(journalStore.current().verdict()).as("a join that was undone").isEmpty();

    var setBack = RowReconciliation.open(StepWorld.newDisk(), StepWorld.SELF);
    RowReconciliation.learnFromRow(
        setBack, lineage, Optional.of(Journals.row(setBack.current().diskId(), 1)));
    assertThat(setBack.current().verdict().map(DataVerdict::state)).contains(DataState.ROLLED_BACK);
  }

  @Test
  void whatTheRowHasAnsweredIsNotDoneAgainByADiskThatWasSetBack() {
    AgentJournal joining = Journals.joining(Journals.serving());
    Outcome done = outcomeOf(Journals.slot().command().header().id());
    var row = Journals.answering(Journals.row("disk", 1), joining.seenToken(), done);
    var amid = JournalStore.open(StepWorld.newDisk().journal(), joining);

    RowReconciliation.learnAtStart(amid, Journals.lineage(Journals.UID, 2), Optional.of(row));

    assertThat(amid.current().progress()).isEmpty();
    assertThat(amid.current().outcome()).contains(done);
    assertThat(amid.current().member()).isEqualTo(joining.member());
  }

  @Test
  void aDiskThatHasSeenLessThanItsRowLearnsTheAnswerAndThatItsMemberIsLost() {
    Outcome done = outcomeOf("remove-1");
    var row = Journals.answering(Journals.row("another", 1), new FencingToken(7), done);
    var fresh = RowReconciliation.open(StepWorld.newDisk(), StepWorld.SELF);

    RowReconciliation.learnAtStart(fresh, Journals.lineage(Journals.UID, 2), Optional.of(row));

    assertThat(fresh.current().outcome()).contains(done);
    assertThat(fresh.current().verdict().map(DataVerdict::state)).contains(DataState.LOST);
  }

  @Test
  void aRowThatIsOlderThanTheJournalTeachesNothing() {
    AgentJournal joining = Journals.joining(Journals.serving());
    var row =
        Journals.answering(
            Journals.row("disk", 1), joining.seenToken(), outcomeOf("an earlier one"));
    var amid = JournalStore.open(StepWorld.newDisk().journal(), joining);

    RowReconciliation.learnAtStart(amid, Journals.lineage(Journals.UID, 2), Optional.of(row));

    assertThat(amid.current()).isEqualTo(joining);
  }

  @Test
  void aDiskThatWasSetBackGoesOnTellingWhatItsRowTold() {
    var row = Journals.row("disk", 9, Journals.MEMBER, new Watermark(5, 90));
    var journalStore = JournalStore.open(StepWorld.newDisk().journal(), Journals.serving());

    RowReconciliation.keepReported(journalStore, Journals.seeing(row, new FencingToken(30)));

    assertThat(journalStore.current().incarnationCount()).isEqualTo(9);
    assertThat(journalStore.current().seenToken()).isEqualTo(new FencingToken(30));
    assertThat(journalStore.current().member().orElseThrow().watermark())
        .isEqualTo(new Watermark(5, 90));
  }

  @Test
  void ofADiskThatWasSetBackPastItsMemberNoStateIsTheLast() {
    var row = Journals.row("disk", 9, new MemberId(9), new Watermark(5, 90));
    var journalStore = JournalStore.open(StepWorld.newDisk().journal(), Journals.serving());

    RowReconciliation.keepReported(journalStore, row);

    assertThat(journalStore.current().incarnationCount()).isEqualTo(10);
    assertThat(journalStore.current().member()).isEqualTo(Journals.serving().member());
  }

  @Test
  void theTokenIsTakenOverOnlyWithWhatWasAnsweredUnderIt() {
    var row = Journals.row("disk", 1, Journals.MEMBER, Watermark.NONE);
    var journalStore = JournalStore.open(StepWorld.newDisk().journal(), Journals.serving());

    RowReconciliation.keepReported(
        journalStore, Journals.answering(row, new FencingToken(30), outcomeOf("remove-1")));

    assertThat(journalStore.current()).isEqualTo(Journals.serving());
  }

  @Test
  void aRowThatTellsLessChangesNothing() {
    var row = Journals.row("disk", 4, Journals.MEMBER, new Watermark(4, 39));
    var journalStore = JournalStore.open(StepWorld.newDisk().journal(), Journals.serving());

    RowReconciliation.keepReported(journalStore, row);

    assertThat(journalStore.current()).isEqualTo(Journals.serving());
  }

  private static Outcome outcomeOf(String id) {
    return new Outcome(id, CommandKind.JOIN, Outcome.Result.DONE, "CONFIRM", "done");
  }

  @Test
  void aStepIsToldByOneLineAndCounted() {
    AgentJournal joining = Journals.joining(Journals.memberless());
    Optional<CommandProgress> before = joining.progress();
    Outcome failed =
        new Outcome("told", CommandKind.JOIN, Outcome.Result.FAILED, "START", "no directory");
    StepTransition news =
        StepTransition.of(before, "", joining.edit().ended(failed).done()).orElseThrow();
    assertThat(news)
        .hasToString(
            "event=step instruction=told kind=JOIN from=START to=none"
                + " detail=\"FAILED: no directory\"");
    assertThat(news.step())
        .contains(new AgentSnapshot.Step(CommandKind.JOIN, "START", Outcome.Result.FAILED));
    assertThat(StepTransition.of(before, "", joining)).isEmpty();
  }
}
