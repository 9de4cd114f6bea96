package io.quorate.controller.plan.membership;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.CommandKind;
import io.quorate.command.JoinCluster;
import io.quorate.controller.decision.Decision;
import io.quorate.controller.decision.NoOp;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.RecordTermination;
import io.quorate.controller.decision.StartCommand;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.view.FleetView;
import io.quorate.controller.view.InstanceState;
import io.quorate.guards.Guards;
import io.quorate.model.InstanceId;
import io.quorate.state.ClockReading;
import io.quorate.state.Condition;
import io.quorate.state.DataState;
import io.quorate.state.Phase;
import io.quorate.state.Termination;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

public class JoinAndHungRulesTest {
  private static ClusterFixture oneLeft() {
    ClusterFixture fixture = ClusterFixture.healthy(3).terminate("i-3");
    fixture.listed.removeIf(entry -> entry.name().equals("i-3"));
    fixture.status = fixture.view().status();
    return fixture;
  }

  @Test
  @Guards("JOIN_WAITING_NODE")
  void aNewNodeJoinsInTheRemovedMembersPlace() {
    ClusterFixture fixture = oneLeft();
    fixture.launch("i-4");

    JoinCluster join = (JoinCluster) ((StartCommand) fixture.plan().decision()).command();

    assertThat(join.header().executor()).isEqualTo(new InstanceId("i-4"));
    assertThat(join.formerMember()).isEmpty();
  }

