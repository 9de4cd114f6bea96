package io.quorate.localcloud.compute;

import io.quorate.localcloud.LocalCloud;
import io.quorate.localcloud.autoscaling.AutoScaling;
import io.quorate.localcloud.autoscaling.AutoScalingSettings;
import io.quorate.localcloud.autoscaling.InstanceFleet;
import io.quorate.localcloud.autoscaling.LaunchFaultsAdmin;
import io.quorate.localcloud.ec2.Ec2;
import io.quorate.localcloud.ec2.StateChangeEvents;
import io.quorate.localcloud.events.EventBus;
import io.quorate.localcloud.events.EventOrigin;
import io.quorate.localcloud.events.InstanceEvents;
import io.quorate.localcloud.instance.CloudLinks;
import io.quorate.localcloud.instance.InstanceAdmin;
import io.quorate.localcloud.instance.InstanceSettings;
import io.quorate.localcloud.instance.Instances;
import io.quorate.localcloud.lambda.AsyncInvoker;
import io.quorate.localcloud.lambda.LambdaApi;
import io.quorate.localcloud.lambda.LambdaFunction;
import io.quorate.localcloud.lambda.LambdaHost;
import io.quorate.localcloud.lambda.LambdaSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Random;
import java.util.UUID;
import java.util.function.UnaryOperator;

/**
 * Auto Scaling, EC2, Lambda and their events on a local cloud, registered there and closed with it.
 *
 * @param instances the instances, and what can be done to them
 * @param fleet the launch templates of groups
 * @param groups Auto Scaling
 * @param events where events go: add rules, set faults
 * @param origin account, region, clock and ids of events
 * @param functions Lambda's API
 * @param async asynchronous invocations, for schedules
 * @param lambda where functions run
 */
public record LocalCompute(
    Instances instances,
    InstanceFleet fleet,
    AutoScaling groups,
    EventBus events,
    EventOrigin origin,
    LambdaApi functions,
    AsyncInvoker async,
    LambdaSettings lambda,
    LocalCloud cloud) {
  /**
   * Starts all on a cloud.
   *
   * @param home folder of disks and logs
   * @param change changes the instances' settings
   * @throws IOException if another live cloud uses the home
   */
  public static LocalCompute on(LocalCloud cloud, Path home, UnaryOperator<InstanceSettings> change)
      throws IOException {
    String account = cloud.config().account();
    InstanceSettings settings =
        change.apply(
            InstanceSettings.at(home, cloud.endpoint()).withPlace(cloud.region(), account));
    EventOrigin origin =
        new EventOrigin(
            account, cloud.region(), InstantSource.system(), () -> UUID.randomUUID().toString());
    EventBus events = new EventBus(new Random(cloud.config().seed()));
    cloud.closeWithThis(events);
    Instances instances = Instances.open(settings, links(cloud));
    cloud.closeWithThis(instances);
    instances.listen(new StateChangeEvents(new InstanceEvents(origin), events));
    InstanceFleet fleet = new InstanceFleet(instances);
    AutoScaling groups =
        new AutoScaling(
            AutoScalingSettings.of(account, cloud.region(), settings.zones())
                .withShortestHeartbeat(Duration.ofSeconds(1)),
            fleet,
            events,
            origin);
    cloud.closeWithThis(groups);
    AsyncInvoker async = new AsyncInvoker(2, Duration.ofSeconds(5));
    cloud.closeWithThis(async);
    LambdaApi functions = new LambdaApi(async);
    cloud.register("autoscaling", groups);
    cloud.register("ec2", new Ec2(instances, fleet.templates()));
    cloud.register("lambda", functions);
    cloud.registerAdmin(InstanceAdmin.PREFIX, new InstanceAdmin(instances));
    cloud.registerAdmin(LaunchFaultsAdmin.PREFIX, new LaunchFaultsAdmin(groups));
    LambdaSettings lambda = new LambdaSettings(home, cloud.region(), account, cloud.endpoint());
    return new LocalCompute(
        instances, fleet, groups, events, origin, functions, async, lambda, cloud);
  }

  private static CloudLinks links(LocalCloud cloud) {
    return new CloudLinks() {
      @Override
      public void cut(String principal) {
        cloud.faults().cutOff(principal);
      }

      @Override
      public void restore(String principal) {
        cloud.faults().reconnect(principal);
      }
    };
  }

  /** Hosts a function, invokable by its name, closed with the cloud. */
  public LambdaHost host(LambdaFunction function) {
    LambdaHost host = new LambdaHost(function, lambda, origin.clock());
    cloud.closeWithThis(host);
    functions.add(host);
    return host;
  }
}
