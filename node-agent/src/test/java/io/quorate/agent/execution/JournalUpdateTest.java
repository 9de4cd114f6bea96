package io.quorate.agent.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.model.ClusterUid;
import io.quorate.model.EtcdClusterId;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.state.DataState;
import io.quorate.state.MemberIdentity;
import io.quorate.state.Watermark;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the journal may forget, and what it may not. */
class JournalUpdateTest {
  private final AgentJournal journal = Journals.serving();

  @Test
  void generationAndTokenOnlyGrow() {
    AgentJournal same = journal.edit().seen(new Generation(1)).seen(new FencingToken(19)).done();
    assertThat(same).isEqualTo(journal);
    AgentJournal next = journal.edit().seen(new Generation(3)).seen(new FencingToken(21)).done();
    assertThat(next.seenGeneration()).isEqualTo(new Generation(3));
    assertThat(next.seenToken()).isEqualTo(new FencingToken(21));
  }

  @Test
  void bootsAreCountedUpwards() {
    assertThat(journal.edit().booted().done().incarnationCount())
        .isEqualTo(journal.incarnationCount() + 1);
  }

  @Test
  void theRevisionSeenOnlyGrowsAndOutlivesTheMember() {
    AgentJournal seen = journal.edit().revisionSeen(100).revisionSeen(7).done();
    assertThat(seen.revisionSeen()).isEqualTo(100);
    assertThat(seen.edit().memberGone().done().revisionSeen()).isEqualTo(100);
  }

  @Test
  void attemptsOfATaskAreCountedUntilAnotherBegins() {
    TaskJournal twice = journal.edit().taskBegins("one").taskBegins("one").done().tasks();
    assertThat(twice.attempts("one")).isEqualTo(2);
    assertThat(twice.beginning("two").attempts("two")).isEqualTo(1);
    assertThat(twice.attempts("two")).isZero();
  }

  @Test
  void aSecondUidIsRefused() {
    assertThatThrownBy(() -> journal.edit().uid(new ClusterUid("other")))
        .hasMessageContaining("refused other");
  }

  @Test
  void aSecondMemberIsRefusedUntilTheFirstIsGone() {
    assertThatThrownBy(() -> journal.edit().memberCreated(Journals.member()))
        .hasMessageContaining("a second one is refused");
    assertThat(journal.edit().memberGone().memberCreated(Journals.member()).done().member())
        .isPresent();
  }

  @Test
  void whatIsLearnedIsOfTheSameMember() {
    MemberIdentity mine = Journals.member().identity();
    MemberIdentity other =
        new MemberIdentity(
            mine.uid(), mine.generation(), new EtcdClusterId(9), mine.memberId(), "dnonce");
    JournalMember stranger =
        new JournalMember(other, "d", "t", "", 0, true, Watermark.NONE, List.of());
    assertThatThrownBy(() -> journal.edit().memberKnown(stranger))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void theFirstVerdictStays() {
    AgentJournal judged =
        journal
            .edit()
            .verdict(new DataVerdict(DataState.LOST, "first"))
            .verdict(new DataVerdict(DataState.DAMAGED, "second"))
            .done();
    assertThat(judged.verdict()).contains(new DataVerdict(DataState.LOST, "first"));
    assertThat(judged.usableMember()).isEmpty();
    assertThat(judged.edit().memberGone().done().verdict()).isEmpty();
  }

  @Test
  void onlyAnUnusableStateIsAVerdict() {
    assertThatThrownBy(() -> new DataVerdict(DataState.INTACT, ""))
        .hasMessageContaining("expected an unusable state");
  }

  @Test
  void theRightToRunNewIsUsedOnce() {
    BootstrapRight right = new BootstrapRight(Generation.FIRST, "bootstrap", 1);
    AgentJournal used = journal.edit().bootstrapRight(right).done();
    assertThatThrownBy(() -> used.edit().bootstrapRight(right))
        .hasMessageContaining("the right to run new was used");
    assertThat(used.edit().memberGone().done().bootstrapRight()).contains(right);
  }

  @Test
  void anUndoKeepsItsFirstReason() {
    CommandProgress progress = Journals.joining(journal).progress().orElseThrow();
    CommandProgress.Undo why =
        new CommandProgress.Undo(io.quorate.command.Outcome.Result.CANCELLED, "first");
    assertThatThrownBy(() -> progress.undoing("X", why).undoing("X", why))
        .hasMessageContaining("undone already");
    assertThat(progress.undoing("X", why).undo()).isEqualTo(Optional.of(why));
  }

  @Test
  void aLogHoldsTheWatermarkOnlyWithItsTermAndItsIndex() {
    Watermark mark = new Watermark(4, 40);
    assertThat(mark.heldBy(4, 40)).isTrue();
    assertThat(mark.heldBy(5, 41)).isTrue();
    assertThat(mark.heldBy(4, 39)).isFalse();
    assertThat(mark.heldBy(3, 41)).isFalse();
  }
}
