package io.quorate.controller.autoscaling;

import io.quorate.controller.act.CloudUnavailableException;
import io.quorate.controller.act.InstanceTerminator;
import io.quorate.controller.act.LifecycleHooks;
import io.quorate.controller.observe.BulkAnswer;
import io.quorate.controller.observe.BulkDescriber;
import io.quorate.controller.observe.CloudReader;
import io.quorate.controller.view.GroupHook;
import io.quorate.controller.view.GroupSettings;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.HookWait;
import io.quorate.controller.view.InstanceState;
import io.quorate.model.ClusterName;
import io.quorate.model.InstanceId;
import io.quorate.state.HookAnswer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.autoscaling.AutoScalingClient;
import software.amazon.awssdk.services.autoscaling.model.AutoScalingGroup;
import software.amazon.awssdk.services.autoscaling.model.LifecycleHook;
import software.amazon.awssdk.services.autoscaling.model.SuspendedProcess;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.DescribeInstancesRequest;
import software.amazon.awssdk.services.ec2.model.Filter;
import software.amazon.awssdk.services.ec2.model.Instance;
import software.amazon.awssdk.services.ec2.model.InstanceIpv6Address;
import software.amazon.awssdk.services.ec2.model.InstancePrivateIpAddress;

/** Auto Scaling and EC2 by the SDK. Looking answers "unknown" when they do not. */
public final class AutoScalingCloud implements CloudReader, InstanceTerminator, LifecycleHooks {
  private static final Logger LOG = LoggerFactory.getLogger(AutoScalingCloud.class);
  private static final List<String> MUST_BE_SUSPENDED = List.of("AZRebalance", "ReplaceUnhealthy");
  private static final int FILTER_VALUES = 200;

  /** As many as one call takes without another page size. */
  private static final int GROUP_NAMES = 50;

  private static final String GROUPS_CALL = "AutoScaling DescribeAutoScalingGroups";
  private static final String INSTANCES_CALL = "Ec2 DescribeInstances";

  private static final Map<String, HookWait.Transition> WAITING =
      Map.of(
          "Pending:Wait", HookWait.Transition.LAUNCH,
          "Terminating:Wait", HookWait.Transition.TERMINATION);
  private static final Map<HookWait.Transition, String> TRANSITIONS =
      Map.of(
          HookWait.Transition.LAUNCH, "autoscaling:EC2_INSTANCE_LAUNCHING",
          HookWait.Transition.TERMINATION, "autoscaling:EC2_INSTANCE_TERMINATING");

  /** The group's module sets it on every instance; agents cannot. */
  private static final String CLUSTER_TAG = "quorate:cluster";

  private final AutoScalingClient groups;
  private final Ec2Client ec2;
  private final HookListing hooks;
  private final LaunchListing launches;
  private final CallOutcomes outcomes;

  /** Asks through these clients. */
  public AutoScalingCloud(AutoScalingClient groups, Ec2Client ec2) {
    this(groups, ec2, InstantSource.system());
  }

  /** The same by this clock. */
  public AutoScalingCloud(AutoScalingClient groups, Ec2Client ec2, InstantSource clock) {
    this(groups, ec2, clock, new CallOutcomes());
  }

  /** The same, where all clients tell of their calls. */
  public AutoScalingCloud(
      AutoScalingClient groups, Ec2Client ec2, InstantSource clock, CallOutcomes outcomes) {
    this.outcomes = outcomes;
    this.groups = groups;
    this.ec2 = ec2;
    this.hooks = new HookListing(groups, clock);
    this.launches = new LaunchListing(groups, clock);
  }

  @Override
  public GroupView group(String name) {
    try {
      return groups
          .describeAutoScalingGroups(request -> request.autoScalingGroupNames(name))
          .autoScalingGroups()
          .stream()
          .findFirst()
          .<GroupView>map(group -> observed(group, Optional.empty()))
          .orElseGet(() -> new GroupView.Unknown("no Auto Scaling group is named " + name));
    } catch (SdkException e) {
      return new GroupView.Unknown("Auto Scaling did not answer: " + e.getMessage());
    }
  }

