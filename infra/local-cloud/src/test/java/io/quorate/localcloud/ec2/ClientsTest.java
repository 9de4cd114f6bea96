package io.quorate.localcloud.ec2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.quorate.localcloud.compute.ComputeCloud;
import io.quorate.localcloud.compute.Eventually;
import io.quorate.localcloud.instance.InstanceView;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.ec2.model.Ec2Exception;
import software.amazon.awssdk.services.ec2.model.Filter;
import software.amazon.awssdk.services.ec2.model.Instance;

/** The clients that people use, unchanged: the SDK, the aws command, boto3. */
class ClientsTest {
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

  private void group(int size) throws Exception {
    cloud.autoScaling.createAutoScalingGroup(
        r ->
            r.autoScalingGroupName("etcd")
                .launchTemplate(t -> t.launchTemplateName("node"))
                .minSize(0)
                .maxSize(5)
                .desiredCapacity(size)
                .vpcZoneIdentifier("subnet-1,subnet-2,subnet-3"));
    awaitRunning(size);
    // Its group replaces an instance that stops before it is in service.
    Eventually.until(size + " in service", () -> inService() == size);
  }

  private long inService() {
    return cloud.autoScaling.describeAutoScalingInstances().autoScalingInstances().stream()
        .filter(instance -> instance.lifecycleState().equals("InService"))
        .count();
  }

  private List<Instance> running() {
    return cloud
        .ec2
        .describeInstances(
            r ->
                r.filters(
                    Filter.builder().name("instance-state-name").values("running").build(),
                    Filter.builder().name("tag:aws:autoscaling:groupName").values("etcd").build()))
        .reservations()
        .stream()
        .flatMap(reservation -> reservation.instances().stream())
        .toList();
  }

  private void awaitRunning(int size) throws Exception {
    Eventually.until(size + " running", () -> running().size() == size);
  }

  private String state(String id) {
    return cloud
        .ec2
        .describeInstances(r -> r.instanceIds(id))
        .reservations()
        .getFirst()
        .instances()
        .getFirst()
        .state()
        .nameAsString();
  }

  @Test
  void sdkStopsAndStartsAnInstanceOnItsDiskAndAddress() throws Exception {
    group(1);
    // Else the group ends the stopped instance, before or after it is started again.
    cloud.autoScaling.suspendProcesses(
        r -> r.autoScalingGroupName("etcd").scalingProcesses("ReplaceUnhealthy"));
    Instance before = running().getFirst();
    String id = before.instanceId();
    Path folder = cloud.instances.find(id).orElseThrow().folder();

    assertThat(
            cloud
                .ec2
                .stopInstances(r -> r.instanceIds(id))
                .stoppingInstances()
                .getFirst()
                .previousState()
                .nameAsString())
        .isEqualTo("running");
    Eventually.until("stopped", () -> state(id).equals("stopped"));
    assertThat(cloud.instances.find(id).orElseThrow().agentPid()).isEmpty();

    assertThat(
            cloud
                .ec2
                .startInstances(r -> r.instanceIds(id))
                .startingInstances()
                .getFirst()
                .previousState()
                .nameAsString())
        .isEqualTo("stopped");
    Eventually.until("running", () -> state(id).equals("running"));
    InstanceView after = cloud.instances.find(id).orElseThrow();
    assertThat(after.folder()).isEqualTo(folder);
    assertThat(after.address()).isEqualTo(before.privateIpAddress());
    assertThat(after.launched()).isAfter(before.launchTime());
    assertThat(after.agentPid()).isPresent();
  }

  @Test
  void whatIsTerminatedIsNeitherStoppedNorStarted() throws Exception {
    group(1);
    String id = running().getFirst().instanceId();
    cloud.ec2.terminateInstances(r -> r.instanceIds(id));

    for (Runnable change :
        List.<Runnable>of(
            () -> cloud.ec2.stopInstances(r -> r.instanceIds(id)),
            () -> cloud.ec2.startInstances(r -> r.instanceIds(id)))) {
      assertThatThrownBy(change::run)
          .isInstanceOfSatisfying(
              Ec2Exception.class,
              e -> assertThat(e.awsErrorDetails().errorCode()).isEqualTo("IncorrectInstanceState"));
    }
  }

  @Test
  void sdkDescribesAndTerminates() throws Exception {
    group(2);
    Instance one = running().get(0);
    InstanceView view = cloud.instances.find(one.instanceId()).orElseThrow();
    assertThat(one.privateIpAddress()).isEqualTo(view.address());
    assertThat(one.placement().availabilityZone()).isEqualTo(view.zone());
    assertThat(one.launchTime()).isNotNull();

    assertThat(
            cloud
                .ec2
                .terminateInstances(r -> r.instanceIds(one.instanceId()))
                .terminatingInstances()
                .get(0)
                .currentState()
                .nameAsString())
        .isEqualTo("shutting-down");
    Eventually.until(
        "terminated",
        () ->
            cloud
                .ec2
                .describeInstances(r -> r.instanceIds(one.instanceId()))
                .reservations()
                .get(0)
                .instances()
                .get(0)
                .state()
                .nameAsString()
                .equals("terminated"));
    assertThatThrownBy(() -> cloud.ec2.describeInstances(r -> r.instanceIds("i-00000000000000000")))
        .isInstanceOf(Ec2Exception.class)
        .matches(
            e ->
                ((Ec2Exception) e)
                    .awsErrorDetails()
                    .errorCode()
                    .equals("InvalidInstanceID.NotFound"));
  }

