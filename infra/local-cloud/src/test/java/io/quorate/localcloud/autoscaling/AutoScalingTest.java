package io.quorate.localcloud.autoscaling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.localcloud.compute.ComputeCloud;
import io.quorate.localcloud.compute.Eventually;
import io.quorate.localcloud.events.CloudEvent;
import io.quorate.localcloud.instance.Ec2State;
import io.quorate.localcloud.instance.InstanceView;
import io.quorate.localcloud.wire.HttpCall;
import io.quorate.localcloud.wire.HttpReply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.autoscaling.model.AlreadyExistsException;
import software.amazon.awssdk.services.autoscaling.model.AutoScalingException;
import software.amazon.awssdk.services.autoscaling.model.AutoScalingGroup;
import software.amazon.awssdk.services.autoscaling.model.CreateAutoScalingGroupRequest;
import software.amazon.awssdk.services.autoscaling.model.Instance;
import software.amazon.awssdk.services.autoscaling.model.LifecycleHookSpecification;
import software.amazon.awssdk.services.autoscaling.model.LifecycleState;
import software.amazon.awssdk.services.autoscaling.model.ResourceInUseException;
import software.amazon.awssdk.services.autoscaling.model.Tag;

/** Auto Scaling as the SDK sees it. */
class AutoScalingTest {
  private static final String LAUNCHING = "autoscaling:EC2_INSTANCE_LAUNCHING";
  private static final String TERMINATING = "autoscaling:EC2_INSTANCE_TERMINATING";

  @TempDir Path home;
  private ComputeCloud cloud;

  @BeforeEach
  void start() throws Exception {
    cloud = new ComputeCloud(home);
  }

  @AfterEach
  void stop() throws Exception {
    cloud.close();
  }

  private void create(int size, Consumer<CreateAutoScalingGroupRequest.Builder> more) {
    cloud.autoScaling.createAutoScalingGroup(
        request -> {
          request
              .autoScalingGroupName("etcd")
              .launchTemplate(template -> template.launchTemplateName("node").version("1"))
              .minSize(0)
              .maxSize(5)
              .desiredCapacity(size)
              .availabilityZones("us-east-1a", "us-east-1b", "us-east-1c")
              .tags(Tag.builder().key("quorate").value("demo").propagateAtLaunch(true).build());
          more.accept(request);
        });
  }

  private AutoScalingGroup group() {
    return cloud
        .autoScaling
        .describeAutoScalingGroups(request -> request.autoScalingGroupNames("etcd"))
        .autoScalingGroups()
        .get(0);
  }

  private List<Instance> in(LifecycleState state) {
    return group().instances().stream()
        .filter(instance -> instance.lifecycleState() == state)
        .toList();
  }

  private void awaitInService(int count) throws Exception {
    Eventually.until(
        count + " in service",
        () -> group().instances().size() == count && in(LifecycleState.IN_SERVICE).size() == count);
  }

  @Test
  void spreadsOverZonesAndTagsWhatItLaunches() throws Exception {
    create(3, more -> {});
    awaitInService(3);

    assertThat(group().instances())
        .extracting(Instance::availabilityZone)
        .containsExactlyInAnyOrder("us-east-1a", "us-east-1b", "us-east-1c");
    assertThat(group().instances()).allMatch(one -> one.healthStatus().equals("Healthy"));
    InstanceView view = cloud.instances.list().get(0);
    assertThat(view.tags()).containsEntry("quorate", "demo");
    assertThat(view.tags()).containsEntry("aws:autoscaling:groupName", "etcd");
    assertThat(cloud.events("EC2 Instance Launch Successful")).hasSize(3);
    assertThat(cloud.autoScaling.describeAutoScalingInstances(r -> {}).autoScalingInstances())
        .allMatch(one -> one.autoScalingGroupName().equals("etcd"))
        .hasSize(3);
    assertThat(
            cloud
                .autoScaling
                .describeScalingActivities(r -> r.autoScalingGroupName("etcd"))
                .activities())
        .allMatch(activity -> activity.statusCodeAsString().equals("Successful"))
        .hasSize(3);
  }

