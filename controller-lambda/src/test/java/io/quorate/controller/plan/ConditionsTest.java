package io.quorate.controller.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.CommandKind;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.view.GroupView;
import io.quorate.guards.Guards;
import io.quorate.model.InstanceId;
import io.quorate.state.Condition;
import io.quorate.state.DataState;
import io.quorate.state.JoinBackoff;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** When a condition holds that no other test is about, and when it does not. */
class ConditionsTest {
  private static List<Condition.Type> shown(ClusterFixture fixture) {
    return fixture.plan().status().conditions().stream().map(Condition::type).toList();
  }

  private static String message(ClusterFixture fixture, Condition.Type type) {
    return fixture.plan().status().conditions().stream()
        .filter(condition -> condition.type() == type)
        .map(Condition::message)
        .findFirst()
        .orElse("");
  }

  @Test
  @Guards("REDUNDANCY_NONE")
  void redundancyIsNoneWhereExactlyAQuorumServes() {
    assertThat(shown(ClusterFixture.healthy(3))).doesNotContain(Condition.Type.REDUNDANCY_NONE);
    assertThat(shown(ClusterFixture.healthy(1))).contains(Condition.Type.REDUNDANCY_NONE);
    assertThat(shown(ClusterFixture.healthy(3).silence("i-3")))
        .contains(Condition.Type.REDUNDANCY_NONE);
    assertThat(shown(ClusterFixture.healthy(5).silence("i-5")))
        .doesNotContain(Condition.Type.REDUNDANCY_NONE);
  }

  @Test
  @Guards("NODE_UNREACHABLE")
  void aNodeIsUnreachableWhenNeitherItNorItsMemberSpeaks() {
    ClusterFixture fixture = ClusterFixture.healthy(3).silence("i-3");
    assertThat(shown(fixture))
        .contains(Condition.Type.AGENT_SILENT)
        .doesNotContain(Condition.Type.NODE_UNREACHABLE);

    fixture.inactive("i-3", Duration.ofSeconds(1));
    assertThat(shown(fixture))
        .contains(Condition.Type.NODE_UNREACHABLE)
        .doesNotContain(Condition.Type.AGENT_SILENT);
    assertThat(message(fixture, Condition.Type.NODE_UNREACHABLE)).startsWith("i-3 ");
    assertThat(shown(fixture.terminate("i-3"))).doesNotContain(Condition.Type.NODE_UNREACHABLE);
  }

  @Test
  @Guards("MEMBER_DATA_UNUSABLE")
  void unusableDataIsToldOfWhileItsInstanceLives() {
    ClusterFixture fixture = ClusterFixture.healthy(3).data("i-3", DataState.DAMAGED);
    assertThat(message(fixture, Condition.Type.MEMBER_DATA_UNUSABLE)).startsWith("i-3 cannot use");
    fixture.node("i-3").lastExit = Optional.of("KILLED: signal 9");
    assertThat(message(fixture, Condition.Type.MEMBER_DATA_UNUSABLE)).startsWith("i-3 cannot use");
    fixture.node("i-3").lastExit = Optional.of("DAMAGED: page 4 is of kind 16");
    assertThat(message(fixture, Condition.Type.MEMBER_DATA_UNUSABLE))
        .startsWith("i-3 (DAMAGED: page 4 is of kind 16) cannot use");

    assertThat(shown(fixture.terminate("i-3"))).doesNotContain(Condition.Type.MEMBER_DATA_UNUSABLE);
    assertThat(shown(ClusterFixture.healthy(3)))
        .doesNotContain(Condition.Type.MEMBER_DATA_UNUSABLE);
  }

  private static ClusterFixture failedToJoin(int times) {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    fixture.status =
        fixture.status.withJoinBackoffs(
            Map.of(new InstanceId("i-2"), new JoinBackoff(times, ClusterFixture.NOW)));
    return fixture;
  }

  @Test
  @Guards("JOIN_FAILING")
  void aNodeKeepsFailingToJoinFromTheSecondTimeOn() {
    assertThat(shown(failedToJoin(1))).doesNotContain(Condition.Type.JOIN_FAILING);
    assertThat(message(failedToJoin(2), Condition.Type.JOIN_FAILING)).startsWith("i-2 ");
  }

  @Test
  @Guards("EXECUTOR_SILENT")
  void anExecutorIsSilentOnlyWhileItsInstanceMayAnswer() {
    ClusterFixture open = ClusterFixture.healthy(3);
    open.launch("i-4");
    open.open(CommandKind.JOIN, "i-4");
    assertThat(shown(open)).doesNotContain(Condition.Type.EXECUTOR_SILENT);

    assertThat(message(open.silence("i-4"), Condition.Type.EXECUTOR_SILENT))
        .contains("i-4", "op-1");
    assertThat(shown(open.terminate("i-4"))).doesNotContain(Condition.Type.EXECUTOR_SILENT);
  }

  @Test
  @Guards("ETCD_ALARM")
  void anAlarmOfEtcdIsToldOfOnceByName() {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    assertThat(shown(fixture)).doesNotContain(Condition.Type.ETCD_ALARM);

    fixture.node("i-1").alarms = List.of("NOSPACE");
    fixture.node("i-2").alarms = List.of("NOSPACE", "CORRUPT");
    assertThat(message(fixture, Condition.Type.ETCD_ALARM)).contains("[CORRUPT, NOSPACE]");
  }

  @Test
  @Guards({"GROUP_UNSAFE", "GROUP_UNKNOWN"})
  void aGroupThatMayKillByItselfOrCannotBeReadIsUnsafe() {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    assertThat(shown(fixture)).doesNotContain(Condition.Type.GROUP_UNSAFE);

    fixture.groupInstead =
        Optional.of(new GroupView.Observed(3, fixture.lifecycles, List.of("AZRebalance")));
    assertThat(message(fixture, Condition.Type.GROUP_UNSAFE))
        .contains("suspend AZRebalance", "suspend-processes");
    fixture.groupInstead = Optional.of(new GroupView.Unknown("throttled"));
    assertThat(message(fixture, Condition.Type.GROUP_UNKNOWN)).contains("throttled");
  }

  @Test
  void aConditionKeepsTheTimeSinceWhichItHolds() {
    ClusterFixture fixture = ClusterFixture.healthy(3).silence("i-3");
    fixture.status = fixture.plan().status();
    fixture.after(Duration.ofMinutes(5));

    assertThat(fixture.plan().status().conditions())
        .filteredOn(condition -> condition.type() == Condition.Type.AGENT_SILENT)
        .singleElement()
        .satisfies(condition -> assertThat(condition.since()).isEqualTo(ClusterFixture.NOW));
  }
}
