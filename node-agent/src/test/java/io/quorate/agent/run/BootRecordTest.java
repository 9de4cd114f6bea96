package io.quorate.agent.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.JournalBook;
import io.quorate.agent.execution.Journals;
import io.quorate.agent.execution.Progress;
import io.quorate.agent.execution.Verdict;
import io.quorate.agent.steps.World;
import io.quorate.instruction.InstructionKind;
import io.quorate.instruction.Outcome;
import io.quorate.model.FencingToken;
import io.quorate.model.MemberId;
import io.quorate.state.DataState;
import io.quorate.state.Watermark;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a boot makes of the disk that it finds, and how steps are told. */
class BootRecordTest {
  @Test
  void aDiskOfAnotherInstanceIsNewToThisOne() {
    AgentJournal opened = BootRecord.open(World.movedDisk(), World.SELF).current();
    assertThat(opened.instance()).isEqualTo(World.SELF.instance());
    assertThat(opened.diskNonce()).isNotEqualTo("disk");
    assertThat(opened.member()).isEmpty();
    assertThat(opened.bootCount()).isEqualTo(1);
  }

  @Test
  void aNewDiskUnderAnInstanceThatReportedAMemberHasLostIt() {
    var book = BootRecord.open(World.newDisk(), World.SELF);
    var lineage = Journals.lineage(Journals.UID, 2);
    var row = Journals.row("another disk", 1, Journals.MEMBER, new Watermark(4, 90));
    BootRecord.learnFromRow(book, lineage, Optional.of(row));
    assertThat(book.current().verdict().map(Verdict::state)).contains(DataState.LOST);
    assertThat(book.current().member().orElseThrow().watermark())
        .as("should an earlier state of the other disk come back")
        .isEqualTo(new Watermark(4, 90));
    assertThat(book.current().member().orElseThrow().identity().memberId())
        .isEqualTo(Journals.MEMBER);
  }

  @Test
  void aDiskThatReportedAMemberItNoLongerKnowsWasSetBack() {
    var book = BootRecord.open(World.newDisk(), World.SELF);
    var row = Optional.of(Journals.row(book.current().diskNonce(), 1));
    var lineage = Journals.lineage(Journals.UID, 2);
    Outcome undone =
        new Outcome("undone", InstructionKind.JOIN, Outcome.Result.FAILED, "START", "undone");
    book.change(edit -> edit.ended(undone));
    BootRecord.learnFromRow(book, lineage, row);
    assertThat(book.current().verdict()).as("a join that was undone").isEmpty();

    var setBack = BootRecord.open(World.newDisk(), World.SELF);
    BootRecord.learnFromRow(
        setBack, lineage, Optional.of(Journals.row(setBack.current().diskNonce(), 1)));
    assertThat(setBack.current().verdict().map(Verdict::state)).contains(DataState.ROLLED_BACK);
  }

  @Test
  void whatTheRowHasAnsweredIsNotDoneAgainByADiskThatWasSetBack() {
    AgentJournal joining = Journals.joining(Journals.serving());
    Outcome done = outcomeOf(Journals.slot().instruction().header().id());
    var row = Journals.answering(Journals.row("disk", 1), joining.seenToken(), done);
    var amid = JournalBook.open(World.newDisk().journal(), joining);

    BootRecord.learnAtStart(amid, Journals.lineage(Journals.UID, 2), Optional.of(row));

    assertThat(amid.current().progress()).isEmpty();
    assertThat(amid.current().outcome()).contains(done);
    assertThat(amid.current().member()).isEqualTo(joining.member());
  }

  @Test
  void aDiskThatHasSeenLessThanItsRowLearnsTheAnswerAndThatItsMemberIsLost() {
    Outcome done = outcomeOf("remove-1");
    var row = Journals.answering(Journals.row("another", 1), new FencingToken(7), done);
    var fresh = BootRecord.open(World.newDisk(), World.SELF);

    BootRecord.learnAtStart(fresh, Journals.lineage(Journals.UID, 2), Optional.of(row));

    assertThat(fresh.current().outcome()).contains(done);
    assertThat(fresh.current().verdict().map(Verdict::state)).contains(DataState.LOST);
  }

  @Test
  void aRowThatIsOlderThanTheJournalTeachesNothing() {
    AgentJournal joining = Journals.joining(Journals.serving());
    var row =
        Journals.answering(
            Journals.row("disk", 1), joining.seenToken(), outcomeOf("an earlier one"));
    var amid = JournalBook.open(World.newDisk().journal(), joining);

    BootRecord.learnAtStart(amid, Journals.lineage(Journals.UID, 2), Optional.of(row));

    assertThat(amid.current()).isEqualTo(joining);
  }

  @Test
  void aDiskThatWasSetBackGoesOnTellingWhatItsRowTold() {
    var row = Journals.row("disk", 9, Journals.MEMBER, new Watermark(5, 90));
    var book = JournalBook.open(World.newDisk().journal(), Journals.serving());

    BootRecord.keepReported(book, Journals.seeing(row, new FencingToken(30)));

    assertThat(book.current().bootCount()).isEqualTo(9);
    assertThat(book.current().seenToken()).isEqualTo(new FencingToken(30));
    assertThat(book.current().member().orElseThrow().watermark()).isEqualTo(new Watermark(5, 90));
  }

  @Test
  void ofADiskThatWasSetBackPastItsMemberNoStateIsTheLast() {
    var row = Journals.row("disk", 9, new MemberId(9), new Watermark(5, 90));
    var book = JournalBook.open(World.newDisk().journal(), Journals.serving());

    BootRecord.keepReported(book, row);

    assertThat(book.current().bootCount()).isEqualTo(10);
    assertThat(book.current().member()).isEqualTo(Journals.serving().member());
  }

  @Test
  void theTokenIsTakenOverOnlyWithWhatWasAnsweredUnderIt() {
    var row = Journals.row("disk", 1, Journals.MEMBER, Watermark.NONE);
    var book = JournalBook.open(World.newDisk().journal(), Journals.serving());

    BootRecord.keepReported(
        book, Journals.answering(row, new FencingToken(30), outcomeOf("remove-1")));

    assertThat(book.current()).isEqualTo(Journals.serving());
  }

  @Test
  void aRowThatTellsLessChangesNothing() {
    var row = Journals.row("disk", 4, Journals.MEMBER, new Watermark(4, 39));
    var book = JournalBook.open(World.newDisk().journal(), Journals.serving());

    BootRecord.keepReported(book, row);

    assertThat(book.current()).isEqualTo(Journals.serving());
  }

  private static Outcome outcomeOf(String id) {
    return new Outcome(id, InstructionKind.JOIN, Outcome.Result.DONE, "CONFIRM", "done");
  }

  @Test
  void aStepIsToldByOneLineAndCounted() {
    AgentJournal joining = Journals.joining(Journals.memberless());
    Optional<Progress> before = joining.progress();
    Outcome failed =
        new Outcome("told", InstructionKind.JOIN, Outcome.Result.FAILED, "START", "no directory");
    StepNews news = StepNews.of(before, "", joining.edit().ended(failed).done()).orElseThrow();
    assertThat(news)
        .hasToString(
            "event=step instruction=told kind=JOIN from=START to=none"
                + " detail=\"FAILED: no directory\"");
    assertThat(news.step())
        .contains(new NodeSnapshot.Step(InstructionKind.JOIN, "START", Outcome.Result.FAILED));
    assertThat(StepNews.of(before, "", joining)).isEmpty();
  }
}