  /** Describes groups and their instances with a call or two to each. */
  public BulkAnswer describe(List<String> names, BulkDescriber.Terms terms) {
    Map<String, GroupView.Observed> shown = new HashMap<>();
    try {
      groups
          .describeAutoScalingGroupsPaginator(
              request -> request.autoScalingGroupNames(names).maxRecords(names.size()))
          .autoScalingGroups()
          .forEach(
              group ->
                  shown.put(group.autoScalingGroupName(), observed(group, Optional.of(terms))));
    } catch (SdkException e) {
      return new BulkAnswer(
          Map.of(),
          Optional.of("Auto Scaling did not answer: " + e.getMessage()),
          Map.of(),
          false,
          ended(GROUPS_CALL));
    }
    List<InstanceId> ids =
        shown.values().stream().flatMap(group -> group.lifecycles().keySet().stream()).toList();
    Map<InstanceId, InstanceState> states = new HashMap<>();
    boolean answered = look(ids, (id, found) -> states.put(id, state(found)));
    return new BulkAnswer(
        shown, Optional.empty(), states, answered, ended(GROUPS_CALL, INSTANCES_CALL));
  }

  private Map<String, Optional<String>> ended(String... operations) {
    Map<String, Optional<String>> some = new HashMap<>(outcomes.ofThisThread());
    some.keySet().retainAll(List.of(operations));
    return some;
  }

  private GroupView.Observed observed(AutoScalingGroup group, Optional<BulkDescriber.Terms> of) {
    String name = group.autoScalingGroupName();
    Map<InstanceId, String> lifecycles = new HashMap<>();
    group
        .instances()
        .forEach(
            instance ->
                lifecycles.put(
                    new InstanceId(instance.instanceId()), instance.lifecycleStateAsString()));
    List<String> suspended =
        group.suspendedProcesses().stream().map(SuspendedProcess::processName).toList();
    List<String> hazards =
        MUST_BE_SUSPENDED.stream().filter(process -> !suspended.contains(process)).toList();
    boolean waits = lifecycles.values().stream().anyMatch(WAITING::containsKey);
    Optional<List<LifecycleHook>> listed =
        of.map(terms -> hooks.ofMany(name, waits, terms)).orElseGet(() -> hooks.of(name, waits));
    GroupView.Observed observed =
        new GroupView.Observed(
            group.desiredCapacity(),
            lifecycles,
            waits(listed.orElse(List.of()), lifecycles),
            hazards);
    return observed.with(
        new GroupSettings(
            Optional.ofNullable(group.maxSize()),
            listed.map(all -> all.stream().map(AutoScalingCloud::hook).toList()),
            suspended,
            observed.launched() < observed.desired()
                ? of.map(terms -> launches.failed(name, terms.mayAsk()))
                    .orElseGet(() -> launches.failed(name))
                : Optional.empty(),
            place(group.autoScalingGroupARN()),
            LaunchSources.of(group),
            LaunchSources.ofInstances(group)));
  }

  /** Region and account, by the group's own name: EC2 is asked in the same ones. */
  private static Optional<String> place(String arn) {
    String[] parts = Objects.requireNonNullElse(arn, "").split(":", 6);
    return parts.length == 6 ? Optional.of(parts[3] + "/" + parts[4]) : Optional.empty();
  }

  private static GroupHook hook(LifecycleHook hook) {
    return new GroupHook(
        hook.lifecycleHookName(), hook.lifecycleTransition(), hook.defaultResult());
  }

  private static Map<InstanceId, HookWait> waits(
      List<LifecycleHook> listed, Map<InstanceId, String> lifecycles) {
    Map<HookWait.Transition, HookWait> own = new HashMap<>();
    listed.stream()
        .flatMap(hook -> wait(hook).stream())
        .forEach(wait -> own.put(wait.transition(), wait));
    Map<InstanceId, HookWait> waits = new HashMap<>();
    lifecycles.forEach(
        (instance, lifecycle) ->
            Optional.ofNullable(WAITING.get(lifecycle))
                .map(own::get)
                .ifPresent(hook -> waits.put(instance, hook)));
    return waits;
  }

