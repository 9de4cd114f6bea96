package io.quorate.controller.plan.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.RecoveryFixture;
import io.quorate.controller.plan.ClusterStates;
import io.quorate.guards.Guards;
import io.quorate.model.InstanceId;
import io.quorate.recovery.Recovery;
import io.quorate.state.DataHolding;
import io.quorate.state.DataState;
import io.quorate.state.DnsRecords;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which of the nodes that can restore a snapshot is told to. */
class CandidatesTest {
  private static final InstanceId KNOWN = new InstanceId("i-3");

  /** Two voters are terminated, the disk of the third was wiped; two new nodes wait. */
  private static ClusterFixture oneWiped() {
    ClusterFixture fixture = RecoveryFixture.recorded();
    fixture.status = fixture.plan().status();
    List.of("i-1", "i-2").forEach(fixture::terminate);
    fixture.data("i-3", DataState.LOST);
    RecoveryFixture.waiting(fixture.node("i-3"), DataHolding.Cause.LOST);
    for (String instance : List.of("i-0", "i-01")) {
      RecoveryFixture.waiting(fixture.launch(instance), DataHolding.Cause.NEVER);
    }
    return fixture;
  }

  @Test
  @Guards("RECOVER")
  void whoHeldAMemberSeedsBeforeANewNode() {
    ClusterFixture fixture = oneWiped();

    Recovery recovery = RecoveryFixture.advance(fixture);

    assertThat(recovery.state()).isEqualTo(Recovery.State.TRIAL);
    assertThat(RecoveryFixture.candidate(fixture).instance).isEqualTo(KNOWN);
  }

  /** Clients learned it by the name; its member is gone from the list that was proved last. */
  @Test
  void whomTheNameTellsSeedsBeforeOneThatNobodyKnows() {
    ClusterFixture fixture = oneWiped();
    fixture.status =
        fixture
            .status
            .withProven(Optional.empty())
            .withDns(
                Optional.of(
                    DnsRecords.unread("Z1", "demo.etcd.internal")
                        .compared("mark", Map.of(KNOWN, "https://10.0.0.3:2379"), fixture.now)));

    assertThat(next(fixture)).hasValue(KNOWN);
  }

  @Test
  void aNodeThatNobodyKnowsSeedsBeforeAFailedOne() {
    ClusterFixture fixture = oneWiped();

    assertThat(
            Candidates.next(ClusterStates.of(fixture.view()), Optional.of(KNOWN), Optional.empty()))
        .hasValue(new InstanceId("i-0"));
  }

  private static Optional<InstanceId> next(ClusterFixture fixture) {
    return Candidates.next(ClusterStates.of(fixture.view()), Optional.empty(), Optional.empty());
  }
}
