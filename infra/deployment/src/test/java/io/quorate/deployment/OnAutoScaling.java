package io.quorate.deployment;

import io.quorate.controller.autoscaling.AutoScalingCloud;
import io.quorate.controller.view.GroupView;
import io.quorate.localcloud.LocalCloud;
import io.quorate.localcloud.LocalCloudConfig;
import io.quorate.localcloud.compute.Eventually;
import io.quorate.localcloud.compute.LocalCompute;
import io.quorate.localcloud.instance.LaunchTemplate;
import io.quorate.model.InstanceId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.autoscaling.model.Tag;
import software.amazon.awssdk.services.ec2.Ec2Client;

/** The controller's adapter of Auto Scaling and EC2 over the wire, and groups of idle instances. */
abstract class OnAutoScaling {
  static final int MOST = 5;

  @TempDir Path home;
  LocalCloud cloud;
  LocalCompute compute;
  SdkClients clients;
  Ec2Client ec2;
  AutoScalingCloud aws;

  @BeforeEach
  final void start() throws IOException {
    cloud = LocalCloud.start(LocalCloudConfig.inMemory());
    compute = LocalCompute.on(cloud, home, settings -> settings.withAddressBlock(160));
    compute.fleet().template("node", LaunchTemplate.running(List.of("sleep", "1000")));
    clients = new SdkClients(cloud, Principals.ADMINISTRATOR);
    ec2 = clients.ec2();
    aws = new AutoScalingCloud(clients.autoScaling(), ec2);
  }

  @AfterEach
  final void stop() throws IOException {
    ec2.close();
    clients.close();
    cloud.close();
  }

  void group(String name, int size) throws Exception {
    group(name, size, "none");
  }

  void group(String name, int size, String cluster) throws Exception {
    clients
        .autoScaling()
        .createAutoScalingGroup(
            group ->
                group
                    .autoScalingGroupName(name)
                    .launchTemplate(template -> template.launchTemplateName("node"))
                    .minSize(0)
                    .maxSize(MOST)
                    .desiredCapacity(size)
                    .tags(
                        List.of(
                            Tag.builder()
                                .key("quorate:cluster")
                                .value(cluster)
                                .propagateAtLaunch(true)
                                .build()))
                    .availabilityZones("us-east-1a", "us-east-1b", "us-east-1c"));
    await(() -> inService(name).size() == size);
  }

  GroupView.Observed observed(String name) {
    return (GroupView.Observed) aws.group(name);
  }

  List<InstanceId> inService(String name) {
    return observed(name).lifecycles().entrySet().stream()
        .filter(entry -> entry.getValue().equals("InService"))
        .map(Map.Entry::getKey)
        .toList();
  }

  static void await(Callable<Boolean> condition) throws Exception {
    Eventually.until("the cloud gets there", condition);
  }
}
