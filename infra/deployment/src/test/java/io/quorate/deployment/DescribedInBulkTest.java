package io.quorate.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.controller.autoscaling.AutoScalingCloud;
import io.quorate.controller.observe.BulkAnswer;
import io.quorate.controller.observe.BulkDescriber;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.InstanceState;
import io.quorate.localcloud.LocalCloud;
import io.quorate.localcloud.LocalCloudConfig;
import io.quorate.localcloud.compute.Eventually;
import io.quorate.localcloud.compute.LocalCompute;
import io.quorate.localcloud.faults.FaultAction;
import io.quorate.localcloud.faults.FaultRule;
import io.quorate.localcloud.instance.LaunchTemplate;
import io.quorate.localcloud.wire.Glob;
import io.quorate.model.InstanceId;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.ec2.Ec2Client;

/** What the controller learns of several groups at once, over the wire. */
class DescribedInBulkTest {
  @TempDir Path home;
  private LocalCloud cloud;
  private SdkClients clients;
  private Ec2Client ec2;
  private AutoScalingCloud aws;

  @BeforeEach
  void start() throws IOException {
    cloud = LocalCloud.start(LocalCloudConfig.inMemory());
    LocalCompute compute = LocalCompute.on(cloud, home, settings -> settings.withAddressBlock(162));
    compute.fleet().template("node", LaunchTemplate.running(List.of("sleep", "1000")));
    clients = new SdkClients(cloud, Principals.ADMINISTRATOR);
    ec2 = clients.ec2();
    aws = new AutoScalingCloud(clients.autoScaling(), ec2);
  }

  @AfterEach
  void stop() throws IOException {
    ec2.close();
    clients.close();
    cloud.close();
  }

  private void group(String name, int size) throws Exception {
    clients
        .autoScaling()
        .createAutoScalingGroup(
            group ->
                group
                    .autoScalingGroupName(name)
                    .launchTemplate(template -> template.launchTemplateName("node"))
                    .minSize(0)
                    .maxSize(size)
                    .desiredCapacity(size)
                    .availabilityZones("us-east-1a"));
    Eventually.until(
        "its instances serve",
        () ->
            observed(name).lifecycles().values().stream().filter("InService"::equals).count()
                == size);
  }

  private GroupView.Observed observed(String name) {
    return (GroupView.Observed) aws.group(name);
  }

  @Test
  void severalGroupsAreDescribedAsEachIsByItself() throws Exception {
    group("one", 1);
    group("two", 2);
    List<InstanceId> all = new ArrayList<>(observed("one").lifecycles().keySet());
    all.addAll(observed("two").lifecycles().keySet());
    cloud.requests().clear();

    BulkAnswer answer =
        aws.describe(
            List.of("one", "two", "absent"),
            new BulkDescriber.Terms(Duration.ofMinutes(1), () -> true));

    assertThat(calls("DescribeAutoScalingGroups")).isOne();
    assertThat(calls("DescribeInstances")).isOne();
    assertThat(answer.groups()).containsOnlyKeys("one", "two");
    assertThat(answer.groups()).containsEntry("two", observed("two"));
    assertThat(answer.instances()).containsOnlyKeys(all);
    assertThat(answer.instances().values()).containsOnly(InstanceState.RUNNING);
    assertThat(answer.instancesAnswered()).isTrue();
  }

  @Test
  void whoIsSilentIsToldApart() throws Exception {
    group("one", 1);
    BulkDescriber.Terms terms = new BulkDescriber.Terms(Duration.ofMinutes(1), () -> true);
    cloud.faults().add(FaultRule.always("away", new FaultAction.DropBefore()).onService("ec2"));
    BulkAnswer withoutEc2 = aws.describe(List.of("one"), terms);
    assertThat(withoutEc2.groups()).containsOnlyKeys("one");
    assertThat(withoutEc2.instancesAnswered()).isFalse();
    assertThat(withoutEc2.silent()).isEmpty();

    cloud.faults().add(FaultRule.always("away", new FaultAction.Throttle()));
    BulkAnswer nothing = aws.describe(List.of("one"), terms);
    assertThat(nothing.groups()).isEmpty();
    assertThat(nothing.silent())
        .hasValueSatisfying(why -> assertThat(why).contains("Auto Scaling did not answer"));
  }

  private long calls(String operation) {
    return cloud.requests().count(Glob.of(Principals.ADMINISTRATOR), Glob.ANY, Glob.of(operation));
  }
}
