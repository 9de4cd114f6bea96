package io.quorate.agent.supervision;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.execution.DataVerdict;
import io.quorate.agent.port.Launch;
import io.quorate.agent.port.ProcessMark;
import io.quorate.guards.Guards;
import io.quorate.state.DataState;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What became of the directory of a running etcd while no agent looked. */
class AdoptedDirectoryTest {
  private final OneNode node = new OneNode().serving();
  private final Launch launch = node.launches.getLast();

  private Optional<DataState> adopted() {
    Supervisor next = node.nextSupervisor();
    assertThat(next.adopt(launch)).isTrue();
    next.tick(10_000);
    next.tick(20_000);
    return node.verdict().map(DataVerdict::state);
  }

  @Test
  void oneThatIsStillTheSameIsWhole() {
    assertThat(adopted()).isEmpty();
    assertThat(node.journalStore.current().openDirectory()).contains("inode 1");
  }

  @Test
  void oneThatWasReplacedMeanwhileIsLostButEtcdServesOn() {
    node.identity = "inode 2";

    assertThat(adopted()).contains(DataState.LOST);
    assertThat(node.runs()).isTrue();
  }

  @Test
  @Guards("DataState.LOST")
  void oneThatWasDeletedMeanwhileIsLost() {
    node.identity = "";

    assertThat(adopted()).contains(DataState.LOST);
  }

  @Test
  void withoutWordOfWhichOneItHasOpenOnlyALogThatIsGoneIsLost() {
    ProcessMark mark = node.journalStore.current().process().orElseThrow();
    node.journalStore.change(edit -> edit.process(mark, Optional.empty()));
    node.identity = "inode 2";
    assertThat(adopted()).isEmpty();

    node.journalStore.change(edit -> edit.process(mark, Optional.empty()));
    node.identity = "";
    assertThat(adopted()).contains(DataState.LOST);
  }

  @Test
  void whatTheDiskTellsLaterIsJournalledThen() {
    ProcessMark mark = node.journalStore.current().process().orElseThrow();
    node.journalStore.change(edit -> edit.process(mark, Optional.empty()));

    assertThat(adopted()).isEmpty();
    assertThat(node.journalStore.current().openDirectory()).contains("inode 1");
  }
}
