package io.quorate.controller.plan.instances;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.CommandKind;
import io.quorate.command.LeaveCluster;
import io.quorate.command.Outcome;
import io.quorate.controller.decision.Decision;
import io.quorate.controller.decision.NoOp;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.RecordTermination;
import io.quorate.controller.decision.StartCommand;
import io.quorate.controller.decision.TerminateInstance;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.guards.Guards;
import io.quorate.model.InstanceId;
import io.quorate.state.OpenCommand;
import io.quorate.state.Phase;
import io.quorate.state.Termination;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Once a member has left, its instance holds nobody up, and nobody is missed meanwhile. */
class LeaverTest {
  private static final InstanceId LEAVER = new InstanceId("i-5");

  /** Of five i-5 has left, three are desired. */
  private static ClusterFixture left() {
    ClusterFixture fixture = ClusterFixture.healthy(5).knowsLeave();
    fixture.desired = 3;
    fixture.status = fixture.status.withGroup(fixture.status.group().leaving(LEAVER, fixture.now));
    return fixture.left("i-5");
  }

  private static ClusterFixture terminating(ClusterFixture fixture) {
    Termination asked = Termination.decided(LEAVER, "test", fixture.now).asked(fixture.now);
    fixture.status = fixture.status.withTerminations(List.of(asked));
    fixture.lifecycles.put(LEAVER, "Terminating:Wait");
    return fixture;
  }

  /** One of two is told to leave; the other's row still lists both. */
  private static ClusterFixture oneOfTwoLeaves() {
    ClusterFixture fixture = ClusterFixture.healthy(2).knowsLeave();
    fixture.desired = 1;
    fixture.open(CommandKind.LEAVE, "i-2");
    fixture.status =
        fixture
            .status
            .closing("op-1")
            .opening(
                new OpenCommand(
                    "op-1",
                    CommandKind.LEAVE,
                    new InstanceId("i-2"),
                    Optional.of(fixture.member("i-2")),
                    fixture.now,
                    false));
    return fixture;
  }

  private static ClusterFixture stopped(ClusterFixture fixture, String instance) {
    fixture.node(instance).answering = false;
    fixture.node(instance).quorumProven = false;
    return fixture;
  }

  @Test
  @Guards("TERMINATE_LEAVER")
  void itsTerminationRestsOnItsOwnRowAlone() {
    ClusterFixture fixture = left();
    Plan recorded = fixture.plan();
    assertThat(recorded.decision()).isInstanceOf(RecordTermination.class);
    assertThat(recorded.decision().reason().code()).isEqualTo("MEMBER_LEFT");
    assertThat(recorded.heartbeatEvidence()).containsOnlyKeys(LEAVER);

    fixture.status = recorded.status();
    Plan asked = fixture.plan();
    assertThat(asked.decision()).isInstanceOf(TerminateInstance.class);
    assertThat(asked.heartbeatEvidence()).containsOnlyKeys(LEAVER);
  }

  @Test
  @Guards("TERMINATE_LEAVER")
  void whileItsRowNamesAMemberItRestsOnTheVotersToo() {
    ClusterFixture fixture = left();
    fixture.node("i-5").identity = fixture.node("i-4").identity;
    fixture.status =
        fixture.status.withTerminations(List.of(Termination.decided(LEAVER, "test", fixture.now)));
    assertThat(fixture.plan().heartbeatEvidence().keySet())
        .contains(new InstanceId("i-1"), new InstanceId("i-2"), LEAVER);
  }

  @Test
  @Guards("WAIT_FOR_OPEN_OPERATION")
  void theNextLeavesWhileItIsTerminated() {
    Plan plan = terminating(left()).plan();
    assertThat(plan.decision()).extracting(Decision::code).isEqualTo("ISSUE_INSTRUCTION");
    assertThat(((StartCommand) plan.decision()).command()).isInstanceOf(LeaveCluster.class);
    assertThat(plan.status().terminations()).hasSize(1);
  }

  @Test
  @Guards("WAIT_FOR_OPEN_OPERATION")
  void nobodyElseLeavesWhileOneThatIsStillListedIsTerminated() {
    ClusterFixture fixture = ClusterFixture.healthy(5).knowsLeave();
    fixture.desired = 3;
    fixture.status = fixture.status.withGroup(fixture.status.group().leaving(LEAVER, fixture.now));
    Plan plan = terminating(fixture).plan();
    assertThat(plan.decision()).isInstanceOf(NoOp.class);
    assertThat(plan.decision().reason().code()).isEqualTo("TERMINATION_UNDER_WAY");
  }

  @Test
  @Guards("NO_QUORUM")
  void theOtherOfTwoCountsByItselfOnceTheLeaverServesNoMore() {
    ClusterFixture fixture = stopped(oneOfTwoLeaves(), "i-2");
    assertThat(fixture.plan().status().phase()).isEqualTo(Phase.CHANGING);
  }

  @Test
  void theOtherOfTwoCountsByItselfOnceTheLeaverSaysThatItLeft() {
    ClusterFixture fixture = oneOfTwoLeaves();
    fixture.node("i-1").listInstead = Optional.of(List.copyOf(fixture.listed));
    fixture.left("i-2").answer("i-2", Outcome.Result.DONE);
    Plan closes = fixture.plan();
    assertThat(closes.decision()).extracting(Decision::code).isEqualTo("CLOSE_OPERATION");
    assertThat(closes.status().phase()).isNotEqualTo(Phase.NO_QUORUM);

    fixture.status = closes.status();
    assertThat(fixture.plan().status().phase()).isNotEqualTo(Phase.NO_QUORUM);
  }

  @Test
  @Guards("NO_QUORUM")
  void oneOfTwoThatStopsWithoutLeavingIsALostQuorum() {
    ClusterFixture fixture = ClusterFixture.healthy(2).knowsLeave();
    assertThat(stopped(fixture, "i-2").plan().status().phase()).isEqualTo(Phase.NO_QUORUM);
  }

  @Test
  void theOtherOfTwoThatProvesNoQuorumIsALostQuorum() {
    ClusterFixture fixture = stopped(oneOfTwoLeaves(), "i-2");
    fixture.node("i-1").quorumProven = false;
    assertThat(fixture.plan().status().phase()).isEqualTo(Phase.NO_QUORUM);
  }
}
