package io.quorate.agent.supervision;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.execution.Journals;
import io.quorate.agent.port.Exit;
import io.quorate.agent.port.Launch;
import io.quorate.state.ProcessState;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An etcd that is closed to clients by the journal, and is then opened. */
class ClosedEtcdTest {
  private final OneNode node = new OneNode();

  @BeforeEach
  void startClosed() {
    assertThat(Journals.serving().closed()).as("unless it is said").isFalse();
    node.closedToClients().serving();
  }

  private void opened() {
    node.journalStore.change(edit -> edit.opened());
  }

  @Test
  void everyStartIsClosedUntilTheJournalSaysOpen() {
    node.exits(Exit.Cause.KILLED);
    node.supervisor.tick(1_000);
    node.supervisor.tick(2_000);

    assertThat(node.launches).extracting(Launch::closed).containsExactly(true, true);
    assertThat(node.supervisor.closed()).isTrue();
    assertThat(node.told).doesNotContain("SIGTERM");
  }

  @Test
  void isStoppedAndStartedOpenAndTheEndIsNotHeldAgainstIt() {
    opened();
    assertThat(node.supervisor.closed()).as("its process is").isTrue();
    node.supervisor.tick(1_000);
    assertThat(node.told).contains("SIGTERM");
    node.exits(Exit.Cause.CLEAN);
    node.supervisor.tick(1_050);

    assertThat(node.launches).extracting(Launch::closed).containsExactly(true, false);
    assertThat(node.supervisor.closed()).isFalse();
    assertThat(node.told).noneMatch(told -> told.startsWith("exited"));
    assertThat(node.verdict()).isEmpty();
    node.supervisor.tick(1_300);
    assertThat(node.supervisor.state()).isEqualTo(ProcessState.STARTING);
    assertThat(node.told.stream().filter("SIGTERM"::equals)).hasSize(1);
  }

  @Test
  void oneThatDoesNotStopIsKilled() {
    opened();
    long grace = node.supervisor.stopGraceMillis();
    node.supervisor.tick(1_000);
    node.supervisor.tick(1_001 + grace);
    node.supervisor.tick(1_100 + grace);

    assertThat(node.told).contains("SIGKILL");
    assertThat(node.launches).extracting(Launch::closed).containsExactly(true, false);
  }

  /** The agent died between the journal's word and the restart. */
  @Test
  void theNextAgentOpensWhatItAdopts() {
    opened();
    Supervisor next = node.nextSupervisor();
    assertThat(next.adopt(node.launches.getFirst())).isTrue();
    assertThat(next.closed()).isTrue();
    next.tick(1_000);
    node.exits(Exit.Cause.CLEAN);
    next.tick(1_050);

    assertThat(node.launches).extracting(Launch::closed).containsExactly(true, false);
    assertThat(node.told).noneMatch(told -> told.startsWith("exited"));
  }

  @Test
  void theNextAgentLeavesClosedWhatItsJournalSaysIsClosed() {
    Supervisor next = node.nextSupervisor();
    assertThat(next.adopt(node.launches.getFirst())).isTrue();
    next.tick(1_000);

    assertThat(node.told).doesNotContain("SIGTERM");
    assertThat(next.closed()).isTrue();
  }

  /** A member that leaves and joins again joins a cluster whose access control is on. */
  @Test
  void whatComesAfterTheMemberIsOpen() {
    node.journalStore.change(edit -> edit.memberGone());
    node.journalStore.change(edit -> edit.memberCreated(Journals.member()));

    assertThat(node.journalStore.current().closed()).isFalse();
  }
}
