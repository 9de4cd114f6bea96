package io.quorate.agent.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.spec.EtcdVersion;
import io.quorate.state.DataState;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How often data on this disk was damaged, and what last served it. */
class DataHistoryTest {
  private static final DataVerdict DAMAGED = new DataVerdict(DataState.DAMAGED, "page 4");

  private static AgentJournal damaged(AgentJournal journal) {
    return journal.edit().verdict(DAMAGED).verdict(DAMAGED).done();
  }

  private static AgentJournal next(AgentJournal journal) {
    return journal.edit().memberGone().memberCreated(Journals.member()).done();
  }

  private static AgentJournal started(AgentJournal journal, String release, String settings) {
    return journal
        .edit()
        .etcdStarted(1, EtcdVersion.parse(release).orElseThrow(), Optional.of(settings))
        .done();
  }

  private static Optional<String> doubt(AgentJournal journal) {
    return journal.history().doubt(journal.runs());
  }

  @Test
  void countsEachMemberWhoseDataWasDamagedOnce() {
    AgentJournal once = damaged(Journals.serving());
    assertThat(once.history().damages()).isEqualTo(1);
    assertThat(damaged(next(once)).history().damages()).isEqualTo(2);
  }

  @Test
  void doesNotCountDataThatIsUnusableForAnotherReason() {
    AgentJournal lost =
        Journals.serving().edit().verdict(new DataVerdict(DataState.LOST, "wiped")).done();
    assertThat(damaged(lost).history().damages()).isZero();
  }

  @Test
  void believesEtcdWhereTheSameReleaseAndSettingsServedTheData() {
    AgentJournal serves = started(Journals.serving(), "3.5.30", "a").edit().served().done();
    assertThat(doubt(started(serves, "3.5.30", "a"))).isEmpty();
  }

  @Test
  void doesNotBelieveAnotherReleaseOrOtherSettings() {
    AgentJournal serves = started(Journals.serving(), "3.5.30", "a").edit().served().done();
    assertThat(doubt(started(serves, "3.5.33", "a")))
        .contains("not taken as damage: 3.5.30 last served this data, and 3.5.33 says this");
    assertThat(doubt(started(serves, "3.5.30", "b")))
        .contains(
            "not taken as damage: etcd's settings were changed since it last served this data");
  }

  @Test
  void believesEtcdOfDataThatNothingServedYet() {
    AgentJournal serves = started(Journals.serving(), "3.5.30", "a").edit().served().done();
    assertThat(doubt(started(Journals.serving(), "3.5.33", "a"))).isEmpty();
    assertThat(doubt(started(next(serves), "3.5.33", "a"))).isEmpty();
  }
}
