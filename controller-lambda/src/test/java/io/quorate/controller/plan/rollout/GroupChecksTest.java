package io.quorate.controller.plan.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.view.FailedLaunch;
import io.quorate.controller.view.GroupHook;
import io.quorate.controller.view.GroupSettings;
import io.quorate.controller.view.GroupView;
import io.quorate.guards.Guards;
import io.quorate.model.InstanceId;
import io.quorate.state.Condition;
import io.quorate.state.Phase;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a group is set up, where that may cost a voter: each with the command that mends it. */
class GroupChecksTest {
  private static final GroupHook LAUNCH =
      new GroupHook("quorate-launch", "autoscaling:EC2_INSTANCE_LAUNCHING", "CONTINUE");
  private static final GroupHook TERMINATE =
      new GroupHook("quorate-terminate", "autoscaling:EC2_INSTANCE_TERMINATING", "CONTINUE");

  private final ClusterFixture fixture = ClusterFixture.healthy(3);

  private void hooks(GroupHook... hooks) {
    settings(new GroupSettings(Optional.of(10), Optional.of(List.of(hooks))));
  }

  private void settings(GroupSettings settings) {
    fixture.groupInstead =
        Optional.of(
            new GroupView.Observed(
                fixture.desired, fixture.lifecycles, Map.of(), List.of(), settings));
  }

  private Optional<String> shown(Condition.Type type) {
    return fixture.plan().status().conditions().stream()
        .filter(held -> held.type() == type)
        .map(Condition::message)
        .findFirst();
  }

  @Test
  void aGroupWithBothHooksIsFine() {
    hooks(LAUNCH, TERMINATE);
    assertThat(fixture.plan().status().conditions()).isEmpty();
    assertThat(fixture.plan().status().phase()).isEqualTo(Phase.HEALTHY);
  }

  @Test
  @Guards("HOOKS_MISSING")
  void aMissingHookIsNamedWithTheCommandThatMakesIt() {
    hooks(LAUNCH);
    assertThat(shown(Condition.Type.HOOKS_MISSING).orElseThrow())
        .contains("no hook quorate-terminate", "before it can leave")
        .contains(
            "aws autoscaling put-lifecycle-hook --auto-scaling-group-name "
                + fixture.spec.group()
                + " --lifecycle-hook-name quorate-terminate --lifecycle-transition"
                + " autoscaling:EC2_INSTANCE_TERMINATING --default-result CONTINUE")
        .doesNotContain("quorate-launch");
  }

  @Test
  @Guards("HOOKS_MISSING")
  void aHookAtAnotherTransitionIsMissing() {
    hooks(LAUNCH, new GroupHook("quorate-terminate", LAUNCH.transition(), "CONTINUE"));
    assertThat(shown(Condition.Type.HOOKS_MISSING).orElseThrow()).contains("quorate-terminate");
  }

  @Test
  @Guards("HOOKS_MISSING")
  void nothingIsMissingWhereTheHooksAreNotKnown() {
    settings(GroupSettings.UNKNOWN);
    assertThat(fixture.plan().status().conditions()).isEmpty();
  }

  @Test
  @Guards("HOOK_ABANDONS")
  void aHookWhoseTimeoutAbandonsIsNamedWithTheCommand() {
    hooks(LAUNCH, new GroupHook("quorate-terminate", TERMINATE.transition(), "ABANDON"));
    assertThat(shown(Condition.Type.HOOK_ABANDONS).orElseThrow())
        .contains("hook quorate-terminate", "put-lifecycle-hook", "--default-result CONTINUE")
        .doesNotContain("quorate-launch");
    assertThat(shown(Condition.Type.HOOKS_MISSING)).isEmpty();
  }

  @Test
  @Guards("HOOK_FOREIGN")
  void somebodyElsesHookIsNamedAndNotItsDefault() {
    hooks(LAUNCH, TERMINATE, new GroupHook("drain", TERMINATE.transition(), "ABANDON"));
    assertThat(shown(Condition.Type.HOOK_FOREIGN).orElseThrow())
        .contains("hook drain", "delete-lifecycle-hook", "--lifecycle-hook-name drain");
    assertThat(shown(Condition.Type.HOOK_ABANDONS)).isEmpty();
  }

  @Test
  @Guards("CAPACITY_ABOVE_MAXIMUM")
  void moreDesiredThanTheGroupTakesIsNamed() {
    fixture.desired = 5;
    settings(new GroupSettings(Optional.of(5), Optional.empty()));
    assertThat(shown(Condition.Type.CAPACITY_ABOVE_MAXIMUM)).isEmpty();
    settings(new GroupSettings(Optional.of(4), Optional.empty()));
    assertThat(shown(Condition.Type.CAPACITY_ABOVE_MAXIMUM).orElseThrow())
        .contains("5 members are desired", "at most 4 instances", "--max-size 6");
  }

  @Test
  @Guards("CAPACITY_ABOVE_MAXIMUM")
  void aSizeThatTheGroupCannotReachIsNamedBeforeTheBootstrap() {
    ClusterFixture none = ClusterFixture.registered(2);
    none.desired = 2;
    none.groupInstead =
        Optional.of(
            new GroupView.Observed(
                2,
                none.lifecycles,
                Map.of(),
                List.of(),
                new GroupSettings(Optional.of(2), Optional.empty())));
    assertThat(none.plan().status().conditions())
        .extracting(Condition::type)
        .contains(Condition.Type.CAPACITY_ABOVE_MAXIMUM);
  }

