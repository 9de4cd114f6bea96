package io.quorate.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.controller.act.CloudUnavailableException;
import io.quorate.controller.act.InstanceTerminator.Termination;
import io.quorate.controller.act.LifecycleHooks;
import io.quorate.controller.autoscaling.AutoScalingCloud;
import io.quorate.controller.plan.outdated.OutdatedNodes;
import io.quorate.controller.view.GroupHook;
import io.quorate.controller.view.GroupSettings;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.HookWait;
import io.quorate.controller.view.InstanceState;
import io.quorate.controller.view.LaunchSource;
import io.quorate.localcloud.autoscaling.LaunchFault;
import io.quorate.localcloud.faults.FaultAction;
import io.quorate.localcloud.faults.FaultRule;
import io.quorate.localcloud.instance.LaunchTemplate;
import io.quorate.localcloud.terraform.EtcdClusterModule;
import io.quorate.model.ClusterName;
import io.quorate.model.InstanceId;
import io.quorate.state.HookAnswer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the controller believes of the cloud, and its one effect on it, over the wire. */
class AutoScalingCloudTest extends OnAutoScaling {
  private static final ClusterName MINE = new ClusterName("mine");
  private static final InstanceId NEVER = new InstanceId("i-00000000000000000");

  @Test
  void anAbsentGroupIsUnknownAndNotEmpty() {
    assertThat(aws.group("nobody"))
        .isInstanceOfSatisfying(
            GroupView.Unknown.class, unknown -> assertThat(unknown.why()).contains("nobody"));
  }

  private String templateId() {
    return clients
        .autoScaling()
        .describeAutoScalingGroups(request -> request.autoScalingGroupNames("empty"))
        .autoScalingGroups()
        .getFirst()
        .launchTemplate()
        .launchTemplateId();
  }

  @Test
  void anInstanceIsOutdatedOnceTheGroupLaunchesFromAnotherVersion() throws Exception {
    group("two", 2);
    assertThat(OutdatedNodes.of(observed("two"))).as("$Default is no number").isEmpty();
    compute.fleet().template("node", LaunchTemplate.running(List.of("sleep", "2000")));
    List<InstanceId> old = inService("two");
    clients
        .autoScaling()
        .updateAutoScalingGroup(
            group ->
                group
                    .autoScalingGroupName("two")
                    .launchTemplate(t -> t.launchTemplateName("node").version("2"))
                    .desiredCapacity(3));
    await(() -> inService("two").size() == 3);

    assertThat(observed("two").settings().launchesFrom().map(LaunchSource::version)).contains("2");
    assertThat(OutdatedNodes.of(observed("two"))).containsExactlyInAnyOrderElementsOf(old);
  }

  @Test
  void aGroupIsSeenWithItsInstancesAndHazards() throws Exception {
    group("empty", 0);
    group("three", 3);
    assertThat(aws.group("empty"))
        .isEqualTo(
            new GroupView.Observed(
                0,
                Map.of(),
                Map.of(),
                List.of("AZRebalance", "ReplaceUnhealthy"),
                new GroupSettings(
                        Optional.of(MOST),
                        Optional.of(List.of()),
                        List.of(),
                        Optional.empty(),
                        Optional.of("us-east-1/000000000000"))
                    .launching(new LaunchSource(templateId(), "$Default"), Map.of())));
    assertThat(observed("three").desired()).isEqualTo(3);
    assertThat(inService("three")).hasSize(3);

    clients
        .autoScaling()
        .suspendProcesses(
            r ->
                r.autoScalingGroupName("three")
                    .scalingProcesses("AZRebalance", "ReplaceUnhealthy"));
    assertThat(observed("three").hazards()).isEmpty();
    assertThat(observed("empty").hazards()).hasSize(2);
  }

  @Test
  void aFailedLaunchIsSeenWhileInstancesAreMissingAndNotAfterwards() throws Exception {
    group("two", 2);
    AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
    aws =
        new AutoScalingCloud(
            clients.autoScaling(), ec2, () -> now.updateAndGet(last -> last.plusSeconds(60)));
    assertThat(observed("two").settings().failedLaunch()).isEmpty();
    compute.groups().failNextLaunches("two", 1_000_000, "there is no more Spot capacity");
    aws.terminate(inService("two").get(0));

    await(
        () ->
            observed("two")
                .settings()
                .failedLaunch()
                .filter(launch -> launch.why().contains("no more Spot capacity"))
                .isPresent());
    compute.groups().failNextLaunches("two", 0, "");
    await(() -> inService("two").size() == 2);
    assertThat(observed("two").settings().failedLaunch()).isEmpty();
  }

