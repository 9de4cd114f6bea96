package io.quorate.controller.plan.instances;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.CommandKind;
import io.quorate.controller.decision.NoOp;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.RecordTermination;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.view.InstanceState;
import io.quorate.guards.Guards;
import io.quorate.model.InstanceId;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A leaver that hangs after its member was removed holds up nothing else. */
class TerminateHungLeaverTest {
  private static ClusterFixture hung() {
    ClusterFixture fixture = ClusterFixture.healthy(4).knowsLeave().open(CommandKind.LEAVE, "i-4");
    fixture.desired = 3;
    return fixture.left("i-4").silence("i-4");
  }

  @Test
  @Guards("TERMINATE_HUNG_LEAVER")
  void oneThatIsSilentAndHoldsNoMemberIsTerminated() {
    Plan plan = hung().plan();
    assertThat(plan.decision()).isInstanceOf(RecordTermination.class);
    assertThat(plan.decision().reason().code()).isEqualTo("LEAVER_HUNG");
    assertThat(plan.decision().terminates()).contains(new InstanceId("i-4"));
    assertThat(plan.heartbeatEvidence())
        .containsKeys(new InstanceId("i-1"), new InstanceId("i-2"), new InstanceId("i-3"));
  }

  static List<Arguments> missing() {
    return List.of(
        missing("it speaks", s -> s.node("i-4").stillFor = Duration.ZERO),
        missing("silent too briefly", s -> s.node("i-4").stillFor = Duration.ofSeconds(20)),
        missing("EC2 knows nothing", s -> s.instances.remove(new InstanceId("i-4"))),
        missing(
            "EC2 says stopping",
            s -> s.instances.put(new InstanceId("i-4"), InstanceState.STOPPING)),
        missing("the group let it go", s -> s.lifecycles.remove(new InstanceId("i-4"))),
        missing("the breaker is on", s -> s.fleet = ClusterFixture.fleet(4, 3)),
        missing(
            "nobody serves", s -> s.actors.values().forEach(node -> node.quorumProven = false)));
  }

  private static Arguments missing(String what, Consumer<ClusterFixture> change) {
    return Arguments.of(what, change);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("missing")
  @Guards("TERMINATE_HUNG_LEAVER")
  void withoutAnyOnePieceOfEvidenceItStays(String what, Consumer<ClusterFixture> change) {
    ClusterFixture fixture = hung();
    change.accept(fixture);
    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);
  }

  @Test
  void oneThatIsStillListedIsReplacedOnlyOnTheEvidenceOfTheOthers() {
    ClusterFixture fixture =
        ClusterFixture.healthy(4).knowsLeave().open(CommandKind.LEAVE, "i-4").silence("i-4");
    fixture.desired = 3;
    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);

    Plan plan = fixture.inactive("i-4", Duration.ofHours(1)).plan();
    assertThat(plan.decision()).isInstanceOf(RecordTermination.class);
    assertThat(plan.decision().reason().code()).isEqualTo("NODE_HUNG");
  }
}