  @Test
  void aNewVersionOfTheTemplateIsWhatTheNextInstanceIsLaunchedFrom() throws Exception {
    create(1, more -> {});
    awaitInService(1);
    String first = group().instances().get(0).instanceId();
    assertThatThrownBy(() -> launchFrom("2"))
        .hasMessageContaining("Could not find launch template version 2");

    cloud.ec2.createLaunchTemplateVersion(
        request -> request.launchTemplateName("node").sourceVersion("1"));
    launchFrom("2");
    awaitInService(2);

    assertThat(group().launchTemplate().version()).isEqualTo("2");
    assertThat(group().instances())
        .allSatisfy(
            one ->
                assertThat(one.launchTemplate().version())
                    .isEqualTo(one.instanceId().equals(first) ? "1" : "2"));
  }

  private void launchFrom(String version) {
    cloud.autoScaling.updateAutoScalingGroup(
        request ->
            request
                .autoScalingGroupName("etcd")
                .launchTemplate(template -> template.launchTemplateName("node").version(version))
                .desiredCapacity(2));
  }

  @Test
  void replacesATerminatedInstanceUnlessDesiredIsDecremented() throws Exception {
    create(3, more -> {});
    awaitInService(3);
    String victim = group().instances().get(0).instanceId();

    cloud.autoScaling.terminateInstanceInAutoScalingGroup(
        r -> r.instanceId(victim).shouldDecrementDesiredCapacity(false));
    Eventually.until(
        "replaced",
        () -> group().instances().stream().noneMatch(one -> one.instanceId().equals(victim)));
    awaitInService(3);
    assertThat(cloud.events("EC2 Instance Terminate Successful")).hasSize(1);

    String next = group().instances().get(0).instanceId();
    cloud.autoScaling.terminateInstanceInAutoScalingGroup(
        r -> r.instanceId(next).shouldDecrementDesiredCapacity(true));
    assertThat(group().desiredCapacity()).isEqualTo(2);
    awaitInService(2);
  }

  @Test
  void refusesToDecrementBelowTheMinimumAndUnknownInstances() throws Exception {
    create(1, more -> more.minSize(1));
    awaitInService(1);
    String only = group().instances().get(0).instanceId();

    assertThatThrownBy(
            () ->
                cloud.autoScaling.terminateInstanceInAutoScalingGroup(
                    r -> r.instanceId(only).shouldDecrementDesiredCapacity(true)))
        .isInstanceOf(AutoScalingException.class)
        .hasMessageContaining("desiredSize equals minSize (1)")
        .matches(
            e ->
                ((AutoScalingException) e).awsErrorDetails().errorCode().equals("ValidationError"));
    assertThatThrownBy(
            () ->
                cloud.autoScaling.terminateInstanceInAutoScalingGroup(
                    r -> r.instanceId("i-00000000000000000").shouldDecrementDesiredCapacity(false)))
        .hasMessageContaining("Instance Id not found");
    assertThatThrownBy(() -> create(1, more -> {})).isInstanceOf(AlreadyExistsException.class);
    assertThatThrownBy(
            () -> cloud.autoScaling.deleteAutoScalingGroup(r -> r.autoScalingGroupName("etcd")))
        .isInstanceOf(ResourceInUseException.class);
    assertThatThrownBy(
            () ->
                cloud.autoScaling.setDesiredCapacity(
                    r -> r.autoScalingGroupName("etcd").desiredCapacity(9)))
        .hasMessageContaining("above max value 5");
  }

  @Test
  void neverScalesAProtectedInstanceIn() throws Exception {
    create(3, more -> more.newInstancesProtectedFromScaleIn(true));
    awaitInService(3);
    String victim = group().instances().get(2).instanceId();

    cloud.autoScaling.setDesiredCapacity(r -> r.autoScalingGroupName("etcd").desiredCapacity(2));
    Eventually.until(
        "refused",
        () ->
            cloud
                .autoScaling
                .describeScalingActivities(r -> r.autoScalingGroupName("etcd"))
                .activities()
                .get(0)
                .statusMessage()
                .contains("protected from scale-in"));
    assertThat(in(LifecycleState.IN_SERVICE)).hasSize(3);

    cloud.autoScaling.setInstanceProtection(
        r -> r.autoScalingGroupName("etcd").instanceIds(victim).protectedFromScaleIn(false));
    awaitInService(2);
    assertThat(group().instances()).noneMatch(one -> one.instanceId().equals(victim));
  }

