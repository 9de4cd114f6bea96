package io.quorate.agent.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.execution.Journals;
import io.quorate.agent.supervision.OneNode;
import io.quorate.model.MemberId;
import io.quorate.state.MemberStatus;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Between which raft positions the reported member list was read. */
class ProvenListTest {
  private static final MemberId OTHER = new MemberId(2);

  private final OneNode node = new OneNode().serving();
  private final EtcdProbe look = node.look();

  private void stands(long term, long index) {
    node.answers(
        new MemberStatus(
            Journals.MEMBER,
            Journals.CLUSTER,
            Optional.of(OTHER),
            false,
            1,
            term,
            index,
            index,
            1,
            1,
            "3.5.30",
            List.of()));
  }

  @Test
  void theReportedIndexIsNotBeforeTheList() {
    node.lists(Journals.MEMBER, OTHER);
    stands(4, 100);
    node.meanwhile(() -> stands(5, 105));

    ProbeResult seen = look.look(0, true);

    assertThat(seen.listing()).isPresent();
    assertThat(seen.status().orElseThrow().raftTerm()).isEqualTo(5);
    assertThat(seen.status().orElseThrow().raftIndex()).isEqualTo(105);
  }

  @Test
  void aListThatDidNotChangeNeedsNoSecondStatus() {
    node.lists(Journals.MEMBER, OTHER);
    stands(4, 100);
    look.look(0, true);
    stands(4, 101);
    node.meanwhile(() -> stands(4, 105));

    ProbeResult seen = look.look(1_000, true);

    assertThat(seen.listing()).isPresent();
    assertThat(seen.status().orElseThrow().raftIndex()).isEqualTo(101);
  }

  @Test
  void remembersTheReleaseWithWhichAQuorumWasProved() {
    stands(4, 40);
    look.look(0, true);
    assertThat(node.history().served()).as("nobody answered a linearizable call").isEmpty();

    node.lists(Journals.MEMBER, OTHER);
    look.look(1_000, true);
    assertThat(node.history().served().orElseThrow().release()).hasToString("3.5.30");
  }

  @Test
  void theWatermarkIsNotPastTheList() {
    node.lists(Journals.MEMBER, OTHER);
    stands(4, 100);
    node.meanwhile(() -> stands(5, 105));

    look.look(0, true);

    assertThat(node.watermark().index()).isEqualTo(100);
    assertThat(node.watermark().term()).isEqualTo(4);
  }

  @Test
  void anEtcdThatFallsSilentAfterItsListProvesNothing() {
    node.lists(Journals.MEMBER, OTHER);
    stands(4, 100);
    node.meanwhile(() -> node.falls(Journals.MEMBER));

    assertThat(look.look(0, true).listing()).isEmpty();
  }
}
