package io.quorate.controller.plan.instances;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.controller.decision.NoOp;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.guards.Guards;
import io.quorate.model.MemberId;
import io.quorate.state.Condition;
import io.quorate.state.MemberEntry;
import io.quorate.state.Phase;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A desired capacity below the members is told of. */
class InstanceChecksTest {
  @Test
  @Guards("CAPACITY_BELOW_MEMBERS")
  void aDesiredCapacityBelowTheMembersIsToldOfWithWhoLeaves() {
    ClusterFixture fixture = ClusterFixture.healthy(3).knowsLeave();
    fixture.desired = 1;

    assertThat(below(fixture))
        .hasValueSatisfying(
            why -> assertThat(why).contains("wants 1", "3 members", "[i-3] leaves"));
  }

  @Test
  void whyNobodyLeavesIsToldOf() {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    fixture.desired = 1;

    Plan plan = fixture.plan();
    assertThat(plan.decision()).isInstanceOf(NoOp.class);
    assertThat(below(fixture))
        .hasValueSatisfying(
            why ->
                assertThat(why).contains("nobody leaves yet", "i-1", "i-2", "i-3", "upgrade them"));
  }

  @Test
  @Guards("CAPACITY_BELOW_MEMBERS")
  void ofAGroupThatWantsNoneAllStayUntilItCanHibernate() {
    ClusterFixture fixture = ClusterFixture.healthy(1).knowsLeave();
    fixture.desired = 0;

    Plan plan = fixture.plan();
    assertThat(plan.decision()).isInstanceOf(NoOp.class);
    assertThat(plan.status().phase()).isEqualTo(Phase.HEALTHY);
    assertThat(below(fixture))
        .hasValueSatisfying(
            why ->
                assertThat(why)
                    .contains("wants no instance", "cannot hibernate yet", "i-1 cannot be fenced"));
  }

  @Test
  void theDesiredCapacityOfTheMembersOrMoreIsNot() {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    assertThat(below(fixture)).isEmpty();

    fixture.desired = 5;
    assertThat(below(fixture)).isEmpty();
  }

  @Test
  void aDeadMemberThatIsStillListedDoesNotCount() {
    ClusterFixture fixture = ClusterFixture.healthy(3).terminate("i-3");
    fixture.desired = 2;

    assertThat(below(fixture)).isEmpty();
  }

  /** It is at no instance, and none leaves for it. */
  @Test
  void aLearnerThatSomebodyAddedByHandDoesNotCount() {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    fixture.listed.add(
        new MemberEntry(new MemberId(0xabc), "", List.of("http://192.0.2.1:2380"), true));

    assertThat(below(fixture)).isEmpty();
  }

  private static Optional<String> below(ClusterFixture fixture) {
    return fixture.plan().status().conditions().stream()
        .filter(held -> held.type() == Condition.Type.CAPACITY_BELOW_MEMBERS)
        .map(Condition::message)
        .findFirst();
  }
}
