package io.quorate.deployment;

import io.quorate.localcloud.LocalCloud;
import io.quorate.localcloud.LocalCloudConfig;
import io.quorate.localcloud.QuorateResources;
import io.quorate.localcloud.QuorateRights;
import io.quorate.localcloud.autoscaling.AutoScaling;
import io.quorate.localcloud.autoscaling.AutoScalingSettings;
import io.quorate.localcloud.autoscaling.InstanceFleet;
import io.quorate.localcloud.autoscaling.LaunchFaultsAdmin;
import io.quorate.localcloud.ec2.Ec2;
import io.quorate.localcloud.ec2.StateChangeEvents;
import io.quorate.localcloud.events.EventBus;
import io.quorate.localcloud.events.EventOrigin;
import io.quorate.localcloud.events.EventSink;
import io.quorate.localcloud.events.InstanceEvents;
import io.quorate.localcloud.events.SqsEventSink;
import io.quorate.localcloud.instance.CloudLinks;
import io.quorate.localcloud.instance.InstanceAdmin;
import io.quorate.localcloud.instance.InstanceSettings;
import io.quorate.localcloud.instance.InstanceView;
import io.quorate.localcloud.instance.Instances;
import io.quorate.localcloud.terraform.ControlPlane;
import io.quorate.localcloud.terraform.EtcdClusterModule;
import io.quorate.localcloud.terraform.NodeGroup;
import io.quorate.localcloud.terraform.Rights;
import java.io.Closeable;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import software.amazon.awssdk.services.autoscaling.AutoScalingClient;
import software.amazon.awssdk.services.autoscaling.model.LifecycleHookSpecification;
import software.amazon.awssdk.services.autoscaling.model.Tag;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * All of Quorate on the embedded local cloud:
 *
 * <ol>
 *   <li>the cloud with its tables, bucket, queue and the rights of agents, controller, operator;
 *   <li>Auto Scaling and EC2, whose instances run the node agent as a real process;
 *   <li>the controller as the real Lambda artifact with its three triggers.
 * </ol>
 */
public final class LocalDeployment implements Closeable {
  private static final String CLUSTER_TAG = EtcdClusterModule.get().tags().cluster();

  private final DeploymentConfig config;
  private final Artifacts artifacts;
  private final ControlPlane controlPlane;
  private final LocalCloud cloud;
  private final QuorateResources resources;
  private final SdkClients clients;
  private final Instances instances;
  private final InstanceFleet fleet;
  private final EventBus events;
  private final ControllerDeployment controller;

  private LocalDeployment(
      DeploymentConfig config,
      Artifacts artifacts,
      ControlPlane controlPlane,
      Optional<Rights> rights)
      throws IOException {
    this.config = config;
    this.artifacts = artifacts;
    this.controlPlane = controlPlane;
    this.cloud =
        LocalCloud.start(
            LocalCloudConfig.inFolder(config.home())
                .withPlace(controlPlane.region(), controlPlane.account())
                .withPort(config.port())
                .withSeed(config.seed()));
    try {
      this.resources = QuorateResources.createOn(cloud, controlPlane);
      this.clients = new SdkClients(cloud, Principals.ADMINISTRATOR);
      cloud.closeWithThis(clients);
      this.instances = Instances.open(instanceSettings(), new Links());
      cloud.closeWithThis(instances);
      QuorateRights.enforceOn(
          cloud,
          rights.orElseGet(() -> QuorateRights.ofModules(cloud.config())),
          id -> instances.find(id).map(instance -> instance.tags().get(CLUSTER_TAG)));
      this.fleet = new InstanceFleet(instances);
      this.events = new EventBus(new Random(config.seed()));
      cloud.closeWithThis(events);
      startCompute();
      this.controller =
          ControllerDeployment.start(cloud, resources, config, artifacts, controlPlane);
    } catch (IOException | RuntimeException e) {
      cloud.close();
      throw e;
    }
  }

  /** Starts everything but a group; returns when all of it answers. */
  public static LocalDeployment start(DeploymentConfig config, Artifacts artifacts)
      throws IOException {
    return new LocalDeployment(config, artifacts, ControlPlane.ofModule(), Optional.empty());
  }

  /** The same with this control plane and these rights in place of the modules'. */
  public static LocalDeployment start(
      DeploymentConfig config, Artifacts artifacts, ControlPlane controlPlane, Rights rights)
      throws IOException {
    return new LocalDeployment(config, artifacts, controlPlane, Optional.of(rights));
  }

  private InstanceSettings instanceSettings() {
    return InstanceSettings.at(config.home(), cloud.endpoint())
        .withPlace(controlPlane.region(), controlPlane.account())
        .withAddressBlock(config.addressBlock())
        .withEnvironment(config.agentEnvironment());
  }