  /** Each in the words of Auto Scaling's activity, as {@code LaunchFault} has them. */
  @ParameterizedTest
  @CsvSource({
    "CAPACITY, sufficient m7g.large capacity",
    "QUOTA, more vCPU capacity than your current vCPU limit",
    "IMAGE, does not exist",
    "ADDRESSES, not enough free addresses",
    "KEY, Termination Reason: Client.InternalError: Client error on launch"
  })
  void whyNoInstanceComesIsSeenInAutoScalingsWords(LaunchFault fault, String words)
      throws Exception {
    group("two", 2);
    AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
    aws =
        new AutoScalingCloud(
            clients.autoScaling(), ec2, () -> now.updateAndGet(last -> last.plusSeconds(60)));
    compute.groups().failLaunches("two", fault);
    aws.terminate(inService("two").get(0));

    await(
        () ->
            observed("two")
                .settings()
                .failedLaunch()
                .filter(launch -> launch.why().contains(words))
                .isPresent());
    compute.groups().launchAgain("two");
    await(() -> inService("two").size() == 2);
  }

  @Test
  void aLaunchThatSomebodyCalledOffIsNoFailure() throws Exception {
    group("two", 1);
    clients
        .autoScaling()
        .putLifecycleHook(
            hook ->
                hook.autoScalingGroupName("two")
                    .lifecycleHookName("quorate-launch")
                    .lifecycleTransition("autoscaling:EC2_INSTANCE_LAUNCHING")
                    .heartbeatTimeout(900));
    clients.autoScaling().setDesiredCapacity(r -> r.autoScalingGroupName("two").desiredCapacity(2));
    await(() -> observed("two").lifecycles().containsValue("Pending:Wait"));
    InstanceId held =
        observed("two").lifecycles().entrySet().stream()
            .filter(entry -> entry.getValue().equals("Pending:Wait"))
            .map(Map.Entry::getKey)
            .findFirst()
            .orElseThrow();
    clients
        .autoScaling()
        .suspendProcesses(r -> r.autoScalingGroupName("two").scalingProcesses("Launch"));
    aws.terminate(held);
    await(() -> observed("two").lifecycles().size() == 1);

    aws = new AutoScalingCloud(clients.autoScaling(), ec2); // This one remembers no earlier look.
    assertThat(observed("two").settings().failedLaunch()).isEmpty();
  }

  @Test
  void aLaunchThatSucceededIsNoFailureThoughInstancesAreMissing() throws Exception {
    group("two", 2);
    clients
        .autoScaling()
        .suspendProcesses(r -> r.autoScalingGroupName("two").scalingProcesses("Launch"));
    aws.terminate(inService("two").get(0));
    await(() -> observed("two").lifecycles().size() == 1);

    aws = new AutoScalingCloud(clients.autoScaling(), ec2); // This one remembers no earlier look.
    assertThat(observed("two").settings().failedLaunch()).isEmpty();
  }

  @Test
  void suspendedProcessesAreSeen() throws Exception {
    group("held", 0);
    clients
        .autoScaling()
        .suspendProcesses(r -> r.autoScalingGroupName("held").scalingProcesses("Launch"));
    assertThat(observed("held").settings().suspended()).containsExactly("Launch");
  }

  @Test
  void statesAreThoseOfEachInstanceAndTheTerminatedStayAsTombstones() throws Exception {
    group("two", 2);
    InstanceId dead = inService("two").get(0);
    InstanceId alive = inService("two").get(1);
    assertThat(aws.instances(Set.of(dead, alive)).values())
        .containsOnly(InstanceState.RUNNING)
        .hasSize(2);

    assertThat(aws.terminate(dead)).isEqualTo(Termination.ACCEPTED);
    await(() -> aws.instances(Set.of(dead)).get(dead) == InstanceState.TERMINATED);
    assertThat(aws.instances(Set.of(alive))).containsEntry(alive, InstanceState.RUNNING);
    await(() -> !observed("two").lifecycles().containsKey(dead));
    assertThat(aws.instances(Set.of(dead))).containsEntry(dead, InstanceState.TERMINATED);
  }

