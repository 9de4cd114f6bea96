package io.quorate.controller.plan.voters;

import static io.quorate.controller.plan.voters.QuorumLossTest.lost;
import static io.quorate.controller.plan.voters.QuorumLossTest.remembered;
import static io.quorate.controller.plan.voters.QuorumLossTest.stopped;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.CommandKind;
import io.quorate.command.CommandSlot;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.NodeFixture;
import io.quorate.controller.fixture.RecoveryFixture;
import io.quorate.controller.plan.ClusterStates;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.guards.Guards;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.state.Condition;
import io.quorate.state.DataHolding;
import io.quorate.state.DataState;
import io.quorate.state.Holder;
import io.quorate.state.MemberEntry;
import io.quorate.state.MemberIdentity;
import io.quorate.state.OpenCommand;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is presumed of voters, once no quorum has served for a minute (ADR 31). */
class PresumedLossTest {
  /** The change waits for the quorum that is lost; a recovery that waited for it never began. */
  @Test
  void anOpenJoinIsPresumedUndoneOnceNobodyHasServedForAsLongAsAnElectionTakes() {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    fixture.desired = 4;
    fixture.listed.removeIf(entry -> entry.name().equals("i-3"));
    remembered(fixture).terminate("i-3");
    fixture.launch("i-4");
    fixture.open(CommandKind.JOIN, "i-4").terminate("i-1");
    remembered(stopped(fixture));
    fixture.now = fixture.now.plusSeconds(60);
    assertThat(presumed(fixture)).as("an election may be under way").isEmpty();

    fixture.now = fixture.now.plusSeconds(1);
    assertThat(presumed(fixture).orElseThrow()).startsWith("1 of 2 voters are lost");
    assertThat(lost(fixture)).as("it is not called proven").isEmpty();
  }

  /** The second member after a recovery dies as soon as it votes; no heartbeat ever listed it. */
  @Test
  void aJoinerThatIsGoneIsPresumedToHaveVotedWhereTheOthersDoNotServe() {
    ClusterFixture fixture = remembered(ClusterFixture.healthy(1));
    fixture.desired = 3;
    fixture.launch("i-2");
    fixture.open(CommandKind.JOIN, "i-2").silence("i-2");
    remembered(stopped(fixture)).terminate("i-2");
    fixture.now = fixture.now.plusSeconds(60);
    assertThat(presumed(fixture)).isEmpty();

    fixture.now = fixture.now.plusSeconds(1);
    assertThat(presumed(fixture).orElseThrow()).startsWith("i-2 was being made a voter");
    assertThat(QuorumLoss.without(state(fixture), Set.of(new InstanceId("i-2")))).isTrue();
    assertThat(QuorumLoss.without(state(fixture), Set.of())).isFalse();
    assertThat(lost(fixture)).as("it is not called proven").isEmpty();
  }

  /** It joined, and was terminated, while no controller could read the table. */
  @Test
  void aJoinThatWasClosedLongAfterItsDeadlineMayHaveMadeAVoterAllTheSame() {
    ClusterFixture fixture = remembered(ClusterFixture.healthy(1));
    fixture.desired = 3;
    fixture.launch("i-2");
    fixture.open(CommandKind.JOIN, "i-2").silence("i-2").terminate("i-2");
    CommandSlot told = requireNonNull(fixture.slots.get(new InstanceId("i-2")));
    fixture.now =
        fixture.now.plus(told.command().deadline()).plusSeconds(600); // The table was away.
    fixture.status = fixture.status.closing("op-1");
    fixture.slots.put(new InstanceId("i-2"), told.closed(fixture.now));
    remembered(stopped(fixture));
    fixture.now = fixture.now.plusSeconds(60);
    assertThat(presumed(fixture)).as("an election may be under way").isEmpty();

    fixture.now = fixture.now.plusSeconds(1);
    assertThat(presumed(fixture).orElseThrow()).startsWith("i-2 was being made a voter");
    assertThat(lost(fixture)).as("it is not called proven").isEmpty();

    fixture.slots.put(new InstanceId("i-2"), told.in(CommandSlot.State.CLOSED));
    assertThat(presumed(fixture)).as("closed by its deadline: it shows in the list").isEmpty();
  }