  @EnabledIfSystemProperty(
      named = "quorate.everything",
      matches = "true",
      disabledReason = "starts Python many times: runs with -Dquorate.everything=true")
  @Test
  void awsCommandWorksUnchanged() throws Exception {
    assumeTrue(present("aws", "--version"), "the aws command is not installed");
    group(2);
    String id = running().get(0).instanceId();
    String described =
        run("aws", "autoscaling", "describe-auto-scaling-groups", "--output", "json");
    assertThat(described).contains(id).contains("\"LifecycleState\": \"InService\"");
    assertThat(
            run(
                "aws",
                "autoscaling",
                "terminate-instance-in-auto-scaling-group",
                "--instance-id",
                id,
                "--no-should-decrement-desired-capacity"))
        .contains("Terminating EC2 instance: " + id);
    Eventually.until(
        "replaced",
        () ->
            running().size() == 2
                && running().stream().noneMatch(one -> one.instanceId().equals(id)));
    run(
        "aws",
        "autoscaling",
        "set-desired-capacity",
        "--auto-scaling-group-name",
        "etcd",
        "--desired-capacity",
        "3");
    awaitRunning(3);
    assertThat(run("aws", "ec2", "describe-instances", "--filters", "Name=tag-key,Values=aws:*"))
        .contains("PrivateIpAddress");
    assertThat(run("aws", "ec2", "describe-instances", "--instance-ids", "i-00000000000000000"))
        .contains("InvalidInstanceID.NotFound");
  }

  @EnabledIfSystemProperty(
      named = "quorate.everything",
      matches = "true",
      disabledReason = "starts Python many times: runs with -Dquorate.everything=true")
  @Test
  void boto3WorksUnchanged() throws Exception {
    assumeTrue(present("python3", "-c", "import boto3"), "boto3 is not installed");
    group(1);
    String id = running().get(0).instanceId();
    String script =
        """
        import boto3
        asg = boto3.client('autoscaling')
        group = asg.describe_auto_scaling_groups()['AutoScalingGroups'][0]
        print(group['Instances'][0]['InstanceId'], group['CreatedTime'].year)
        print(asg.describe_auto_scaling_instances()['AutoScalingInstances'][0]['LifecycleState'])
        asg.set_desired_capacity(AutoScalingGroupName='etcd', DesiredCapacity=2)
        print(asg.terminate_instance_in_auto_scaling_group(
            InstanceId='%s', ShouldDecrementDesiredCapacity=True)['Activity']['StatusCode'])
        try:
            asg.set_desired_capacity(AutoScalingGroupName='etcd', DesiredCapacity=9)
        except asg.exceptions.ClientError as e:
            print(e.response['Error']['Code'])
        ec2 = boto3.client('ec2')
        print(ec2.describe_instances(InstanceIds=['%s'])['Reservations'][0]['Instances'][0]['State'])
        """
            .formatted(id, id);
    assertThat(run("python3", "-c", script))
        .contains(id)
        .contains("InService")
        .contains("InProgress")
        .contains("ValidationError")
        .contains("Code");
  }

  @EnabledIfSystemProperty(
      named = "quorate.everything",
      matches = "true",
      disabledReason = "starts Python many times: runs with -Dquorate.everything=true")
  @Test
  void everyAnswerHasTheShapeOfAwssOwnModel() throws Exception {
    assumeTrue(present("python3", "-c", "import boto3"), "boto3 is not installed");
    group(2);
    String script = Path.of("src/test/python/shape_check.py").toAbsolutePath().toString();
    assertThat(run("python3", script)).isEqualToIgnoringNewLines("shapes ok of 11 answers");
  }

  private boolean present(String... command) throws Exception {
    try {
      return process(command).start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private String run(String... command) throws Exception {
    Process process = process(command).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return output;
  }

  private ProcessBuilder process(String... command) {
    ProcessBuilder builder =
        new ProcessBuilder(new ArrayList<>(List.of(command))).redirectErrorStream(true);
    builder
        .environment()
        .putAll(
            Map.of(
                "AWS_ENDPOINT_URL", cloud.gateway.endpoint().toString(),
                "AWS_REGION", "us-east-1",
                "AWS_DEFAULT_REGION", "us-east-1",
                "AWS_ACCESS_KEY_ID", "test",
                "AWS_SECRET_ACCESS_KEY", "test",
                "AWS_PAGER", "",
                "GROUP", "etcd"));
    return builder;
  }
}
