package io.quorate.controller.plan.instances;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.CommandKind;
import io.quorate.controller.decision.Decision;
import io.quorate.controller.decision.Halt;
import io.quorate.controller.decision.RequestReplacement;
import io.quorate.controller.decision.StartCommand;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.InstanceState;
import io.quorate.guards.Guards;
import io.quorate.model.InstanceId;
import io.quorate.state.Condition;
import io.quorate.state.DataState;
import io.quorate.state.Termination;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A replacement is requested for what EC2 shows terminated and the group still lists. */
public class ReplaceTerminatedInstanceTest {
  private static final InstanceId DEAD = new InstanceId("i-3");

  /** Terminated at EC2, not through the group, which keeps it for ever. */
  public static ClusterFixture dead() {
    ClusterFixture fixture = ClusterFixture.healthy(3).terminate("i-3");
    fixture.lifecycles.put(DEAD, "InService");
    return fixture;
  }

  private static void requestsReplacement(ClusterFixture fixture) {
    assertThat(fixture.plan().decision())
        .isInstanceOfSatisfying(
            RequestReplacement.class,
            replacementRequest ->
                assertThat(replacementRequest.request().instance()).isEqualTo(DEAD));
  }

  /** As the table stands once the group was asked. */
  private static ClusterFixture asked(Optional<String> failure) {
    ClusterFixture fixture = dead();
    fixture.status = fixture.plan().status();
    List<Termination> answered =
        fixture.status.replacementRequests().stream()
            .map(intent -> intent.answered(failure))
            .toList();
    fixture.status = fixture.status.withReplacementRequests(answered);
    return fixture;
  }

  @ParameterizedTest
  @ValueSource(strings = {"InService", "Pending", "Pending:Wait", "Standby", "Unheard:Of"})
  @Guards("REPLACE_TERMINATED_INSTANCE")
  void aReplacementIsRequestedInWhateverStateTheGroupListsIt(String lifecycle) {
    ClusterFixture fixture = dead();
    fixture.lifecycles.put(DEAD, lifecycle);

    requestsReplacement(fixture);
    assertThat(fixture.plan().heartbeatEvidence()).as("only EC2's word counts").isEmpty();
    assertThat(fixture.plan().status().replacementRequests())
        .singleElement()
        .satisfies(intent -> assertThat(intent.askedAt()).contains(fixture.now));
  }

  @Test
  void whatTheGroupIsLettingGoOrNoLongerListsIsLeftAlone() {
    ClusterFixture fixture = dead();
    fixture.lifecycles.put(DEAD, "Terminating:Wait");
    assertThat(fixture.plan().decision()).isNotInstanceOf(RequestReplacement.class);

    fixture.lifecycles.remove(DEAD);
    assertThat(fixture.plan().decision()).isNotInstanceOf(RequestReplacement.class);
  }

  @ParameterizedTest
  @EnumSource(value = InstanceState.class, mode = EnumSource.Mode.EXCLUDE, names = "TERMINATED")
  @Guards("REPLACE_TERMINATED_INSTANCE")
  void noReplacementIsRequestedOfWhatIsNotTerminated(InstanceState state) {
    ClusterFixture fixture = dead();
    fixture.instances.put(DEAD, state);

    assertThat(fixture.plan().decision()).isNotInstanceOf(RequestReplacement.class);
  }

  @Test
  void theTombstoneCountsOnceEc2HasForgottenTheInstance() {
    ClusterFixture fixture = dead();
    fixture.status = fixture.plan().status().withReplacementRequests(List.of());
    fixture.instances.remove(DEAD);

    requestsReplacement(fixture);
  }

  @Test
  void itNeedsNoQuorum() {
    ClusterFixture fixture = dead().data("i-2", DataState.LOST);
    fixture.node("i-1").quorumProven = false;

    requestsReplacement(fixture);
  }

