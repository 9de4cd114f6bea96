package io.quorate.controller.plan.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.controller.decision.CommitBootstrap;
import io.quorate.controller.decision.Decision;
import io.quorate.controller.decision.NoOp;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.StartCommand;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.guards.Guards;
import io.quorate.spec.EtcdVersion;
import io.quorate.state.Condition;
import io.quorate.state.DataState;
import io.quorate.state.EtcdRuns;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A node whose installed etcd the spec's version does not accept. */
class VersionRulesTest {
  private static void installed(
      ClusterFixture fixture, String instance, String release, boolean refused) {
    fixture.node(instance).runs =
        new EtcdRuns(
            EtcdVersion.parse(release),
            refused ? 0 : 1,
            refused ? Optional.of("the spec wants another") : Optional.empty());
  }

  private static List<String> mismatches(Plan plan) {
    return plan.status().conditions().stream()
        .filter(c -> c.type() == Condition.Type.ETCD_VERSION_MISMATCH)
        .map(Condition::message)
        .toList();
  }

  @Test
  @Guards("ETCD_VERSION_MISMATCH")
  void foundsNothing() {
    ClusterFixture fixture = ClusterFixture.registered(3);
    installed(fixture, "i-3", "3.4.30", true);

    Plan plan = fixture.plan();
    assertThat(plan.decision()).isInstanceOf(NoOp.class);
    assertThat(mismatches(plan))
        .singleElement()
        .satisfies(text -> assertThat(text).contains("i-3 has 3.4.30 and does not start it"));
  }

  @Test
  void joinsNothing() {
    ClusterFixture fixture = ClusterFixture.healthy(2);
    fixture.desired = 3;
    fixture.launch("i-3");
    installed(fixture, "i-3", "3.5.2", true);
    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);

    installed(fixture, "i-3", "3.5.30", false);
    Plan plan = fixture.plan();
    assertThat(plan.decision()).extracting(Decision::code).isEqualTo("ISSUE_INSTRUCTION");
    assertThat(mismatches(plan)).isEmpty();
  }

  @Test
  void doesNotJoinAnewButItsDeadMemberIsRemoved() {
    ClusterFixture fixture = ClusterFixture.healthy(3).data("i-3", DataState.LOST);
    fixture.node("i-3").answering = false;
    fixture.node("i-3").quorumProven = false;
    installed(fixture, "i-3", "3.5.2", true);

    assertThat(fixture.plan().decision())
        .isInstanceOfSatisfying(
            StartCommand.class,
            issue -> assertThat(issue.command().header().executor().value()).isEqualTo("i-1"));
  }

  @Test
  @Guards("ETCD_VERSION_MISMATCH")
  void goesOnAsAMemberThatItRanAndIsToldOf() {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    installed(fixture, "i-2", "3.5.2", false);

    Plan plan = fixture.plan();
    assertThat(plan.decision()).isInstanceOf(NoOp.class);
    assertThat(mismatches(plan))
        .singleElement()
        .satisfies(text -> assertThat(text).contains("i-2 has 3.5.2 and goes on with it"));
  }

  @Test
  void aNodeOfAnOlderAgentMayJoin() {
    ClusterFixture fixture = ClusterFixture.registered(3);

    assertThat(fixture.plan().decision()).isInstanceOf(CommitBootstrap.class);
  }
}