  /** Only Quorate's own hooks; whoever made another answers it. */
  private static Optional<HookWait> wait(LifecycleHook hook) {
    Optional<HookWait.Transition> transition =
        switch (hook.lifecycleHookName()) {
          case HookAnswer.LAUNCH -> Optional.of(HookWait.Transition.LAUNCH);
          case HookAnswer.TERMINATE -> Optional.of(HookWait.Transition.TERMINATION);
          default -> Optional.empty();
        };
    return transition
        .filter(held -> hook.lifecycleTransition().equals(TRANSITIONS.get(held)))
        .map(
            held ->
                new HookWait(
                    hook.lifecycleHookName(),
                    held,
                    Duration.ofSeconds(hook.heartbeatTimeout()),
                    Duration.ofSeconds(hook.globalTimeout())));
  }

  @Override
  public Map<String, Optional<String>> outcomes() {
    return outcomes.ofThisThread();
  }

  @Override
  public void forgetOutcomes() {
    outcomes.clear();
  }

  @Override
  public Map<InstanceId, InstanceState> instances(Collection<InstanceId> ids) {
    Map<InstanceId, InstanceState> states = new HashMap<>();
    look(ids, (id, found) -> states.put(id, state(found)));
    return states;
  }

  @Override
  public Optional<Set<InstanceId>> unknown(Collection<InstanceId> ids) {
    Set<InstanceId> unknown = new HashSet<>(ids);
    boolean answered = look(ids, (id, found) -> unknown.remove(id));
    return answered ? Optional.of(unknown) : Optional.empty();
  }

  @Override
  public Set<InstanceId> ofOtherClusters(ClusterName cluster, Collection<InstanceId> ids) {
    Set<InstanceId> others = new HashSet<>();
    look(
        ids,
        (id, found) -> {
          if (ofAnother(cluster, found)) {
            others.add(id);
          }
        });
    return others;
  }

  private static boolean ofAnother(ClusterName cluster, Instance instance) {
    return instance.tags().stream()
        .anyMatch(tag -> CLUSTER_TAG.equals(tag.key()) && !cluster.value().equals(tag.value()));
  }

  @Override
  public Map<InstanceId, List<String>> addresses(Collection<InstanceId> ids) {
    Map<InstanceId, List<String>> addresses = new HashMap<>();
    look(ids, (id, found) -> addresses.put(id, addresses(found)));
    return addresses;
  }

  /** Hands over each instance that EC2 knows; false: EC2 did not answer for all ids. */
  private boolean look(Collection<InstanceId> ids, BiConsumer<InstanceId, Instance> found) {
    List<String> all = ids.stream().map(InstanceId::value).toList();
    try {
      for (int from = 0; from < all.size(); from += FILTER_VALUES) {
        List<String> some = all.subList(from, Math.min(all.size(), from + FILTER_VALUES));
        ec2.describeInstancesPaginator(about(some)).reservations().stream()
            .flatMap(reservation -> reservation.instances().stream())
            .forEach(one -> found.accept(new InstanceId(one.instanceId()), one));
      }
      return true;
    } catch (SdkException e) {
      LOG.warn("ec2=silent instances={} error=\"{}\"", all.size(), e.getMessage());
      return false;
    }
  }

  private static List<String> addresses(Instance instance) {
    return Stream.concat(
            Stream.ofNullable(instance.privateIpAddress()),
            instance.networkInterfaces().stream()
                .flatMap(
                    network ->
                        Stream.concat(
                            network.privateIpAddresses().stream()
                                .map(InstancePrivateIpAddress::privateIpAddress),
                            network.ipv6Addresses().stream()
                                .map(InstanceIpv6Address::ipv6Address))))
        .distinct()
        .toList();
  }

  // By filter: named by id, one instance that EC2 has forgotten would fail the whole call.
  private static DescribeInstancesRequest about(List<String> ids) {
    return DescribeInstancesRequest.builder()
        .filters(Filter.builder().name("instance-id").values(ids).build())
        .build();
  }

  private static InstanceState state(Instance instance) {
    return switch (instance.state().nameAsString()) {
      case "pending" -> InstanceState.PENDING;
      case "running" -> InstanceState.RUNNING;
      case "stopping" -> InstanceState.STOPPING;
      case "stopped" -> InstanceState.STOPPED;
      case "shutting-down" -> InstanceState.SHUTTING_DOWN;
      case "terminated" -> InstanceState.TERMINATED;
      default -> InstanceState.UNKNOWN;
    };
  }