  @Test
  void anInstanceThatIsNotListedIsLeftOutAndTheOthersAreNot() throws Exception {
    group("one", 1);
    InstanceId there = inService("one").get(0);
    assertThat(aws.instances(Set.of(NEVER, there))).isEqualTo(Map.of(there, InstanceState.RUNNING));
    assertThat(aws.unknown(Set.of(NEVER, there))).contains(Set.of(NEVER));
    assertThat(aws.instances(Set.of())).isEmpty();
  }

  @Test
  void moreInstancesThanOneRequestMayNameAreAllAskedFor() throws Exception {
    group("one", 1);
    InstanceId there = inService("one").get(0);
    List<InstanceId> many =
        new ArrayList<>(
            IntStream.range(0, 450).mapToObj("i-%017x"::formatted).map(InstanceId::new).toList());
    many.add(there);
    assertThat(aws.instances(many)).isEqualTo(Map.of(there, InstanceState.RUNNING));
  }

  @Test
  void everyPageIsRead() {
    cloud.register("ec2", new ScriptedEc2(Map.of("", "i-1 running 2", "2", "i-2 terminated")));
    assertThat(aws.instances(Set.of(new InstanceId("i-1"), new InstanceId("i-2"))))
        .isEqualTo(
            Map.of(
                new InstanceId("i-1"), InstanceState.RUNNING,
                new InstanceId("i-2"), InstanceState.TERMINATED));
  }

  @Test
  void whatAwsMayInventIsToleratedAndNeverDeath() {
    cloud.register("ec2", new ScriptedEc2(Map.of("", "i-1 hibernating")));
    cloud.register("autoscaling", ScriptedGroup.with("i-1", "Terminating:Retained"));
    assertThat(aws.instances(Set.of(new InstanceId("i-1"))))
        .isEqualTo(Map.of(new InstanceId("i-1"), InstanceState.UNKNOWN));
    GroupView.Observed group = observed("any");
    assertThat(group.lifecycles()).isEqualTo(Map.of(new InstanceId("i-1"), "Terminating:Retained"));
    assertThat(group.keeps(new InstanceId("i-1"))).isFalse();
  }

  @Test
  void throttlingAndErrorsLeaveItUnknown() throws Exception {
    group("one", 1);
    InstanceId there = inService("one").get(0);
    for (FaultAction action :
        List.of(
            new FaultAction.Throttle(),
            new FaultAction.Fail(500, "InternalFailure"),
            new FaultAction.Fail(403, "AccessDenied"),
            new FaultAction.DropBefore())) {
      cloud.faults().add(FaultRule.always("down", action));
      assertThat(aws.group("one")).isInstanceOf(GroupView.Unknown.class);
      assertThat(aws.instances(Set.of(there))).isEmpty();
      assertThat(aws.unknown(Set.of(NEVER, there))).isEmpty();
      assertThatThrownBy(() -> aws.terminate(there))
          .isInstanceOf(CloudUnavailableException.class)
          .hasMessageContaining(there.value());
    }
    cloud.faults().clear();
    assertThat(aws.instances(Set.of(there))).containsEntry(there, InstanceState.RUNNING);
  }

  @Test
  void aTerminationWhoseAnswerIsLostMayBeRepeated() throws Exception {
    group("two", 2);
    InstanceId victim = inService("two").get(0);
    cloud.faults().add(FaultRule.always("lost", new FaultAction.DropAfter()));
    assertThatThrownBy(() -> aws.terminate(victim)).isInstanceOf(CloudUnavailableException.class);

    cloud.faults().clear();
    assertThat(aws.terminate(victim)).isIn(Termination.ACCEPTED, Termination.NOT_IN_A_GROUP);
    await(() -> !observed("two").lifecycles().containsKey(victim) && inService("two").size() == 2);
    assertThat(aws.terminate(victim)).isEqualTo(Termination.NOT_IN_A_GROUP);
    assertThat(inService("two")).hasSize(2);
    assertThat(aws.terminate(NEVER)).isEqualTo(Termination.NOT_IN_A_GROUP);
  }

  @Test
  void aTerminationShrinksNoGroupAndTouchesNoOtherInstance() throws Exception {
    group("a", 1);
    group("b", 1);
    InstanceId ofA = inService("a").get(0);
    InstanceId ofB = inService("b").get(0);
    assertThat(aws.instancesOf(List.of("a", "b", "none")))
        .containsOnly(Map.entry(ofA, "a"), Map.entry(ofB, "b"));

    aws.terminate(ofB);
    await(() -> inService("b").size() == 1 && !inService("b").contains(ofB));
    assertThat(observed("b").desired()).isEqualTo(1);
    assertThat(inService("a")).containsExactly(ofA);
    assertThat(aws.instances(Set.of(ofA))).containsEntry(ofA, InstanceState.RUNNING);
  }

