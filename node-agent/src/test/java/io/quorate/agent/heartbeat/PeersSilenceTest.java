package io.quorate.agent.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.execution.Journals;
import io.quorate.agent.supervision.OneNode;
import io.quorate.model.MemberId;
import io.quorate.state.MemberStatus;
import io.quorate.state.PeerView;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a node says of a member whose client port gives no answer: evidence against its life. */
class PeersSilenceTest {
  private static final MemberId OTHER = new MemberId(2);
  private static final MemberId SUSPECT = new MemberId(3);

  private final OneNode node = new OneNode().serving();
  private final EtcdProbe look = node.look();
  private long now;
  private long counter;

  private static MemberStatus status(MemberId id, MemberId leader, long term) {
    return new MemberStatus(
        id, Journals.CLUSTER, Optional.of(leader), false, 1, term, 1, 1, 1, 1, "3.5.30", List.of());
  }

  @BeforeEach
  void threeMembersOneWithoutAnAnswer() {
    node.lists(Journals.MEMBER, OTHER, SUSPECT);
    leads(OTHER, 4);
  }

  private void leads(MemberId leader, long term) {
    node.answers(status(Journals.MEMBER, leader, term));
    node.answers(status(OTHER, leader, term));
  }

  private PeerView lookAfter(long millis, Map<MemberId, Long> received) {
    now += millis;
    node.received(received);
    return look.look(now, true).peers().stream()
        .filter(peer -> peer.id().equals(SUSPECT))
        .findFirst()
        .orElseThrow();
  }

  /** A second passes; the suspect's raft messages come, or do not. */
  private PeerView second(boolean heard) {
    counter += 10;
    suspects += heard ? 10 : 0;
    return lookAfter(1_000, Map.of(OTHER, counter, SUSPECT, suspects));
  }

  private long suspects = 10;

  @Test
  void aNewLeaderKnowsNothingOfAFollowerYet() {
    for (int i = 0; i < 10; i++) {
      second(false);
    }
    leads(Journals.MEMBER, 5);
    for (int i = 0; i < 3; i++) {
      assertThat(second(true).connected()).as("look %s after the election", i).isTrue();
    }
    assertThat(second(true)).isEqualTo(new PeerView(SUSPECT, 1, true));
  }

  @Test
  void aLeaderSeesAHungMemberSilentOnlyAfterAWholeWindow() {
    for (int i = 0; i < 10; i++) {
      second(false);
    }
    leads(Journals.MEMBER, 5);
    for (int i = 0; i < 3; i++) {
      assertThat(second(false)).isEqualTo(new PeerView(SUSPECT, 1, true));
    }
    assertThat(second(false)).isEqualTo(new PeerView(SUSPECT, 1_000, false));
    assertThat(second(false)).isEqualTo(new PeerView(SUSPECT, 2_000, false));
  }

  @Test
  void aLeaderAsksItsPeersAtEveryLook() {
    node.answers(status(SUSPECT, Journals.MEMBER, 5));
    leads(Journals.MEMBER, 5);
    assertThat(second(true).answering()).isTrue();
    node.falls(SUSPECT);
    now += 2_000;

    assertThat(look.look(now, false).peers())
        .as("what it is to raft is not known yet, so no silence is counted")
        .contains(new PeerView(SUSPECT, 1, true));
  }

  @Test
  void aFollowerAsksItsPeersOnlyWhereItLooksThoroughly() {
    node.answers(status(SUSPECT, OTHER, 4));
    assertThat(second(true).answering()).isTrue();
    node.falls(SUSPECT);
    now += 2_000;

    assertThat(look.look(now, false).peers()).allMatch(PeerView::answering);
  }

  @Test
  void raftMessagesAreASignOfLifeThoughTheClientPortIsShut() {
    leads(Journals.MEMBER, 5);
    for (int i = 0; i < 60; i++) {
      assertThat(second(true)).isEqualTo(new PeerView(SUSPECT, 1, true));
    }
  }

  @Test
  void whatTheAgentDidNotLookAtIsNoSilence() {
    leads(Journals.MEMBER, 5);
    for (int i = 0; i < 10; i++) {
      second(false);
    }
    long before = second(false).silentMillis();
    now += 3_600_000;
    assertThat(second(false).silentMillis()).isEqualTo(1);
    for (int i = 0; i < 2; i++) {
      second(false);
    }
    assertThat(second(false).silentMillis()).isLessThan(before);
  }

  @Test
  void anEtcdThatWasRestartedHasHeardNobodyYet() {
    leads(Journals.MEMBER, 5);
    for (int i = 0; i < 10; i++) {
      second(false);
    }
    node.falls(Journals.MEMBER);
    now += 500;
    assertThat(look.look(now, true).peers()).isEmpty();
    leads(Journals.MEMBER, 5);
    assertThat(second(false).connected()).isTrue();
  }
}