  @Test
  void theFleetBreakerDoesNotHoldItBack() {
    ClusterFixture fixture = dead();
    fixture.fleet = ClusterFixture.fleet(4, 3);

    requestsReplacement(fixture);
  }

  @Test
  void anOpenOperationDoesNotHoldItBackNorARecordedTermination() {
    requestsReplacement(dead().open(CommandKind.JOIN, "i-2"));

    ClusterFixture fixture = dead();
    fixture.status =
        fixture.status.withTerminations(
            List.of(Termination.decided(new InstanceId("i-2"), "hangs", fixture.now)));
    requestsReplacement(fixture);
  }

  @Test
  void itNeedsNoBootstrap() {
    ClusterFixture fixture = ClusterFixture.registered(3).terminate("i-3");
    fixture.lifecycles.put(DEAD, "InService");

    requestsReplacement(fixture);
  }

  @Test
  void aTableThatIsOlderThanTheClusterHandsNothingBack() {
    ClusterFixture fixture = dead();
    fixture.tableOfAnotherUid();

    assertThat(fixture.plan().decision()).isInstanceOf(Halt.class);
  }

  @Test
  void itHoldsUpNoRemoval() {
    ClusterFixture fixture = asked(Optional.empty());

    assertThat(fixture.plan().decision())
        .isInstanceOfSatisfying(
            StartCommand.class,
            issue -> assertThat(issue.reason().code()).isEqualTo("MEMBER_DEAD"));
    assertThat(asked(Optional.of("access denied")).plan().decision())
        .extracting(Decision::code)
        .isEqualTo("ISSUE_INSTRUCTION");
  }

  @Test
  void theGroupIsAskedAgainAfterAWhileAndAfterAFailureEachMinute() {
    ClusterFixture accepted = asked(Optional.empty());
    assertThat(accepted.after(Duration.ofSeconds(9)).plan().decision())
        .isNotInstanceOf(RequestReplacement.class);
    requestsReplacement(accepted.after(Duration.ofSeconds(1)));

    ClusterFixture failed = asked(Optional.of("access denied"));
    assertThat(failed.after(Duration.ofSeconds(59)).plan().decision())
        .isNotInstanceOf(RequestReplacement.class);
    requestsReplacement(failed.after(Duration.ofSeconds(1)));
  }

  @Test
  void aFailureIsToldOfUntilTheGroupLetsGo() {
    ClusterFixture fixture = asked(Optional.of("access denied"));
    assertThat(blocked(fixture))
        .hasValueSatisfying(why -> assertThat(why).contains("i-3", "access denied"));

    fixture.lifecycles.put(DEAD, "Terminating");
    assertThat(blocked(fixture)).isEmpty();
    assertThat(fixture.plan().status().replacementRequests()).isEmpty();
  }

  @Test
  void aGroupThatDoesNotAnswerIsNotAskedAndNothingIsForgotten() {
    ClusterFixture fixture = asked(Optional.empty()).after(Duration.ofMinutes(1));
    fixture.groupInstead = Optional.of(new GroupView.Unknown("throttled"));

    assertThat(fixture.plan().decision()).isNotInstanceOf(RequestReplacement.class);
    assertThat(fixture.plan().status().replacementRequests()).hasSize(1);
  }

  @Test
  void theDeadIsNotAmongTheNodesThatAreAwaited() {
    ClusterFixture fixture = asked(Optional.empty());
    fixture.listed.removeIf(entry -> entry.name().equals("i-3"));

    assertThat(fixture.plan().decision().reason().code()).isEqualTo("NODES_AWAITED");
    assertThat(fixture.plan().decision().reason().message())
        .endsWith("awaited an instance that the group launches");
  }

  private static Optional<String> blocked(ClusterFixture fixture) {
    return fixture.plan().status().conditions().stream()
        .filter(held -> held.type() == Condition.Type.TERMINATION_BLOCKED)
        .map(Condition::message)
        .findFirst();
  }
}
