package io.quorate.deployment;

import io.quorate.localcloud.LocalCloud;
import io.quorate.localcloud.QuorateResources;
import io.quorate.localcloud.QuorateRights;
import io.quorate.localcloud.events.EventOrigin;
import io.quorate.localcloud.lambda.AsyncInvoker;
import io.quorate.localcloud.lambda.LambdaApi;
import io.quorate.localcloud.lambda.LambdaFunction;
import io.quorate.localcloud.lambda.LambdaHost;
import io.quorate.localcloud.lambda.LambdaSettings;
import io.quorate.localcloud.lambda.Schedule;
import io.quorate.localcloud.lambda.SqsPoller;
import io.quorate.localcloud.lambda.StreamPoller;
import io.quorate.localcloud.lambda.StreamSource;
import io.quorate.localcloud.terraform.ControlPlane;
import io.quorate.localcloud.terraform.ControlPlaneModule;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/** The controller as a Lambda function with its three triggers. */
public final class ControllerDeployment {
  /** Name of the function. */
  public static final String FUNCTION = ControlPlane.ofModule().names().function();

  private final LambdaHost host;
  private final Schedule schedule;

  private ControllerDeployment(LambdaHost host, Schedule schedule) {
    this.host = host;
    this.schedule = schedule;
  }

  static ControllerDeployment start(
      LocalCloud cloud,
      QuorateResources resources,
      DeploymentConfig config,
      Artifacts artifacts,
      ControlPlane controlPlane) {
    LambdaHost host =
        new LambdaHost(
            function(controlPlane, config, artifacts),
            new LambdaSettings(
                config.home(), cloud.region(), cloud.config().account(), cloud.endpoint()),
            InstantSource.system());
    cloud.closeWithThis(host);
    AsyncInvoker invoker = new AsyncInvoker(controlPlane.asyncRetries(), Duration.ofSeconds(1));
    cloud.closeWithThis(invoker);
    LambdaApi api = new LambdaApi(invoker);
    api.add(host);
    cloud.register("lambda", api);
    SdkClients internal = new SdkClients(cloud, QuorateRights.POLLERS);
    cloud.closeWithThis(internal);
    SqsClient queue = internal.sqs();
    cloud.closeWithThis(queue);
    cloud.closeWithThis(new SqsPoller(queue, events(resources, controlPlane), host));
    DynamoDbStreamsClient streams = internal.streams();
    cloud.closeWithThis(streams);
    StreamSource heartbeats =
        heartbeats(
            resources,
            controlPlane,
            failed ->
                queue.sendMessage(
                    m -> m.queueUrl(resources.failuresQueueUrl()).messageBody(failed)));
    cloud.closeWithThis(new StreamPoller(streams, heartbeats, host));
    EventOrigin origin =
        new EventOrigin(
            cloud.config().account(),
            cloud.region(),
            InstantSource.system(),
            () -> UUID.randomUUID().toString());
    Schedule schedule =
        new Schedule(host, invoker, origin, controlPlane.names().schedule(), config.schedule());
    cloud.closeWithThis(schedule);
    return new ControllerDeployment(host, schedule);
  }

  /** The function as it is deployed. */
  static LambdaFunction function(
      ControlPlane controlPlane, DeploymentConfig config, Artifacts artifacts) {
    Map<String, String> environment = new HashMap<>(config.functionEnvironment());
    environment.putAll(controlPlane.function().environment());
    return LambdaFunction.java(
            controlPlane.names().function(),
            controlPlane.function().handler(),
            List.of(artifacts.controllerJar()),
            controlPlane.function().jvmFlags())
        .withEnvironment(environment)
        .withPrincipal(Principals.CONTROLLER)
        .withLimits(controlPlane.function().timeout(), config.functionConcurrency());
  }

  static SqsPoller.Source events(QuorateResources resources, ControlPlane controlPlane) {
    return new SqsPoller.Source(
        resources.queueUrl(),
        resources.queueArn(),
        controlPlane.queue().batchSize(),
        controlPlane.queue().concurrency(),
        true);
  }

  static StreamSource heartbeats(
      QuorateResources resources, ControlPlane controlPlane, Consumer<String> onFailure) {
    ControlPlaneModule.Stream stream = controlPlane.stream();
    return StreamSource.of(resources.nodesStreamArn(), stream.filter())
        .inBatchesOf(stream.batchSize())
        .givingUpAfter(stream.maxRetries(), stream.bisect(), onFailure);
  }

  /** The function's execution environments, to kill and to freeze. */
  public LambdaHost host() {
    return host;
  }

  /** Fires the safety net now. */
  public void lookNow() {
    schedule.fire();
  }
}
