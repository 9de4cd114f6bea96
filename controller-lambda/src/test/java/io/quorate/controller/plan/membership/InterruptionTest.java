package io.quorate.controller.plan.membership;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.Command;
import io.quorate.command.CommandKind;
import io.quorate.command.CommandSlot;
import io.quorate.command.JoinCluster;
import io.quorate.command.LeaveCluster;
import io.quorate.command.Outcome;
import io.quorate.controller.decision.NoOp;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.RecordTermination;
import io.quorate.controller.decision.StartCommand;
import io.quorate.controller.decision.TerminateInstance;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.NodeFixture;
import io.quorate.guards.Guards;
import io.quorate.model.InstanceId;
import io.quorate.state.Condition;
import io.quorate.state.Interruption;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the cloud is about to take leaves before, where the cluster can do without it. */
class InterruptionTest {
  private static final InstanceId TAKEN = new InstanceId("i-3");

  private static ClusterFixture told(ClusterFixture fixture, String instance, String action) {
    NodeFixture node = fixture.node(instance);
    node.report =
        node.report.interrupted(new Interruption(action, fixture.now.plus(Duration.ofMinutes(2))));
    return fixture;
  }

  private static Optional<Command> issued(ClusterFixture fixture) {
    return fixture.plan().decision() instanceof StartCommand issue
        ? Optional.of(issue.command())
        : Optional.empty();
  }

  private static Optional<String> shown(ClusterFixture fixture, Condition.Type type) {
    return fixture.plan().status().conditions().stream()
        .filter(held -> held.type() == type)
        .map(Condition::message)
        .findFirst();
  }

  @Test
  @Guards({"LEAVE_BEFORE_INTERRUPTION", "INTERRUPTION_ANNOUNCED"})
  void aMemberLeavesBeforeTheCloudTakesItTheLeaderToo() {
    ClusterFixture fixture = told(ClusterFixture.healthy(3).knowsLeave(), "i-1", "terminate");
    Command leave = issued(fixture).orElseThrow();
    assertThat(leave).isInstanceOf(LeaveCluster.class);
    assertThat(leave.header().executor()).isEqualTo(new InstanceId("i-1"));
    assertThat(fixture.plan().decision().reason().code()).isEqualTo("MEMBER_INTERRUPTED");
    assertThat(shown(fixture, Condition.Type.INTERRUPTION_ANNOUNCED).orElseThrow())
        .contains("i-1 will terminate at", "leaves before");
  }

  @Test
  @Guards("LEAVE_BEFORE_INTERRUPTION")
  void onceItLeftItIsNotTakenBack() {
    ClusterFixture fixture = told(ClusterFixture.healthy(3).knowsLeave(), "i-3", "terminate");
    assertThat(issued(fixture.left("i-3"))).isEmpty();
  }

  /** The member of i-3 was told to leave because of a warning. */
  private static ClusterFixture leaves() {
    ClusterFixture fixture = told(ClusterFixture.healthy(3).knowsLeave(), "i-3", "terminate");
    Plan told = fixture.plan();
    fixture.status = told.status();
    fixture.slots.put(
        TAKEN, new CommandSlot(((StartCommand) told.decision()).command(), CommandSlot.State.OPEN));
    return fixture;
  }

  private static ClusterFixture closed(ClusterFixture fixture, Outcome.Result result) {
    Command leave = requireNonNull(fixture.slots.get(TAKEN)).command();
    fixture.node("i-3").outcome =
        Optional.of(
            new Outcome(
                leave.header().id(), CommandKind.LEAVE, result, "ARCHIVE_DIRECTORY", "test"));
    Plan closed = fixture.plan();
    assertThat(closed.decision().code()).isEqualTo("CLOSE_OPERATION");
    fixture.status = closed.status();
    fixture.slots.clear();
    return fixture;
  }