  @Test
  void holdsLaunchesUntilTheHookIsCompleted() throws Exception {
    create(
        1,
        more ->
            more.lifecycleHookSpecificationList(
                LifecycleHookSpecification.builder()
                    .lifecycleHookName("boot")
                    .lifecycleTransition(LAUNCHING)
                    .defaultResult("CONTINUE")
                    .notificationMetadata("m")
                    .build()));
    Eventually.until("held", () -> in(LifecycleState.PENDING_WAIT).size() == 1);
    Eventually.until(
        "event", () -> !cloud.events("EC2 Instance-launch Lifecycle Action").isEmpty());
    CloudEvent event = cloud.events("EC2 Instance-launch Lifecycle Action").get(0);
    Map<String, Object> detail = event.detail();
    assertThat(detail)
        .containsEntry("LifecycleHookName", "boot")
        .containsEntry("NotificationMetadata", "m");

    cloud.autoScaling.recordLifecycleActionHeartbeat(
        r ->
            r.autoScalingGroupName("etcd")
                .lifecycleHookName("boot")
                .instanceId(group().instances().get(0).instanceId()));
    cloud.autoScaling.completeLifecycleAction(
        r ->
            r.autoScalingGroupName("etcd")
                .lifecycleHookName("boot")
                .lifecycleActionToken(String.valueOf(detail.get("LifecycleActionToken")))
                .lifecycleActionResult("CONTINUE"));
    awaitInService(1);
    assertThatThrownBy(
            () ->
                cloud.autoScaling.completeLifecycleAction(
                    r ->
                        r.autoScalingGroupName("etcd")
                            .lifecycleHookName("boot")
                            .instanceId(String.valueOf(detail.get("EC2InstanceId")))
                            .lifecycleActionResult("CONTINUE")))
        .hasMessageContaining("No active Lifecycle Action found");
  }

  @Test
  void replacesAnAbandonedLaunchAndContinuesOneThatTimesOut() throws Exception {
    create(
        1,
        more ->
            more.lifecycleHookSpecificationList(
                LifecycleHookSpecification.builder()
                    .lifecycleHookName("boot")
                    .lifecycleTransition(LAUNCHING)
                    .heartbeatTimeout(600)
                    .build()));
    Eventually.until("held", () -> in(LifecycleState.PENDING_WAIT).size() == 1);
    String first = group().instances().get(0).instanceId();
    cloud.autoScaling.putLifecycleHook(
        r ->
            r.autoScalingGroupName("etcd")
                .lifecycleHookName("boot")
                .heartbeatTimeout(1)
                .defaultResult("CONTINUE"));
    cloud.autoScaling.completeLifecycleAction(
        r ->
            r.autoScalingGroupName("etcd")
                .lifecycleHookName("boot")
                .instanceId(first)
                .lifecycleActionResult("ABANDON"));
    awaitInService(1);
    assertThat(group().instances().get(0).instanceId()).isNotEqualTo(first);
  }

  @Test
  void runsTerminationHooksWhileTheInstanceLives() throws Exception {
    create(1, more -> {});
    awaitInService(1);
    cloud.autoScaling.putLifecycleHook(
        r ->
            r.autoScalingGroupName("etcd")
                .lifecycleHookName("leave")
                .lifecycleTransition(TERMINATING)
                .heartbeatTimeout(600));
    assertThat(
            cloud
                .autoScaling
                .describeLifecycleHooks(r -> r.autoScalingGroupName("etcd"))
                .lifecycleHooks()
                .get(0)
                .globalTimeout())
        .isEqualTo(60_000);
    String id = group().instances().get(0).instanceId();
    cloud.autoScaling.setDesiredCapacity(r -> r.autoScalingGroupName("etcd").desiredCapacity(0));
    Eventually.until("held", () -> in(LifecycleState.TERMINATING_WAIT).size() == 1);
    assertThat(cloud.instances.find(id).orElseThrow().state()).isEqualTo(Ec2State.RUNNING);

    cloud.autoScaling.completeLifecycleAction(
        r ->
            r.autoScalingGroupName("etcd")
                .lifecycleHookName("leave")
                .instanceId(id)
                .lifecycleActionResult("ABANDON"));
    awaitInService(0);
    assertThat(cloud.instances.find(id).orElseThrow().state()).isEqualTo(Ec2State.TERMINATED);
  }