  @Test
  @Guards("MEMBER_IN_STANDBY")
  void aMemberInStandbyKeepsItsSeatAndIsNamed() {
    fixture.desired = 2;
    fixture.knowsLeave();
    fixture.lifecycles.put(new InstanceId("i-3"), "Standby");
    hooks(LAUNCH, TERMINATE);
    assertThat(shown(Condition.Type.MEMBER_IN_STANDBY).orElseThrow())
        .contains("i-3 is in standby", "keeps its member's seat", "exit-standby");
    assertThat(fixture.plan().status().operation()).isEmpty();
  }

  @Test
  void anInstanceInStandbyWithoutAMemberIsNobodysBusiness() {
    fixture.launch("i-4");
    fixture.lifecycles.put(new InstanceId("i-4"), "Standby");
    hooks(LAUNCH, TERMINATE);
    assertThat(shown(Condition.Type.MEMBER_IN_STANDBY)).isEmpty();
  }

  private GroupSettings launching(List<String> suspended, Optional<FailedLaunch> failed) {
    return new GroupSettings(
        Optional.of(10), Optional.of(List.of(LAUNCH, TERMINATE)), suspended, failed);
  }

  private static Optional<FailedLaunch> failed(String why) {
    return Optional.of(new FailedLaunch(Instant.parse("2026-01-02T03:04:05Z"), why));
  }

  @Test
  @Guards("LAUNCHES_FAIL")
  void showsTheLaunchThatFailedInAutoScalingsWordsWhileInstancesAreMissing() {
    fixture.lifecycles.remove(new InstanceId("i-3"));
    settings(launching(List.of(), failed("You have requested more vCPU capacity than your limit")));
    assertThat(shown(Condition.Type.LAUNCHES_FAIL).orElseThrow())
        .contains("has 2 of 3 instances", "2026-01-02T03:04:05Z", "more vCPU capacity")
        .contains("describe-scaling-activities --auto-scaling-group-name " + fixture.spec.group());
  }

  /**
   * An instance whose key is refused is listed until EC2 ends it, and so is one that is leaving.
   */
  @ParameterizedTest
  @ValueSource(strings = {"Pending", "Terminating:Wait"})
  @Guards("LAUNCHES_FAIL")
  void anInstanceThatHasYetToRunOrGoesIsNoneThatCame(String lifecycle) {
    fixture.lifecycles.put(new InstanceId("i-3"), lifecycle);
    settings(launching(List.of(), failed("Client.InternalError: Client error on launch")));
    assertThat(shown(Condition.Type.LAUNCHES_FAIL).orElseThrow())
        .contains("has 2 of 3 instances", "Client error on launch");
  }

  @Test
  @Guards("LAUNCHES_FAIL")
  void anInstanceThatRunsAndIsHeldByItsLaunchHookCame() {
    fixture.lifecycles.put(new InstanceId("i-3"), "Pending:Wait");
    settings(launching(List.of("Launch"), failed("no capacity")));
    assertThat(shown(Condition.Type.LAUNCHES_FAIL)).isEmpty();
  }

  @Test
  @Guards("LAUNCHES_FAIL")
  void saysNothingOfAFailedLaunchOnceTheGroupHasItsInstances() {
    settings(launching(List.of(), failed("no capacity")));
    assertThat(shown(Condition.Type.LAUNCHES_FAIL)).isEmpty();
  }

  @Test
  void saysNothingWhileAnInstanceIsMissingAndNoLaunchFailed() {
    fixture.lifecycles.remove(new InstanceId("i-3"));
    settings(launching(List.of("AZRebalance", "ReplaceUnhealthy"), Optional.empty()));
    assertThat(shown(Condition.Type.LAUNCHES_FAIL)).isEmpty();
    assertThat(shown(Condition.Type.PROCESSES_SUSPENDED)).isEmpty();
  }

  @Test
  @Guards("LAUNCHES_FAIL")
  void namesTheCommandThatResumesASuspendedLaunch() {
    fixture.lifecycles.remove(new InstanceId("i-3"));
    settings(launching(List.of("Launch"), failed("an older one")));
    assertThat(shown(Condition.Type.LAUNCHES_FAIL).orElseThrow())
        .contains(
            "aws autoscaling resume-processes --auto-scaling-group-name "
                + fixture.spec.group()
                + " --scaling-processes Launch")
        .doesNotContain("an older one");
  }

  @Test
  @Guards("PROCESSES_SUSPENDED")
  void namesEachSuspendedProcessThatHealingNeedsBeforeAnythingIsLost() {
    settings(
        launching(
            List.of("AddToLoadBalancer", "HealthCheck", "Launch", "ScheduledActions", "Terminate"),
            Optional.empty()));
    assertThat(shown(Condition.Type.LAUNCHES_FAIL)).isEmpty();
    assertThat(shown(Condition.Type.PROCESSES_SUSPENDED).orElseThrow())
        .contains("--scaling-processes AddToLoadBalancer HealthCheck Launch Terminate")
        .doesNotContain("ScheduledActions");
  }

  @Test
  void cutsWordsThatAreTooLong() {
    assertThat(new FailedLaunch(Instant.EPOCH, "x".repeat(10_000)).why()).hasSize(501);
  }
}
