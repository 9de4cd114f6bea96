package io.quorate.localcloud.compute;

import io.quorate.localcloud.autoscaling.AutoScaling;
import io.quorate.localcloud.autoscaling.AutoScalingSettings;
import io.quorate.localcloud.autoscaling.InstanceFleet;
import io.quorate.localcloud.ec2.Ec2;
import io.quorate.localcloud.ec2.StateChangeEvents;
import io.quorate.localcloud.events.CloudEvent;
import io.quorate.localcloud.events.EventOrigin;
import io.quorate.localcloud.events.InstanceEvents;
import io.quorate.localcloud.instance.CloudLinks;
import io.quorate.localcloud.instance.InstanceAdmin;
import io.quorate.localcloud.instance.InstanceSettings;
import io.quorate.localcloud.instance.Instances;
import io.quorate.localcloud.instance.LaunchTemplate;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.autoscaling.AutoScalingClient;
import software.amazon.awssdk.services.ec2.Ec2Client;

/** Auto Scaling, EC2 and instances behind a tiny gateway, with the SDK's clients for them. */
public final class ComputeCloud implements AutoCloseable {
  /** A command that runs until told otherwise, with a child that outlives it. */
  public static final List<String> AGENT_WITH_CHILD =
      List.of("sh", "-c", "trap 'exit 0' TERM; sleep 1000 & echo started; wait");

  public final TestGateway gateway = new TestGateway();
  public final Instances instances;
  public final InstanceFleet fleet;
  public final AutoScaling groups;
  public final List<CloudEvent> events = new CopyOnWriteArrayList<>();
  public final List<String> cut = new CopyOnWriteArrayList<>();
  public final AutoScalingClient autoScaling;
  public final Ec2Client ec2;

  public ComputeCloud(Path home) throws IOException {
    this(home, settings -> settings);
  }

  public ComputeCloud(Path home, UnaryOperator<InstanceSettings> change) throws IOException {
    InstanceSettings settings =
        change.apply(
            InstanceSettings.at(home, gateway.endpoint())
                .withAddressBlock(100)
                .withShuttingDown(Duration.ofMillis(50)));
    instances = Instances.open(settings, new Links());
    EventOrigin origin =
        new EventOrigin(
            settings.account(),
            settings.region(),
            InstantSource.system(),
            () -> UUID.randomUUID().toString());
    instances.listen(new StateChangeEvents(new InstanceEvents(origin), events::add));
    fleet = new InstanceFleet(instances);
    fleet.template("node", LaunchTemplate.running(AGENT_WITH_CHILD));
    groups =
        new AutoScaling(
            AutoScalingSettings.of(settings.account(), settings.region(), settings.zones())
                .withShortestHeartbeat(Duration.ofSeconds(1)),
            fleet,
            events::add,
            origin);
    gateway.register("autoscaling", groups);
    gateway.register("ec2", new Ec2(instances, fleet.templates()));
    gateway.register("_cloud", new InstanceAdmin(instances));
    autoScaling = at(AutoScalingClient.builder()).build();
    ec2 = at(Ec2Client.builder()).build();
  }

  private final class Links implements CloudLinks {
    @Override
    public void cut(String principal) {
      cut.add(principal);
    }

    @Override
    public void restore(String principal) {
      cut.remove(principal);
    }
  }

  private <B extends AwsClientBuilder<B, ?> & AwsSyncClientBuilder<B, ?>> B at(B builder) {
    return builder
        .endpointOverride(gateway.endpoint())
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("test", "test")))
        .httpClientBuilder(UrlConnectionHttpClient.builder());
  }

  public List<CloudEvent> events(String detailType) {
    return events.stream().filter(event -> event.detailType().equals(detailType)).toList();
  }

  @Override
  public void close() throws IOException {
    groups.close();
    instances.close();
    gateway.close();
    autoScaling.close();
    ec2.close();
  }
}