  @Test
  void leavesUnhealthyOnesAloneWhileReplacementIsSuspended() throws Exception {
    create(1, more -> {});
    awaitInService(1);
    cloud.autoScaling.suspendProcesses(
        r -> r.autoScalingGroupName("etcd").scalingProcesses("ReplaceUnhealthy", "AZRebalance"));
    String id = group().instances().get(0).instanceId();
    cloud.ec2.terminateInstances(r -> r.instanceIds(id));
    Eventually.until(
        "unhealthy", () -> group().instances().get(0).healthStatus().equals("Unhealthy"));
    assertThat(in(LifecycleState.IN_SERVICE)).hasSize(1);

    cloud.autoScaling.resumeProcesses(
        r -> r.autoScalingGroupName("etcd").scalingProcesses("ReplaceUnhealthy"));
    Eventually.until(
        "replaced",
        () -> in(LifecycleState.IN_SERVICE).stream().anyMatch(one -> !one.instanceId().equals(id)));
  }

  @Test
  void failsLaunchesOnDemandAndDeletesByForce() throws Exception {
    create(0, more -> {});
    cloud.groups.failNextLaunches("etcd", 1, "We currently do not have sufficient capacity");
    cloud.autoScaling.setDesiredCapacity(r -> r.autoScalingGroupName("etcd").desiredCapacity(1));
    awaitInService(1);
    assertThat(cloud.events("EC2 Instance Launch Unsuccessful")).hasSize(1);

    cloud.autoScaling.deleteAutoScalingGroup(r -> r.autoScalingGroupName("etcd").forceDelete(true));
    Eventually.until(
        "deleted",
        () -> cloud.autoScaling.describeAutoScalingGroups(r -> {}).autoScalingGroups().isEmpty());
    assertThat(cloud.instances.processes(any -> true)).isEmpty();
  }

  @Test
  void obeysTheAdminPathOfLaunches() throws Exception {
    create(0, more -> {});
    assertThat(admin("POST", "etcd", "{\"fault\": \"bad luck\"}").status()).isEqualTo(400);
    assertThat(admin("POST", "other", "{\"fault\": \"quota\"}").status()).isEqualTo(404);
    assertThat(admin("GET", "etcd", "").status()).isEqualTo(405);

    assertThat(admin("POST", "etcd", "{\"fault\": \"key\"}").status()).isEqualTo(200);
    cloud.autoScaling.setDesiredCapacity(r -> r.autoScalingGroupName("etcd").desiredCapacity(1));
    Eventually.until(
        "an instance that ended before it ran",
        () ->
            cloud.ec2.describeInstances().reservations().stream()
                .flatMap(reservation -> reservation.instances().stream())
                // One that has not ended has no reason yet.
                .flatMap(one -> Stream.ofNullable(one.stateReason()))
                .anyMatch(reason -> reason.message().contains("Client error on launch")));
    assertThat(admin("DELETE", "etcd", "").status()).isEqualTo(200);
    awaitInService(1);
  }

  private HttpReply admin(String method, String group, String body) throws IOException {
    return new LaunchFaultsAdmin(cloud.groups)
        .handle(
            new HttpCall(
                method,
                LaunchFaultsAdmin.PREFIX + "/" + group,
                "",
                Map.of(),
                body.getBytes(StandardCharsets.UTF_8),
                "anonymous"));
  }

  @Test
  void pagesThroughGroups() {
    for (String name : List.of("a", "b", "c")) {
      create(0, more -> more.autoScalingGroupName(name));
    }
    assertThat(
            cloud.autoScaling.describeAutoScalingGroupsPaginator(r -> r.maxRecords(2)).stream()
                .flatMap(page -> page.autoScalingGroups().stream())
                .map(AutoScalingGroup::autoScalingGroupName))
        .containsExactly("a", "b", "c");
  }
}
