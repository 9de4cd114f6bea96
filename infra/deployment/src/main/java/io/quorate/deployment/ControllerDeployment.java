package io.quorate.deployment;

import io.quorate.localcloud.LocalCloud;
import io.quorate.localcloud.QuorateResources;
import io.quorate.localcloud.events.EventOrigin;
import io.quorate.localcloud.events.EventPattern;
import io.quorate.localcloud.lambda.AsyncInvoker;
import io.quorate.localcloud.lambda.LambdaApi;
import io.quorate.localcloud.lambda.LambdaFunction;
import io.quorate.localcloud.lambda.LambdaHost;
import io.quorate.localcloud.lambda.LambdaSettings;
import io.quorate.localcloud.lambda.Schedule;
import io.quorate.localcloud.lambda.SqsPoller;
import io.quorate.localcloud.lambda.StreamPoller;
import io.quorate.localcloud.lambda.StreamSource;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/** The controller as a Lambda function with its three triggers. */
public final class ControllerDeployment {
  /** Name of the function. */
  public static final String FUNCTION = "quorate-controller";

  private static final String HANDLER = "io.quorate.controller.function.ControllerFunction";
  private static final Duration TIMEOUT = Duration.ofSeconds(20);
  private static final String ALERT =
      "{\"dynamodb\":{\"NewImage\":{\"alert\":{\"S\":[{\"exists\":true}]}}}}";

  private final LambdaHost host;
  private final Schedule schedule;

  private ControllerDeployment(LambdaHost host, Schedule schedule) {
    this.host = host;
    this.schedule = schedule;
  }

  static ControllerDeployment start(
      LocalCloud cloud, QuorateResources resources, DeploymentConfig config, Artifacts artifacts) {
    LambdaHost host =
        new LambdaHost(
            function(resources, config, artifacts),
            new LambdaSettings(
                config.home(), cloud.region(), cloud.config().account(), cloud.endpoint()),
            InstantSource.system());
    cloud.closeWithThis(host);
    AsyncInvoker invoker = new AsyncInvoker(2, Duration.ofSeconds(1));
    cloud.closeWithThis(invoker);
    LambdaApi api = new LambdaApi(invoker);
    api.add(host);
    cloud.register("lambda", api);
    SdkClients internal = new SdkClients(cloud, Principals.EVENTS);
    cloud.closeWithThis(internal);
    SqsClient queue = internal.sqs();
    cloud.closeWithThis(queue);
    cloud.closeWithThis(
        new SqsPoller(
            queue,
            new SqsPoller.Source(resources.queueUrl(), resources.queueArn(), 10, 2, true),
            host));
    DynamoDbStreamsClient streams = internal.streams();
    cloud.closeWithThis(streams);
    StreamSource source =
        StreamSource.of(resources.nodesStreamArn(), EventPattern.parse(ALERT))
            .givingUpAfter(3, false, failed -> {});
    cloud.closeWithThis(new StreamPoller(streams, source, host));
    EventOrigin origin =
        new EventOrigin(
            cloud.config().account(),
            cloud.region(),
            InstantSource.system(),
            () -> UUID.randomUUID().toString());
    Schedule schedule =
        new Schedule(host, invoker, origin, "quorate-safety-net", config.schedule());
    cloud.closeWithThis(schedule);
    return new ControllerDeployment(host, schedule);
  }

  /** The function as it is deployed. */
  static LambdaFunction function(
      QuorateResources resources, DeploymentConfig config, Artifacts artifacts) {
    Map<String, String> environment = new HashMap<>(config.functionEnvironment());
    environment.put("QUORATE_CLUSTERS_TABLE", resources.clustersTable());
    environment.put("QUORATE_NODES_TABLE", resources.nodesTable());
    environment.put("QUORATE_BUCKET", resources.bucket());
    return LambdaFunction.java(
            FUNCTION,
            HANDLER,
            List.of(artifacts.controllerJar()),
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx160m", "-Xshare:auto"))
        .withEnvironment(environment)
        .withPrincipal(Principals.CONTROLLER)
        .withLimits(TIMEOUT, config.functionConcurrency());
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