  private void startCompute() {
    InstanceSettings settings = instances.settings();
    EventOrigin origin =
        new EventOrigin(
            settings.account(),
            settings.region(),
            InstantSource.system(),
            () -> UUID.randomUUID().toString());
    SqsClient queue = new SdkClients(cloud, Principals.EVENTS).sqs();
    cloud.closeWithThis(queue);
    route(controlPlane, events, new SqsEventSink(queue, resources.queueUrl()));
    instances.listen(new StateChangeEvents(new InstanceEvents(origin), events));
    AutoScaling groups =
        new AutoScaling(
            AutoScalingSettings.of(settings.account(), settings.region(), settings.zones()),
            fleet,
            events,
            origin);
    cloud.closeWithThis(groups);
    cloud.register("autoscaling", groups);
    cloud.policies().resourceTags(arn -> tags(arn, groups));
    cloud.register("ec2", new Ec2(instances, fleet.templates()));
    cloud.registerAdmin(InstanceAdmin.PREFIX, new InstanceAdmin(instances));
    cloud.registerAdmin(LaunchFaultsAdmin.PREFIX, new LaunchFaultsAdmin(groups));
  }

  /** Sends to a sink what the rules of the control plane match. */
  static void route(ControlPlane controlPlane, EventBus events, EventSink sink) {
    controlPlane.events().values().forEach(pattern -> events.rule(pattern, sink));
  }

  /**
   * Creates a group of nodes for a cluster, as the Terraform module does: the processes that kill
   * on their own are suspended, instances are protected, and both hooks hold from the first launch.
   *
   * @param cluster name of the cluster and of the group
   * @param desired how many instances
   */
  public void createGroup(String cluster, int desired) {
    createGroup(NodeGroup.ofModule(cluster, desired, controlPlane.names()));
  }

  /** Creates a group of nodes. */
  public void createGroup(NodeGroup group) {
    fleet.template(group.name(), AgentTemplate.of(group, artifacts));
    String version = fleet.templates().number(group.name(), "$Latest").orElseThrow().toString();
    AutoScalingClient autoScaling = clients.autoScaling();
    autoScaling.createAutoScalingGroup(
        g ->
            g.autoScalingGroupName(group.name())
                .launchTemplate(t -> t.launchTemplateName(group.name()).version(version))
                .minSize(group.minSize())
                .maxSize(group.maxSize())
                .desiredCapacity(group.desired())
                .availabilityZones(instances.settings().zones())
                .newInstancesProtectedFromScaleIn(group.protectFromScaleIn())
                .healthCheckType(group.healthCheckType())
                .lifecycleHookSpecificationList(hooks(group))
                .tags(
                    group.tags().entrySet().stream()
                        .map(tag -> tag(tag.getKey(), tag.getValue()))
                        .toList()));
    autoScaling.suspendProcesses(
        s -> s.autoScalingGroupName(group.name()).scalingProcesses(group.suspendedProcesses()));
  }

  private Map<String, String> tags(String arn, AutoScaling groups) {
    String name = arn.substring(arn.lastIndexOf('/') + 1);
    return instances.find(name).map(InstanceView::tags).orElseGet(() -> groups.tags(name));
  }

  private static List<LifecycleHookSpecification> hooks(NodeGroup group) {
    return group.hooks().entrySet().stream()
        .map(
            hook ->
                LifecycleHookSpecification.builder()
                    .lifecycleHookName(hook.getKey())
                    .lifecycleTransition(hook.getValue().transition())
                    .defaultResult(hook.getValue().defaultResult())
                    .heartbeatTimeout(Math.toIntExact(hook.getValue().heartbeat().toSeconds()))
                    .build())
        .toList();
  }

  private static Tag tag(String key, String value) {
    return Tag.builder().key(key).value(value).propagateAtLaunch(true).build();
  }

  /** The cloud below. */
  public LocalCloud cloud() {
    return cloud;
  }

  /** Names of the tables, the bucket and the queue. */
  public QuorateResources resources() {
    return resources;
  }

  /** An administrator's clients. */
  public SdkClients clients() {
    return clients;
  }

  /** The instances, to look at and to break. */
  public Instances instances() {
    return instances;
  }

  /** What groups launch from: to force the next instance's address. */
  public InstanceFleet fleet() {
    return fleet;
  }

  /** The events, to lose and to duplicate. */
  public EventBus events() {
    return events;
  }

  /** The controller's function, to kill and to freeze. */
  public ControllerDeployment controller() {
    return controller;
  }

  /** Where everything lies. */
  public DeploymentConfig config() {
    return config;
  }

  @Override
  public void close() throws IOException {
    cloud.close();
  }

  private final class Links implements CloudLinks {
    @Override
    public void cut(String principal) {
      cloud.faults().cutOff(principal);
    }

    @Override
    public void restore(String principal) {
      cloud.faults().reconnect(principal);
    }
  }
}
