package io.quorate.agent.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.model.ClusterName;
import io.quorate.model.InstanceId;
import io.quorate.spec.ClusterSpec;
import io.quorate.spec.EtcdVersion;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A member's release changes by a command alone. */
class ReleaseChoiceTest {
  private static final EtcdVersion OLD = version("3.5.16");
  private static final EtcdVersion NEW = version("3.5.30");

  private static EtcdVersion version(String text) {
    return EtcdVersion.parse(text).orElseThrow();
  }

  private static AgentJournal empty(EtcdVersion wanted) {
    return AgentJournal.fresh(new InstanceId("i-1"), "disk-1")
        .edit()
        .spec(ClusterSpec.defaults(new ClusterName("demo"), wanted))
        .done();
  }

  private static AgentJournal member(EtcdVersion wanted, EtcdVersion ran) {
    return empty(wanted)
        .edit()
        .memberCreated(Journals.member())
        .etcdStarted(1, ran, Optional.empty())
        .done();
  }

  @Test
  void aMemberKeepsItsReleaseWhateverTheSpecAsksFor() {
    assertThat(ReleaseChoice.next(member(NEW, OLD), OLD, Set.of(NEW))).isEqualTo(OLD);
    assertThat(ReleaseChoice.next(member(OLD, NEW), OLD, Set.of(NEW))).isEqualTo(NEW);
    assertThat(VersionCheck.refuses(member(NEW, OLD), Optional.empty(), OLD, Set.of(NEW)))
        .isEmpty();
  }

  @Test
  void aCommandChangesItAndTheJournalRemembers() {
    AgentJournal told = member(NEW, OLD).edit().nextRelease(NEW).done();
    assertThat(ReleaseChoice.next(told, OLD, Set.of(NEW))).isEqualTo(NEW);
    assertThat(told.runs().starts()).isEqualTo(1);
    AgentJournal back = told.edit().nextRelease(OLD).done();
    assertThat(ReleaseChoice.next(back, OLD, Set.of(NEW))).isEqualTo(OLD);
  }

  @Test
  void aNewMemberTakesThePreparedReleaseThatTheSpecAsksFor() {
    assertThat(ReleaseChoice.next(empty(NEW), OLD, Set.of(NEW))).isEqualTo(NEW);
    assertThat(ReleaseChoice.next(empty(version("3.5")), OLD, Set.of(NEW))).isEqualTo(OLD);
  }

  @Test
  void aReleaseThatIsGoneFromTheDiskIsNotReplacedByAnother() {
    AgentJournal journal = member(NEW, NEW);
    assertThat(VersionCheck.refuses(journal, journal.spec(), OLD, Set.of()).orElseThrow())
        .contains("3.5.16 is installed", "3.5.30 ran this member's data last");
    assertThat(VersionCheck.refuses(journal, journal.spec(), OLD, Set.of(NEW))).isEmpty();
  }
}