  @Test
  void nobodyJoinsBeyondTheDesiredCapacity() {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    fixture.launch("i-4");
    fixture.lifecycles.put(new InstanceId("i-4"), "Pending");

    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);
  }

  @Test
  void nobodyJoinsWhileAVoterIsDown() {
    ClusterFixture fixture = ClusterFixture.healthy(3).silence("i-3");
    fixture.desired = 4;
    fixture.launch("i-4");

    assertThat(fixture.plan().decision().reason().code()).isEqualTo("JOIN_WAITS");
  }

  @Test
  @Guards("DATA_FOREIGN")
  void dataThatNoJournalExplainsIsLeftToAnOperator() {
    ClusterFixture fixture = oneLeft();
    fixture.launch("i-4").data = DataState.FOREIGN;

    Plan plan = fixture.plan();
    assertThat(plan.decision()).isInstanceOf(NoOp.class);
    assertThat(plan.status().conditions())
        .extracting(Condition::type)
        .contains(Condition.Type.DATA_FOREIGN)
        .doesNotContain(Condition.Type.MEMBER_DATA_UNUSABLE);
  }

  @Test
  void aMissingMemberDegrades() {
    assertThat(oneLeft().plan().status().phase()).isEqualTo(Phase.DEGRADED);
  }

  public static ClusterFixture hung() {
    return ClusterFixture.healthy(3).silence("i-3").inactive("i-3", Duration.ofHours(1));
  }

  @Test
  void aHungNodeStaysWhileTheOthersAreNoQuorumOfAllThatAreListed() {
    ClusterFixture fixture =
        ClusterFixture.healthy(4).silence("i-4").inactive("i-4", Duration.ofHours(1));
    fixture.node("i-3").quorumProven = false;
    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);

    fixture.node("i-3").quorumProven = true;
    assertThat(fixture.plan().decision()).isInstanceOf(RecordTermination.class);
  }

  @Test
  @Guards({"REPLACE_HUNG_NODE", "EvidenceFreshness#2"})
  void aHungNodeIsTerminatedOnPositiveEvidence() {
    Plan plan = hung().plan();

    Termination termination = ((RecordTermination) plan.decision()).termination();
    assertThat(termination.instance()).isEqualTo(new InstanceId("i-3"));
    assertThat(plan.status().terminations()).containsExactly(termination);
    assertThat(plan.heartbeatEvidence()).containsKeys(new InstanceId("i-1"), new InstanceId("i-2"));
  }

  static List<Arguments> missingEvidence() {
    return List.of(
        missing("the agent speaks", s -> s.node("i-3").stillFor = Duration.ZERO),
        missing("too few looks", s -> s.node("i-3").stillTurns = 1),
        missing("it answers the leader", s -> s.inactive("i-3", Duration.ZERO)),
        missing("inactive too briefly", s -> s.inactive("i-3", Duration.ofSeconds(1))),
        missing("raft connection held", s -> s.node("i-3").seenConnected = true),
        missing("EC2 knows nothing", s -> s.instances.remove(new InstanceId("i-3"))),
        missing(
            "EC2 says stopped", s -> s.instances.put(new InstanceId("i-3"), InstanceState.STOPPED)),
        missing("outside the group", s -> s.lifecycles.remove(new InstanceId("i-3"))),
        missing("no quorum without it", s -> s.node("i-2").quorumProven = false),
        missing("the leader says nothing of it", s -> s.node("i-1").tellsPeers = false),
        missing("another voter hears it", s -> s.node("i-2").hearsAll = true),
        missing("another voter is in a newer term", s -> s.node("i-2").raftTerm = 3),
        missing(
            "another voter follows nobody known",
            s -> s.node("i-2").follows = Optional.of(s.member("i-3"))),
        missing("a newer leader hears it", JoinAndHungRulesTest::newerLeaderHearsAll),
        missing("the breaker is on", s -> s.fleet = ClusterFixture.fleet(4, 3)),
        missing(
            "nobody saw the fleet",
            s -> s.fleet = new FleetView.NotObserved("nobody looked at the fleet")),
        missing("another change is open", s -> s.open(CommandKind.JOIN, "i-2")));
  }

  /** The old one froze a moment ago: its row is fresh and says that it leads. */
  private static void newerLeaderHearsAll(ClusterFixture fixture) {
    fixture.node("i-2").raftTerm = 3;
    fixture.node("i-2").follows = Optional.of(fixture.member("i-2"));
    fixture.node("i-2").hearsAll = true;
  }

  private static Arguments missing(String what, Consumer<ClusterFixture> change) {
    return Arguments.of(what, change);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("missingEvidence")
  @Guards({
    "REPLACE_HUNG_NODE",
    "TerminationEvidence#1",
    "TerminationEvidence#3",
    "TerminationEvidence#4",
    "StoppedInstances#1",
    "PeerLiveness#1",
    "PeerLiveness#2",
    "PeerLiveness#3",
    "PeerLiveness#4",
    "PeerLiveness#5",
    "PeerLiveness#6"
  })
  void withoutAnyOnePieceOfEvidenceNobodyIsTerminated(
      String what, Consumer<ClusterFixture> change) {
    ClusterFixture fixture = hung();
    change.accept(fixture);

    assertThat(fixture.plan().decision()).isNotInstanceOf(RecordTermination.class);
  }

  @Test
  void aLeaderWhoseDirectoryIsGoneStillTellsWhomItMisses() {
    ClusterFixture fixture =
        ClusterFixture.healthy(5)
            .silence("i-5")
            .inactive("i-5", Duration.ofHours(1))
            .data("i-1", DataState.LOST)
            .open(CommandKind.REMOVE_MEMBER, "i-5");

    Plan plan = fixture.plan();
    assertThat(plan.decision()).isInstanceOf(RecordTermination.class);
    assertThat(plan.heartbeatEvidence()).containsKey(new InstanceId("i-1"));

    fixture.inactive("i-5", Duration.ZERO);
    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);
  }

  @Test
  @Guards("REPLACE_HUNG_EXECUTOR")
  void aHungExecutorOfItsOwnChangeMayBeTerminated() {
    ClusterFixture fixture = hung().open(CommandKind.JOIN, "i-3");

    assertThat(fixture.plan().decision()).isInstanceOf(RecordTermination.class);
  }

  @Test
  void aTerminatedInstanceIsThenRemoved() {
    ClusterFixture fixture = hung();
    fixture.status = fixture.plan().status();
    fixture.terminate("i-3");

    Plan plan = fixture.plan();
    assertThat(plan.decision()).extracting(Decision::code).isEqualTo("ISSUE_INSTRUCTION");
    assertThat(plan.status().terminations()).isEmpty();
  }

  @Test
  @Guards("AGENT_SILENT")
  void aSilentAgentOverAnAnsweringMemberIsOnlyToldOf() {
    Plan plan = ClusterFixture.healthy(3).silence("i-3").plan();

    assertThat(plan.decision()).isInstanceOf(NoOp.class);
    assertThat(plan.status().conditions())
        .extracting(Condition::type)
        .contains(Condition.Type.AGENT_SILENT);
  }

  @Test
  @Guards("TERMINATE_HUNG_JOINER")
  void aJoinerThatHangsPastItsDeadlineIsTerminatedForItIsNoVoter() {
    ClusterFixture fixture = oneLeft();
    fixture.launch("i-4");
    fixture.status = fixture.plan().status();
    fixture.silence("i-4");
    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);

    Duration deadline =
        fixture.spec.timings().joinDeadline().plus(fixture.spec.timings().silentGrace());
    fixture.after(deadline.plus(ClockReading.CLOCKS_APART)).silence("i-4");
    assertThat(fixture.plan().decision())
        .as("issued by a clock behind this one, it may be well within its deadline")
        .isInstanceOf(NoOp.class);

    fixture.after(Duration.ofSeconds(1)).silence("i-4");
    RecordTermination intend = (RecordTermination) fixture.plan().decision();
    assertThat(intend.termination().instance()).isEqualTo(new InstanceId("i-4"));
  }
}