  /** The second member after a recovery votes, and its instance comes back with another disk. */
  @Test
  void aJoinerThatHasLostWhatItJoinedWithIsPresumedToHaveVoted() {
    ClusterFixture fixture = RecoveryFixture.recorded(1);
    remembered(fixture).desired = 3;
    NodeFixture joiner = RecoveryFixture.waiting(fixture.launch("i-2"), DataHolding.Cause.NEVER);
    fixture.status =
        fixture.status.withData(
            fixture
                .status
                .data()
                .with(
                    joiner.instance,
                    new Holder(Generation.FIRST, "disk-" + joiner.instance, ClusterFixture.NOW)));
    fixture.open(CommandKind.JOIN, "i-2");
    remembered(stopped(fixture));
    fixture.now = fixture.now.plusSeconds(61);
    assertThat(presumed(fixture)).as("it waits to be added, and never voted").isEmpty();

    joiner.report =
        RecoveryFixture.report(none(DataHolding.Cause.NEVER, "disk-b"), Optional.empty());
    assertThat(presumed(fixture).orElseThrow())
        .contains("it joined with disk disk-i-2 and has disk disk-b, which is empty");
    joiner.report =
        RecoveryFixture.report(none(DataHolding.Cause.LOST, "disk-i-2"), Optional.empty());
    assertThat(presumed(fixture).orElseThrow()).contains("it says that it lost its data");
    assertThat(lost(fixture)).as("it is not called proven").isEmpty();

    fixture.now = fixture.now.minusSeconds(1);
    assertThat(presumed(fixture)).as("an election may be under way").isEmpty();
    fixture.now = fixture.now.plusSeconds(1);
    fixture.silence("i-2");
    assertThat(presumed(fixture)).as("what it said long ago").isEmpty();
  }

  private static DataHolding none(DataHolding.Cause cause, String disk) {
    return new DataHolding(DataHolding.State.NONE, Optional.of(cause), disk);
  }

  /**
   * It joined and died while no heartbeat could be written; the seeder has applied its promotion.
   */
  @Test
  void aVoterThatALivingMemberHasAppliedAndThatIsGoneIsPresumedToHaveVoted() {
    ClusterFixture fixture = remembered(ClusterFixture.healthy(1));
    fixture.desired = 3;
    NodeFixture joined = fixture.launch("i-2");
    joined.joined(fixture.lineage.bootstrap().orElseThrow(), ClusterFixture.memberOf(joined));
    NodeFixture left = fixture.node("i-1");
    left.listInstead =
        Optional.of(List.of(fixture.listed.getFirst(), ClusterFixture.entry(joined, false)));
    fixture.terminate("i-2");
    remembered(stopped(fixture));
    fixture.now = fixture.now.plusSeconds(60);
    assertThat(presumed(fixture)).as("an election may be under way").isEmpty();

    fixture.now = fixture.now.plusSeconds(1);
    assertThat(presumed(fixture).orElseThrow()).startsWith("i-2 was being made a voter");
    assertThat(QuorumLoss.without(state(fixture), Set.of(new InstanceId("i-2")))).isTrue();
    assertThat(lost(fixture)).as("it is not called proven").isEmpty();

    long applied = left.watermark;
    left.watermark = left.raftIndex = 1;
    assertThat(presumed(fixture)).as("a list from before the proven one").isEmpty();
    left.watermark = left.raftIndex = applied;
    assertThat(presumed(fixture)).isPresent();
    Optional<List<MemberEntry>> listed = left.listInstead;
    left.listInstead =
        Optional.of(List.of(fixture.listed.getFirst(), ClusterFixture.entry(joined, true)));
    assertThat(presumed(fixture)).as("a learner is no voter").isEmpty();
    left.listInstead = listed;
    fixture.silence("i-1");
    assertThat(presumed(fixture)).as("what it said long ago").isEmpty();
  }

  /** Two of three come back on new disks; one of these had not yet told of its member. */
  @Test
  void aVoterWhoseNodeHoldsNothingIsPresumedLostAndNotCalledProven() {
    ClusterFixture fixture = remembered(ClusterFixture.healthy(3));
    fixture.data("i-1", DataState.LOST);
    NodeFixture unknowing = fixture.node("i-2");
    fixture.knowsNothing("i-2");
    unknowing.data = DataState.NONE;
    RecoveryFixture.waiting(unknowing, DataHolding.Cause.NEVER);
    remembered(stopped(fixture));
    fixture.now = fixture.now.plusSeconds(61);

    assertThat(presumed(fixture).orElseThrow())
        .startsWith("2 of 3 voters are lost")
        .contains("i-2 says that its disk holds nothing");
    assertThat(lost(fixture)).isEmpty();
  }

  /**
   * It lost its data and was told to join anew; its former member is in the list that was proven.
   */
  @Test
  void aVoterWhoseNodeHoldsAnotherMemberInItsPlaceIsPresumedLost() {
    ClusterFixture fixture = remembered(ClusterFixture.healthy(3));
    fixture.terminate("i-3");
    NodeFixture again = fixture.node("i-2");
    again.joined(fixture.lineage.bootstrap().orElseThrow(), new MemberId(0x77));
    fixture.status =
        fixture.status.opening(
            new OpenCommand(
                "op-1",
                CommandKind.JOIN,
                new InstanceId("i-2"),
                Optional.of(fixture.member("i-2")),
                fixture.now,
                false));
    remembered(stopped(fixture));
    fixture.now = fixture.now.plusSeconds(60);
    assertThat(presumed(fixture)).as("it may be listed as soon as a leader is elected").isEmpty();

    fixture.now = fixture.now.plusSeconds(1);
    assertThat(presumed(fixture).orElseThrow())
        .startsWith("2 of 3 voters are lost")
        .contains("i-2 holds member 77 in its place");
    assertThat(lost(fixture)).isEmpty();

    Optional<MemberIdentity> held = again.identity;
    again.identity = held.map(now -> ofAnotherGeneration(now));
    assertThat(presumed(fixture)).as("it may not have read yet of this generation").isEmpty();
    again.identity = held;
    assertThat(presumed(fixture)).isPresent();
    fixture.silence("i-2");
    assertThat(presumed(fixture)).as("what it said long ago counts no more").isEmpty();
  }