  private void hook(String group, String name, String transition) {
    clients
        .autoScaling()
        .putLifecycleHook(
            r ->
                r.autoScalingGroupName(group)
                    .lifecycleHookName(name)
                    .lifecycleTransition(transition)
                    .defaultResult("CONTINUE")
                    .heartbeatTimeout(600));
  }

  private void awaitLifecycle(String group, InstanceId instance, String lifecycle)
      throws Exception {
    await(() -> lifecycle.equals(observed(group).lifecycles().get(instance)));
  }

  @Test
  void aHeldTerminationIsSeenExtendedAndEnded() throws Exception {
    group("one", 1);
    hook("one", HookAnswer.TERMINATE, "autoscaling:EC2_INSTANCE_TERMINATING");
    InstanceId held = inService("one").get(0);
    assertThat(observed("one").waits()).isEmpty();
    assertThat(aws.extend("one", HookAnswer.TERMINATE, held))
        .isEqualTo(LifecycleHooks.Answer.NOTHING_WAITS);

    aws.terminate(held);
    awaitLifecycle("one", held, "Terminating:Wait");
    assertThat(observed("one").waits())
        .isEqualTo(
            Map.of(
                held,
                new HookWait(
                    HookAnswer.TERMINATE,
                    HookWait.Transition.TERMINATION,
                    Duration.ofMinutes(10),
                    Duration.ofMinutes(1000))));
    assertThat(aws.extend("one", HookAnswer.TERMINATE, held))
        .isEqualTo(LifecycleHooks.Answer.ACCEPTED);
    assertThat(aws.instances(Set.of(held))).containsEntry(held, InstanceState.RUNNING);

    assertThat(aws.complete("one", HookAnswer.TERMINATE, held, HookAnswer.Result.CONTINUE))
        .isEqualTo(LifecycleHooks.Answer.ACCEPTED);
    await(() -> aws.instances(Set.of(held)).get(held) == InstanceState.TERMINATED);
    assertThat(aws.complete("one", HookAnswer.TERMINATE, held, HookAnswer.Result.CONTINUE))
        .isEqualTo(LifecycleHooks.Answer.NOTHING_WAITS);
  }

  @Test
  void aHeldLaunchIsSeenAndEnded() throws Exception {
    group("none", 0);
    hook("none", HookAnswer.LAUNCH, "autoscaling:EC2_INSTANCE_LAUNCHING");
    clients
        .autoScaling()
        .setDesiredCapacity(r -> r.autoScalingGroupName("none").desiredCapacity(1));
    await(() -> observed("none").lifecycles().containsValue("Pending:Wait"));
    InstanceId held = observed("none").waits().keySet().iterator().next();
    assertThat(observed("none").waits().values())
        .extracting(HookWait::transition)
        .containsExactly(HookWait.Transition.LAUNCH);
    assertThat(aws.complete("none", HookAnswer.LAUNCH, held, HookAnswer.Result.CONTINUE))
        .isEqualTo(LifecycleHooks.Answer.ACCEPTED);
    await(() -> inService("none").equals(List.of(held)));
  }

  @Test
  void anotherHookIsNotQuoratesAndAMissingOneHoldsNobody() throws Exception {
    group("one", 1);
    hook("one", "foreign", "autoscaling:EC2_INSTANCE_TERMINATING");
    InstanceId held = inService("one").get(0);
    aws.terminate(held);
    awaitLifecycle("one", held, "Terminating:Wait");
    assertThat(observed("one").waits()).isEmpty();
    assertThat(aws.complete("one", HookAnswer.TERMINATE, held, HookAnswer.Result.CONTINUE))
        .isEqualTo(LifecycleHooks.Answer.NOTHING_WAITS);
  }

  @Test
  void hooksAreAskedForOnlyWhileSomethingWaitsAndTheirSilenceHidesNoGroup() throws Exception {
    group("one", 1);
    hook("one", HookAnswer.TERMINATE, "autoscaling:EC2_INSTANCE_TERMINATING");
    cloud
        .faults()
        .add(
            FaultRule.always("down", new FaultAction.Throttle())
                .onOperation("DescribeLifecycleHooks"));
    InstanceId held = inService("one").get(0);
    aws.terminate(held);
    awaitLifecycle("one", held, "Terminating:Wait");
    assertThat(observed("one").waits()).isEmpty();
    cloud.faults().clear();
    assertThat(observed("one").waits()).containsKey(held);
  }

