package io.quorate.agent.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.execution.Journals;
import io.quorate.agent.execution.NodeDescription;
import io.quorate.agent.supervision.OneNode;
import io.quorate.model.ClusterName;
import io.quorate.model.MemberId;
import io.quorate.state.AccessRefused;
import io.quorate.state.Heartbeat;
import io.quorate.state.MemberStatus;
import io.quorate.state.ProcessState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What an agent tells of an etcd whose access control refuses it. */
class RefusedAgentTest {
  private static final String WORDS = "etcdserver: user name is empty";
  private static final MemberId OTHER = new MemberId(2);
  private static final NodeDescription SELF =
      new NodeDescription(
          new ClusterName("demo"), Journals.NODE, "zone", Journals.ENDPOINTS, "test");

  private final OneNode node = new OneNode().serving();
  private final EtcdProbe look = node.look();
  private final HeartbeatComposer composer = Composers.of(SELF, "boot");

  private Heartbeat beat(ProbeResult seen, long now) {
    return composer.next(
        Journals.serving(),
        seen,
        Optional.empty(),
        false,
        Optional.empty(),
        Instant.EPOCH.plusMillis(now),
        now);
  }

  @Test
  void itAnswersAndProvesAQuorumByRefusingARead() {
    node.refuses(WORDS, true);

    ProbeResult seen = look.look(0, true);

    assertThat(seen.process()).isEqualTo(ProcessState.ANSWERING);
    assertThat(seen.refused()).contains(new AccessRefused(WORDS, true));
    assertThat(seen.listing()).isEmpty();
    Heartbeat beat = beat(seen, 0);
    assertThat(beat.quorumProven()).as("it lists no member").isFalse();
    assertThat(beat.report().accessRefused()).contains(new AccessRefused(WORDS, true));
    assertThat(AlertPolicy.unsettled(beat)).isEmpty();
  }

  @Test
  void aRefusedStatusProvesNoQuorum() {
    node.refuses(WORDS, false);

    ProbeResult seen = look.look(0, true);

    assertThat(seen.process()).isEqualTo(ProcessState.ANSWERING);
    assertThat(seen.refused()).contains(new AccessRefused(WORDS, false));
    assertThat(AlertPolicy.unsettled(beat(seen, 0)).orElse("")).contains("no quorum proven");
  }

  @Test
  void aQuickLookKeepsTheProofUntilTheNextThoroughOne() {
    node.refuses(WORDS, true);
    look.look(0, true);
    node.refuses(WORDS, false);

    assertThat(look.look(1_000, false).refused()).contains(new AccessRefused(WORDS, true));
    assertThat(look.look(2_000, true).refused()).contains(new AccessRefused(WORDS, false));
  }

  @Test
  void itIsOverOnceEtcdAnswersAgain() {
    node.refuses(WORDS, true);
    Heartbeat refused = beat(look.look(0, true), 0);
    node.refusesNoMore();
    node.lists(Journals.MEMBER, OTHER);
    node.answers(
        new MemberStatus(
            Journals.MEMBER,
            Journals.CLUSTER,
            Optional.of(OTHER),
            false,
            1,
            4,
            100,
            100,
            1,
            1,
            "3.5.30",
            List.of()));

    ProbeResult seen = look.look(1_000, true);
    assertThat(seen.refused()).isEmpty();
    assertThat(seen.listing()).isPresent();
    assertThat(beat(seen, 1_000).stateVersion()).isGreaterThan(refused.stateVersion());
  }
}