  /** A promotion that two logs lack was lost with the third: by these another one votes. */
  private static ClusterFixture leaderless() {
    ClusterFixture fixture = remembered(ClusterFixture.healthy(3)).terminate("i-3");
    electsNobody(fixture.node("i-1"));
    electsNobody(fixture.node("i-2"));
    return fixture;
  }

  @Test
  @Guards("NO_LEADER_ELECTED")
  void votersThatRunAndElectNobodyForLongArePresumedToBeNoQuorum() {
    ClusterFixture fixture = remembered(leaderless());
    assertThat(told(fixture)).hasValueSatisfying(words -> assertThat(words).contains("2 of 3"));
    fixture.now = fixture.now.plusSeconds(300);
    assertThat(presumed(fixture)).as("they may be about to elect somebody").isEmpty();

    fixture.now = fixture.now.plusSeconds(1);
    assertThat(presumed(fixture).orElseThrow())
        .startsWith("2 of 3 voters")
        .contains("run and have elected nobody for 300 s");
    assertThat(QuorumLoss.without(state(fixture), Set.of(new InstanceId("i-3")))).isTrue();
    assertThat(QuorumLoss.without(state(fixture), Set.of())).isFalse();
    assertThat(lost(fixture)).as("it is not called proven").isEmpty();
  }

  /** All were stopped for an hour and start again: they may elect somebody at once. */
  @Test
  @Guards("NO_LEADER_ELECTED")
  void votersThatDidNotRunTheWholeTimeMayBeAQuorum() {
    ClusterFixture fixture = remembered(stopped(leaderless()));
    assertThat(told(fixture)).isEmpty();
    fixture.now = fixture.now.plusSeconds(3_600);
    fixture.node("i-1").starting = true;
    fixture.node("i-2").starting = true;
    assertThat(presumed(fixture)).isEmpty();

    remembered(fixture);
    fixture.now = fixture.now.plusSeconds(301);
    assertThat(presumed(fixture)).as("started without a quorum they answer nobody").isPresent();
  }

  @Test
  @Guards("NO_LEADER_ELECTED")
  void aVoterThatMayFollowALeaderIsAwaited() {
    ClusterFixture fixture = remembered(leaderless());
    fixture.now = fixture.now.plusSeconds(301);
    NodeFixture one = fixture.node("i-1");

    one.leaderless = false;
    assertThat(presumed(fixture)).as("it knows of a leader").isEmpty();
    one.leaderless = true;
    one.answering = false;
    assertThat(presumed(fixture)).as("its etcd does not run").isEmpty();
    one.answering = true;
    assertThat(presumed(fixture)).isPresent();
    fixture.silence("i-1");
    assertThat(presumed(fixture)).as("what it said long ago").isEmpty();
  }

  /** Access control refuses its agent the status, and so who leads. */
  @Test
  @Guards("NO_LEADER_ELECTED")
  void aVoterThatRefusesItsAgentIsAwaited() {
    ClusterFixture fixture = remembered(leaderless());
    fixture.now = fixture.now.plusSeconds(301);
    fixture.node("i-1").refused(false);

    assertThat(presumed(fixture)).isEmpty();
  }

  private static Optional<String> told(ClusterFixture fixture) {
    return fixture.status.conditions().stream()
        .filter(shown -> shown.type() == Condition.Type.NO_LEADER_ELECTED)
        .map(Condition::message)
        .findFirst();
  }

  /** With every log at hand the one that holds the most is elected: something else is wrong. */
  @Test
  void votersThatElectNobodyWhileNoneIsLostMayBeAQuorum() {
    ClusterFixture fixture = remembered(ClusterFixture.healthy(3));
    fixture.actors.values().forEach(PresumedLossTest::electsNobody);
    remembered(fixture);
    fixture.now = fixture.now.plusSeconds(3_600);

    assertThat(presumed(fixture)).isEmpty();
  }

  private static void electsNobody(NodeFixture node) {
    node.leaderless = true;
    node.quorumProven = false;
  }

  private static MemberIdentity ofAnotherGeneration(MemberIdentity held) {
    return new MemberIdentity(
        held.uid(), new Generation(7), held.clusterId(), held.memberId(), held.directoryNonce());
  }

  private static ClusterState state(ClusterFixture fixture) {
    return ClusterStates.of(fixture.view());
  }

  private static Optional<String> presumed(ClusterFixture fixture) {
    return QuorumLoss.presumed(state(fixture));
  }
}
