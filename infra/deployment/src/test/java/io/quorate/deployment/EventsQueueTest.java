package io.quorate.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.localcloud.LocalCloud;
import io.quorate.localcloud.LocalCloudConfig;
import io.quorate.localcloud.QuorateResources;
import io.quorate.localcloud.lambda.LambdaFunction;
import io.quorate.localcloud.terraform.ControlPlane;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** How soon an event comes again that a turn could not use, as when Auto Scaling throttled it. */
class EventsQueueTest {
  @TempDir Path home;

  @Test
  void anEventThatFailedComesAgainBeforeTheScheduleLooksAndAfterItsTurnHasEnded()
      throws IOException {
    try (LocalCloud cloud = LocalCloud.start(LocalCloudConfig.inMemory())) {
      QuorateResources.createOn(cloud);
      LambdaFunction function =
          ControllerDeployment.function(
              ControlPlane.ofModule(), DeploymentConfig.at(home), new Artifacts(home, home, home));
      try (SdkClients clients = new SdkClients(cloud, Principals.ADMINISTRATOR);
          SqsClient queue = clients.sqs()) {
        Duration away = visibility(queue);

        assertThat(away).isGreaterThan(function.timeout());
        assertThat(away).isLessThan(DeploymentConfig.at(home).schedule());
        assertThat(away.multipliedBy(QuorateResources.MAX_RECEIVES))
            .isGreaterThanOrEqualTo(Duration.ofMinutes(15));
      }
    }
  }

  private static Duration visibility(SqsClient queue) {
    String url = queue.getQueueUrl(q -> q.queueName(QuorateResources.QUEUE)).queueUrl();
    return Duration.ofSeconds(
        Long.parseLong(
            queue
                .getQueueAttributes(
                    q -> q.queueUrl(url).attributeNames(QueueAttributeName.VISIBILITY_TIMEOUT))
                .attributes()
                .get(QueueAttributeName.VISIBILITY_TIMEOUT)));
  }
}
