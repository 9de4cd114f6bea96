package io.quorate.controller.plan.membership;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.LeaveCluster;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.StartCommand;
import io.quorate.controller.decision.TerminateInstance;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.view.GroupView;
import io.quorate.guards.Guards;
import io.quorate.model.InstanceId;
import io.quorate.state.JoinBackoff;
import io.quorate.state.NodeReport;
import io.quorate.state.Termination;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Of two voters one is marked and speaks again: it leaves, for both are needed while listed. */
class LeaveWhenMarkedTest {
  private static final InstanceId MARKED = new InstanceId("i-2");

  private static ClusterFixture marked(int voters, int desired) {
    ClusterFixture fixture = ClusterFixture.healthy(voters).knowsLeave();
    fixture.desired = desired;
    fixture.status =
        fixture.status.withTerminations(
            List.of(Termination.decided(MARKED, "it hung", fixture.now)));
    return fixture;
  }

  private static Optional<LeaveCluster> told(ClusterFixture fixture) {
    return fixture.plan().decision() instanceof StartCommand issued
            && issued.command() instanceof LeaveCluster leave
        ? Optional.of(leave)
        : Optional.empty();
  }

  @Test
  @Guards("LEAVE_WHEN_MARKED")
  void oneOfTwoThatIsMarkedAndSpeaksLeaves() {
    for (int desired : new int[] {1, 2}) {
      ClusterFixture fixture = marked(2, desired);
      LeaveCluster leave = told(fixture).orElseThrow();
      assertThat(leave.header().executor()).isEqualTo(MARKED);
      assertThat(leave.contacts()).containsExactly("http://10.0.0.1:2379");
      Plan plan = fixture.plan();
      assertThat(plan.decision().reason().code()).isEqualTo("MARKED_MEMBER");
      assertThat(plan.status().terminating(MARKED)).as("never taken back").isTrue();
      assertThat(plan.status().group().leaves(MARKED)).isTrue();
      assertThat(plan.heartbeatEvidence()).containsOnlyKeys(new InstanceId("i-1"), MARKED);
    }
  }

  @Test
  @Guards("LEAVE_WHEN_MARKED")
  void onceItLeftItsTerminationGoesOn() {
    ClusterFixture fixture = marked(2, 1);
    fixture.status = fixture.status.withGroup(fixture.status.group().leaving(MARKED, fixture.now));
    Plan plan = fixture.left("i-2").plan();
    assertThat(plan.decision()).isInstanceOf(TerminateInstance.class);
    assertThat(plan.heartbeatEvidence()).containsOnlyKeys(MARKED);
  }

  @Test
  @Guards("LEAVE_WHEN_MARKED")
  void withoutAnyOnePieceOfEvidenceItStays() {
    List<Consumer<ClusterFixture>> lacks =
        List.of(
            fixture -> fixture.silence("i-2"),
            fixture -> fixture.node("i-1").quorumProven = false,
            fixture -> fixture.silence("i-1"),
            fixture -> fixture.node("i-2").report = NodeReport.NOTHING,
            fixture -> fixture.fleet = ClusterFixture.fleet(4, 3),
            fixture -> fixture.desired = 3,
            fixture -> fixture.groupInstead = Optional.of(new GroupView.Unknown("throttled")),
            fixture ->
                fixture.status =
                    fixture.status.withJoinBackoffs(
                        Map.of(
                            MARKED, new JoinBackoff(1, fixture.now.plus(Duration.ofSeconds(1))))),
            fixture -> fixture.listed.add(ClusterFixture.entry(fixture.launch("i-3"), true)),
            fixture ->
                fixture.status =
                    fixture.status.withTerminations(
                        List.of(
                            Termination.decided(MARKED, "it hung", fixture.now),
                            Termination.decided(new InstanceId("i-1"), "it hung", fixture.now))));
    for (Consumer<ClusterFixture> lack : lacks) {
      ClusterFixture fixture = marked(2, 1);
      lack.accept(fixture);
      assertThat(told(fixture)).as("lack %d", lacks.indexOf(lack)).isEmpty();
    }
  }

  @Test
  void oneOfThreeIsTerminatedAsItIs() {
    assertThat(marked(3, 3).plan().decision()).isInstanceOf(TerminateInstance.class);
  }
}