  /**
   * The instances of these groups with their group; a group that does not exist has none.
   *
   * @throws SdkException when Auto Scaling did not answer
   */
  public Map<InstanceId, String> instancesOf(Collection<String> names) {
    Map<InstanceId, String> found = new HashMap<>();
    List<String> all = List.copyOf(names);
    for (int from = 0; from < all.size(); from += GROUP_NAMES) {
      List<String> some = all.subList(from, Math.min(all.size(), from + GROUP_NAMES));
      groups
          .describeAutoScalingGroupsPaginator(request -> request.autoScalingGroupNames(some))
          .autoScalingGroups()
          .forEach(
              group ->
                  group
                      .instances()
                      .forEach(
                          instance ->
                              found.put(
                                  new InstanceId(instance.instanceId()),
                                  group.autoScalingGroupName())));
    }
    return found;
  }

  @Override
  public Termination terminate(InstanceId instance) {
    try {
      groups.terminateInstanceInAutoScalingGroup(
          request -> request.instanceId(instance.value()).shouldDecrementDesiredCapacity(false));
      return Termination.ACCEPTED;
    } catch (AwsServiceException e) {
      if (notFound(e)) {
        return Termination.NOT_IN_A_GROUP;
      }
      throw new CloudUnavailableException(
          "terminating " + instance + " failed: " + e.getMessage() + "; it is tried again", e);
    } catch (SdkException e) {
      throw new CloudUnavailableException(
          "terminating " + instance + " was not answered; it is tried again", e);
    }
  }

  @Override
  public void terminateAtEc2(ClusterName cluster, InstanceId instance) {
    if (!ofOtherClusters(cluster, List.of(instance)).isEmpty()) {
      throw new CloudUnavailableException(
          instance
              + " carries the tag "
              + CLUSTER_TAG
              + " of another cluster than "
              + cluster
              + ": it is not terminated");
    }
    try {
      ec2.terminateInstances(request -> request.instanceIds(instance.value()));
    } catch (SdkException e) {
      throw new CloudUnavailableException(
          "terminating " + instance + " at EC2 failed: " + e.getMessage() + "; it is tried again",
          e);
    }
  }

  @Override
  public Answer complete(String group, String hook, InstanceId instance, HookAnswer.Result result) {
    return answered(
        hook,
        instance,
        () ->
            groups.completeLifecycleAction(
                request ->
                    request
                        .autoScalingGroupName(group)
                        .lifecycleHookName(hook)
                        .instanceId(instance.value())
                        .lifecycleActionResult(result.name())));
  }

  @Override
  public Answer extend(String group, String hook, InstanceId instance) {
    return answered(
        hook,
        instance,
        () ->
            groups.recordLifecycleActionHeartbeat(
                request ->
                    request
                        .autoScalingGroupName(group)
                        .lifecycleHookName(hook)
                        .instanceId(instance.value())));
  }

  private static Answer answered(String hook, InstanceId instance, Runnable call) {
    try {
      call.run();
      return Answer.ACCEPTED;
    } catch (AwsServiceException e) {
      if (nothingWaits(e)) {
        return Answer.NOTHING_WAITS;
      }
      throw new CloudUnavailableException(
          "answering hook " + hook + " of " + instance + " failed: " + e.getMessage(), e);
    } catch (SdkException e) {
      throw new CloudUnavailableException(
          "the answer to hook " + hook + " of " + instance + " was not acknowledged", e);
    }
  }

  private static boolean nothingWaits(AwsServiceException e) {
    String message = String.valueOf(e.getMessage());
    return e.awsErrorDetails() != null
        && "ValidationError".equals(e.awsErrorDetails().errorCode())
        && (message.contains("No active Lifecycle Action")
            || message.contains("No Lifecycle Hook found"));
  }

  private static boolean notFound(AwsServiceException e) {
    String message = String.valueOf(e.getMessage());
    return e.awsErrorDetails() != null
        && "ValidationError".equals(e.awsErrorDetails().errorCode())
        && message.contains("not found");
  }
}
