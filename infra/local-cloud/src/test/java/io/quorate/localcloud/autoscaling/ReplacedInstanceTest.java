package io.quorate.localcloud.autoscaling;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.localcloud.compute.ComputeCloud;
import io.quorate.localcloud.compute.Eventually;
import io.quorate.localcloud.instance.Ec2State;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.autoscaling.model.Instance;
import software.amazon.awssdk.services.autoscaling.model.LifecycleHookSpecification;

/** An instance that ended at EC2, in a group that may not replace it by itself. */
class ReplacedInstanceTest {
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

  private void create(List<LifecycleHookSpecification> hooks) {
    cloud.autoScaling.createAutoScalingGroup(
        request ->
            request
                .autoScalingGroupName("etcd")
                .launchTemplate(template -> template.launchTemplateName("node").version("1"))
                .minSize(0)
                .maxSize(5)
                .desiredCapacity(1)
                .availabilityZones("us-east-1a")
                .lifecycleHookSpecificationList(hooks));
    cloud.autoScaling.suspendProcesses(
        request ->
            request
                .autoScalingGroupName("etcd")
                .scalingProcesses("AZRebalance", "ReplaceUnhealthy"));
  }

  private List<Instance> instances() {
    return cloud
        .autoScaling
        .describeAutoScalingGroups(request -> request.autoScalingGroupNames("etcd"))
        .autoScalingGroups()
        .get(0)
        .instances();
  }

  private Optional<Instance> instance(String id) {
    return instances().stream().filter(one -> one.instanceId().equals(id)).findFirst();
  }

  private boolean inService(Instance one) {
    return one.lifecycleStateAsString().equals("InService");
  }

  /** Its only instance, ended at EC2; the group shows it unhealthy and keeps it. */
  private String endedAtEc2() throws Exception {
    Eventually.until("in service", () -> instances().stream().anyMatch(this::inService));
    String victim = instances().get(0).instanceId();
    cloud.instances.terminate(victim);
    Eventually.until(
        "unhealthy",
        () ->
            cloud.instances.find(victim).orElseThrow().state() == Ec2State.TERMINATED
                && instance(victim).orElseThrow().healthStatus().equals("Unhealthy"));
    assertThat(instances()).singleElement().matches(this::inService);
    return victim;
  }

  private void replacementRequest(String victim) {
    cloud.autoScaling.terminateInstanceInAutoScalingGroup(
        request -> request.instanceId(victim).shouldDecrementDesiredCapacity(false));
  }

  @Test
  void isLetGoAndReplacedOnceTheGroupIsAsked() throws Exception {
    create(List.of());
    String victim = endedAtEc2();

    replacementRequest(victim);

    Eventually.until("let go", () -> instance(victim).isEmpty());
    Eventually.until("another", () -> instances().stream().anyMatch(this::inService));
  }

  @Test
  void isReplacedWhileATerminationHookStillHoldsIt() throws Exception {
    create(
        List.of(
            LifecycleHookSpecification.builder()
                .lifecycleHookName("leave")
                .lifecycleTransition("autoscaling:EC2_INSTANCE_TERMINATING")
                .heartbeatTimeout(600)
                .build()));
    String victim = endedAtEc2();

    replacementRequest(victim);

    Eventually.until("another", () -> instances().stream().anyMatch(this::inService));
    assertThat(instance(victim).orElseThrow().lifecycleStateAsString())
        .isEqualTo("Terminating:Wait");
  }
}
