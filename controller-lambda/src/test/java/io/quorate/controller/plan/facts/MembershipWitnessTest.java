package io.quorate.controller.plan.facts;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.plan.ClusterStates;
import io.quorate.guards.Guards;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.state.DataState;
import io.quorate.state.MemberEntry;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Whose member list counts, and who leads: the newest raft term decides, then what is applied. */
class MembershipWitnessTest {
  private static final List<MemberEntry> OLD = List.of(named(1), named(2), named(3), named(9));

  private static MemberEntry named(long id) {
    return new MemberEntry(new MemberId(id), "i-" + id, List.of("http://10.9.9." + id), false);
  }

  /** Voter i-3 still tells of an older term, by a list of its own, and that it leads. */
  private static ClusterFixture olderTermLeads() {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    fixture.node("i-1").raftTerm = 5;
    fixture.node("i-2").raftTerm = 5;
    fixture.node("i-3").raftTerm = 4;
    fixture.node("i-3").raftIndex = 9_000;
    fixture.node("i-3").follows = Optional.of(fixture.member("i-3"));
    fixture.node("i-3").listInstead = Optional.of(OLD);
    return fixture;
  }

  private static Optional<InstanceId> witness(ClusterFixture fixture) {
    return ClusterStates.of(fixture.view()).members().list().map(Membership::witness);
  }

  private static Optional<InstanceId> leader(ClusterFixture fixture) {
    return ClusterStates.of(fixture.view())
        .quorum()
        .leader()
        .map(node -> node.heartbeat().instance());
  }

  @Test
  void theListOfAnOlderTermsLeaderDoesNotCountThoughItHasAppliedMore() {
    ClusterFixture fixture = olderTermLeads();

    assertThat(witness(fixture)).contains(new InstanceId("i-1"));
    assertThat(ClusterStates.of(fixture.view()).members().list().orElseThrow().entries())
        .isEqualTo(fixture.listed);
  }

  @Test
  void aLeaderOfAnOlderTermDoesNotLead() {
    assertThat(leader(olderTermLeads())).contains(new InstanceId("i-1"));
  }

  @Test
  @Guards("PeerLiveness#1")
  void whileTheNewestTermShowsNoLeaderThereIsNone() {
    ClusterFixture fixture = olderTermLeads();
    fixture.node("i-1").raftTerm = 3;

    fixture.node("i-1").follows = Optional.of(fixture.member("i-3"));
    fixture.node("i-2").follows = Optional.of(fixture.member("i-3"));

    assertThat(leader(fixture)).isEmpty();
    assertThat(ClusterStates.of(fixture.view()).quorum().answeringLeader()).isEmpty();
  }

  @Test
  void inOneTermTheLeadersListCountsThoughAFollowerHasAppliedMore() {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    fixture.node("i-2").raftIndex = 9_000;
    fixture.node("i-2").listInstead = Optional.of(OLD);

    assertThat(witness(fixture)).contains(new InstanceId("i-1"));
  }

  @Test
  void withoutALeaderAmongThemTheListOfWhoHasAppliedMostCounts() {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    fixture.node("i-1").answering = false;
    fixture.node("i-2").follows = Optional.of(fixture.member("i-1"));
    fixture.node("i-3").follows = Optional.of(fixture.member("i-1"));
    fixture.node("i-2").raftIndex = 61;

    assertThat(witness(fixture)).contains(new InstanceId("i-2"));
    fixture.node("i-3").raftIndex = 62;
    assertThat(witness(fixture)).contains(new InstanceId("i-3"));
  }

  @Test
  void whoDoesNotServeIsNoWitnessWhateverItsTerm() {
    ClusterFixture silent = ClusterFixture.healthy(3).silence("i-3");
    ClusterFixture unusable = ClusterFixture.healthy(3).data("i-3", DataState.LOST);
    ClusterFixture alone = ClusterFixture.healthy(3);
    alone.node("i-3").quorumProven = false;
    for (ClusterFixture fixture : List.of(silent, unusable, alone)) {
      fixture.node("i-3").raftTerm = 99;
      fixture.node("i-3").listInstead = Optional.of(OLD);

      assertThat(witness(fixture)).contains(new InstanceId("i-1"));
    }
  }

  @Test
  void aLearnerIsNoWitness() {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    fixture.node("i-3").learner = true;
    fixture.node("i-3").raftTerm = 99;

    assertThat(witness(fixture)).contains(new InstanceId("i-1"));
  }
}
