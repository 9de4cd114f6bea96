package io.quorate.controller.plan.instances;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.view.FleetView;
import io.quorate.controller.view.InstanceState;
import io.quorate.guards.Guards;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.state.Condition;
import io.quorate.state.MemberEntry;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodeChecksTest {
  private static final InstanceId LATE = new InstanceId("i-4");

  private static ClusterFixture inService(String lifecycle) {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    fixture.desired = 4;
    fixture.lifecycles.put(LATE, lifecycle);
    fixture.instances.put(LATE, InstanceState.RUNNING);
    return fixture;
  }

  /** A voter is listed whose node's row is not among those that were read. */
  private static ClusterFixture rowless() {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    fixture.actors.remove(new InstanceId("i-3"));
    return fixture;
  }

  private static ClusterFixture unread(ClusterFixture fixture) {
    fixture.fleet = new FleetView.RowsUnread(List.of("row i-3 cannot be read"));
    return fixture;
  }

  private static List<Condition.Type> shown(ClusterFixture fixture) {
    return fixture.plan().status().conditions().stream().map(Condition::type).toList();
  }

  @Test
  @Guards("NODE_NOT_REGISTERED")
  void anInstanceThatNeverReportedIsToldOf() {
    assertThat(shown(inService("InService"))).contains(Condition.Type.NODE_NOT_REGISTERED);
    assertThat(shown(inService("Pending:Wait"))).contains(Condition.Type.NODE_NOT_REGISTERED);
    assertThat(shown(inService("Pending"))).doesNotContain(Condition.Type.NODE_NOT_REGISTERED);
    assertThat(shown(ClusterFixture.healthy(3))).isEmpty();
  }

  @Test
  void beforeTheBootstrapWhatIsAwaitedIsNamed() {
    ClusterFixture fixture = ClusterFixture.registered(2);
    fixture.lifecycles.put(LATE, "InService");
    fixture.instances.put(LATE, InstanceState.RUNNING);

    assertThat(fixture.plan().status().conditions())
        .extracting(Condition::message)
        .containsExactly("2 of 3 nodes have registered; launched but not registered: i-4");
  }

  @Test
  @Guards("MEMBER_UNKNOWN")
  void aMemberWithoutARowIsToldOf() {
    assertThat(shown(rowless()))
        .contains(Condition.Type.MEMBER_UNKNOWN, Condition.Type.NODE_NOT_REGISTERED);
  }

  @Test
  void aMemberThatAnOperatorNamedAsNoInstanceCanBeIsToldOfAndDisturbsNobody() {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    fixture.listed.add(
        new MemberEntry(new MemberId(0xabc), "etcd/1", List.of("http://10.0.0.77:2380"), false));

    assertThat(shown(fixture)).contains(Condition.Type.MEMBER_UNKNOWN);
  }

  @Test
  void whoseRowCannotBeReadIsNeitherUnknownNorUnregistered() {
    assertThat(shown(unread(rowless())))
        .contains(Condition.Type.NODE_ROW_UNREADABLE)
        .doesNotContain(Condition.Type.MEMBER_UNKNOWN, Condition.Type.NODE_NOT_REGISTERED);
  }
}