  @Test
  void theHooksOfAGroupAreShownAndAskedForOnceAMinuteWhileNobodyWaits() throws Exception {
    group("one", 1);
    hook("one", "foreign", "autoscaling:EC2_INSTANCE_TERMINATING");
    Instant start = Instant.parse("2026-01-02T03:04:05Z");
    AtomicReference<Instant> now = new AtomicReference<>(start);
    AutoScalingCloud clocked = new AutoScalingCloud(clients.autoScaling(), ec2, now::get);
    assertThat(hooks(clocked))
        .contains(
            List.of(new GroupHook("foreign", "autoscaling:EC2_INSTANCE_TERMINATING", "CONTINUE")));

    hook("one", HookAnswer.TERMINATE, "autoscaling:EC2_INSTANCE_TERMINATING");
    now.set(start.plusSeconds(59));
    assertThat(hooks(clocked).orElseThrow()).hasSize(1);
    now.set(start.plusSeconds(60));
    assertThat(hooks(clocked).orElseThrow()).hasSize(2);
  }

  private static Optional<List<GroupHook>> hooks(AutoScalingCloud of) {
    return ((GroupView.Observed) of.group("one")).settings().hooks();
  }

  @Test
  void anAnswerThatIsNotAcknowledgedMayBeSentAgain() throws Exception {
    group("one", 1);
    hook("one", HookAnswer.TERMINATE, "autoscaling:EC2_INSTANCE_TERMINATING");
    InstanceId held = inService("one").get(0);
    aws.terminate(held);
    awaitLifecycle("one", held, "Terminating:Wait");
    cloud.faults().add(FaultRule.always("down", new FaultAction.Fail(403, "AccessDenied")));
    assertThatThrownBy(
            () -> aws.complete("one", HookAnswer.TERMINATE, held, HookAnswer.Result.CONTINUE))
        .isInstanceOf(CloudUnavailableException.class)
        .hasMessageContaining(held.value());
    cloud.faults().clear();
    assertThat(aws.complete("one", HookAnswer.TERMINATE, held, HookAnswer.Result.CONTINUE))
        .isEqualTo(LifecycleHooks.Answer.ACCEPTED);
  }

  @Test
  void theModulesHooksAreThoseThatTheControllerAnswers() {
    assertThat(EtcdClusterModule.get().hooks())
        .containsOnlyKeys(HookAnswer.LAUNCH, HookAnswer.TERMINATE)
        .allSatisfy(
            (name, hook) ->
                assertThat(hook.defaultResult()).isEqualTo(HookAnswer.Result.CONTINUE.name()));
  }

  /** Past the group, which goes on listing what is gone until it is told. */
  @Test
  void whatAnOperatorGaveUpIsTerminatedAtEc2() throws Exception {
    group("given-up", 1, MINE.value());
    InstanceId instance = inService("given-up").iterator().next();

    aws.terminateAtEc2(MINE, instance);

    await(() -> aws.instances(Set.of(instance)).get(instance) == InstanceState.TERMINATED);
    aws.terminateAtEc2(MINE, instance);
    assertThatThrownBy(() -> aws.terminateAtEc2(MINE, NEVER))
        .isInstanceOf(CloudUnavailableException.class)
        .hasMessageContaining(NEVER.value());
  }

  /** Rows name instances, and any agent can write one. */
  @Test
  void anInstanceOfAnotherClusterIsKnownByItsTagAndNotTerminated() throws Exception {
    group("theirs-by-tag", 1, "theirs");
    group("mine-by-tag", 1, MINE.value());
    InstanceId theirs = inService("theirs-by-tag").iterator().next();
    InstanceId own = inService("mine-by-tag").iterator().next();

    assertThat(aws.ofOtherClusters(MINE, List.of(theirs, own, NEVER))).containsExactly(theirs);
    assertThatThrownBy(() -> aws.terminateAtEc2(MINE, theirs))
        .isInstanceOf(CloudUnavailableException.class)
        .hasMessageContaining(theirs.value())
        .hasMessageContaining("another cluster than mine");
    assertThat(aws.instances(Set.of(theirs))).containsEntry(theirs, InstanceState.RUNNING);
    aws.terminateAtEc2(MINE, own);
    await(() -> aws.instances(Set.of(own)).get(own) == InstanceState.TERMINATED);
  }
}