  @Test
  @Guards({"LEAVE_BEFORE_INTERRUPTION", "TERMINATE_LEAVER"})
  void theInstanceIsHandedBackToItsGroupOnceItsMemberHasLeft() {
    ClusterFixture fixture = leaves();
    assertThat(fixture.plan().decision()).as("while it leaves").isInstanceOf(NoOp.class);

    closed(fixture.left("i-3"), Outcome.Result.DONE);
    Plan recorded = fixture.plan();
    assertThat(recorded.decision()).isInstanceOf(RecordTermination.class);
    assertThat(recorded.decision().reason().code()).isEqualTo("MEMBER_LEFT");
    assertThat(recorded.heartbeatEvidence()).containsOnlyKeys(TAKEN);
    fixture.status = recorded.status();
    Plan asked = fixture.plan();
    assertThat(asked.decision()).isInstanceOf(TerminateInstance.class);
    fixture.status = asked.status();

    fixture.lifecycles.put(TAKEN, "Terminating:Wait");
    fixture.launch("i-4");
    assertThat(issued(fixture)).as("while the notice runs").get().isInstanceOf(JoinCluster.class);
  }

  @Test
  @Guards("LEAVE_BEFORE_INTERRUPTION")
  void keepsTheInstanceAndAsksAgainWhenItsMemberDidNotLeave() {
    ClusterFixture fixture = closed(leaves(), Outcome.Result.FAILED);
    assertThat(fixture.status.terminations()).isEmpty();
    Plan waits = fixture.plan();
    assertThat(waits.decision()).isInstanceOf(NoOp.class);
    assertThat(waits.status().group().leaving()).isEmpty();

    fixture.now = requireNonNull(fixture.status.joinBackoffs().get(TAKEN)).notBefore();
    assertThat(issued(fixture)).get().isInstanceOf(LeaveCluster.class);
  }

  /** Else their end would lose the quorum, and with it what only these two hold. */
  @Test
  @Guards("LEAVE_BEFORE_INTERRUPTION")
  void ofThreeTwoThatTheCloudTakesLeaveOneAfterTheOtherTheLeaderLast() {
    ClusterFixture fixture = ClusterFixture.healthy(3).knowsLeave();
    told(told(fixture, "i-1", "terminate"), "i-2", "terminate");
    assertThat(issued(fixture).orElseThrow().header().executor()).isEqualTo(new InstanceId("i-2"));

    fixture.left("i-2");
    assertThat(issued(fixture).orElseThrow().header().executor()).isEqualTo(new InstanceId("i-1"));

    fixture.left("i-1");
    told(fixture, "i-3", "terminate");
    assertThat(issued(fixture)).as("it holds the only copy").isEmpty();
  }

  @Test
  @Guards("LEAVE_BEFORE_INTERRUPTION")
  void nobodyLeavesWithoutWhomTheOthersAreNoQuorum() {
    ClusterFixture fixture = told(ClusterFixture.healthy(3).knowsLeave(), "i-3", "terminate");
    fixture.silence("i-2");
    Plan plan = fixture.plan();
    assertThat(plan.decision()).isInstanceOf(NoOp.class);
    assertThat(plan.decision().reason().code()).isEqualTo("INTERRUPTED_MEMBER_WAITS");
    assertThat(shown(fixture, Condition.Type.INTERRUPTION_ANNOUNCED).orElseThrow())
        .contains("i-3", "does not leave yet: the healthy voters that stay would be no quorum");
  }

  @Test
  void theOnlyMemberStays() {
    ClusterFixture fixture = told(ClusterFixture.healthy(1).knowsLeave(), "i-1", "terminate");
    assertThat(issued(fixture)).isEmpty();
  }

  @Test
  @Guards("INTERRUPTION_ANNOUNCED")
  void oneThatIsStoppedKeepsItsDiskAndItsSeat() {
    ClusterFixture fixture = told(ClusterFixture.healthy(3).knowsLeave(), "i-3", "stop");
    assertThat(issued(fixture)).isEmpty();
    assertThat(shown(fixture, Condition.Type.INTERRUPTION_ANNOUNCED).orElseThrow())
        .contains("its disk stays");
  }

  @Test
  @Guards("REBALANCE_RECOMMENDED")
  void anAdviceIsOnlyToldOf() {
    ClusterFixture fixture =
        told(ClusterFixture.healthy(3).knowsLeave(), "i-3", Interruption.REBALANCE);
    assertThat(issued(fixture)).isEmpty();
    assertThat(shown(fixture, Condition.Type.REBALANCE_RECOMMENDED).orElseThrow())
        .contains("i-3", "terminate-instance-in-auto-scaling-group");
    assertThat(shown(fixture, Condition.Type.INTERRUPTION_ANNOUNCED)).isEmpty();
  }
}
