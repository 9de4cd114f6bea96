package io.quorate.localcloud.compute;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.localcloud.AwsClients;
import io.quorate.localcloud.LocalCloud;
import io.quorate.localcloud.LocalCloudConfig;
import io.quorate.localcloud.QuorateResources;
import io.quorate.localcloud.events.EventPattern;
import io.quorate.localcloud.events.SqsEventSink;
import io.quorate.localcloud.instance.LaunchTemplate;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.autoscaling.AutoScalingClient;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;

/** A group's events on their way into the queue, all through the gateway. */
class EventPipelineTest {
  @TempDir Path home;

  @Test
  void aLaunchReachesTheQueue() throws Exception {
    try (LocalCloud cloud = LocalCloud.start(LocalCloudConfig.inMemory());
        SqsClient sqs = AwsClients.of(cloud, "test").sqs();
        AutoScalingClient groups =
            AwsClients.of(cloud, "test").with(AutoScalingClient.builder()).build()) {
      LocalCompute compute =
          LocalCompute.on(cloud, home, settings -> settings.withAddressBlock(120));
      String queue = QuorateResources.createOn(cloud).queueUrl();
      compute
          .events()
          .rule(
              EventPattern.parse("{\"source\":[\"aws.autoscaling\"]}"),
              new SqsEventSink(sqs, queue));
      compute.fleet().template("node", LaunchTemplate.running(List.of("sleep", "1000")));
      groups.createAutoScalingGroup(
          r ->
              r.autoScalingGroupName("etcd")
                  .launchTemplate(t -> t.launchTemplateName("node"))
                  .minSize(1)
                  .maxSize(1)
                  .availabilityZones("us-east-1a"));
      List<String> bodies = new CopyOnWriteArrayList<>();
      Eventually.until(
          "the event",
          () -> {
            sqs.receiveMessage(r -> r.queueUrl(queue).waitTimeSeconds(5)).messages().stream()
                .map(Message::body)
                .forEach(bodies::add);
            return !bodies.isEmpty();
          });
      assertThat(bodies.get(0))
          .startsWith("{\"version\":\"0\"")
          .contains("\"detail-type\":\"EC2 Instance Launch Successful\"");
    }
  }
}
