package io.quorate.agent.supervision;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.port.Exit;
import org.junit.jupiter.api.Test;

/** Each start of etcd for the member is counted once, in the journal. */
class StartsCountedTest {
  private final OneNode node = new OneNode().serving();

  @Test
  void eachStartIsCounted() {
    assertThat(node.supervisor.runs().starts()).isEqualTo(1);
    node.exits(Exit.Cause.KILLED);
    node.supervisor.tick(1_000);

    assertThat(node.supervisor.runs().starts()).isEqualTo(2);
    assertThat(node.journalStore.current().runs().starts()).isEqualTo(2);
  }

  @Test
  void theFirstStartsOfAnotherMemberAreItsOwn() {
    node.exits(Exit.Cause.KILLED);
    node.supervisor.tick(1_000);

    node.journalStore.change(edit -> edit.memberGone());
    assertThat(node.supervisor.runs().starts()).isZero();
  }

  @Test
  void whatCannotBeJournalledIsCountedAllTheSame() {
    node.writable = false;
    node.exits(Exit.Cause.DISK_FULL);
    node.supervisor.tick(1_000);
    assertThat(node.supervisor.runs().starts()).isEqualTo(2);

    node.writable = true;
    node.exits(Exit.Cause.DISK_FULL);
    node.supervisor.tick(2_000);
    node.supervisor.tick(3_000);
    assertThat(node.journalStore.current().runs().starts()).isEqualTo(3);
    assertThat(node.supervisor.runs().starts()).isEqualTo(3);
  }

  @Test
  void whatCouldNotBeJournalledIsJournalledOnceTheDiskTakesItAgain() {
    node.writable = false;
    node.exits(Exit.Cause.DISK_FULL);
    node.supervisor.tick(1_000);
    node.supervisor.tick(2_000);
    assertThat(node.journalStore.current().runs().starts()).isEqualTo(1);

    node.writable = true;
    node.supervisor.tick(3_000);
    node.supervisor.tick(4_000);
    assertThat(node.journalStore.current().runs().starts()).isEqualTo(2);
    assertThat(node.supervisor.runs().starts()).isEqualTo(2);
  }

  @Test
  void anAdoptedEtcdIsCountedUnlessTheJournalKnowsIt() {
    node.supervisor.adopt(node.launches.getFirst());
    assertThat(node.supervisor.runs().starts()).as("it is the one that was started").isEqualTo(1);

    node.startedUnseen();
    node.supervisor.adopt(node.launches.getFirst());
    assertThat(node.supervisor.runs().starts()).isEqualTo(2);
  }
}
