package io.quorate.controller.plan.rollout;

import io.quorate.controller.decision.Plan;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.outdated.NodeReplacement;
import io.quorate.controller.plan.outdated.OutdatedNodes;
import io.quorate.controller.view.GroupHook;
import io.quorate.controller.view.GroupView;
import io.quorate.model.InstanceId;
import io.quorate.state.HookAnswer;
import io.quorate.state.Lineage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Conditions about how the group is set up, each with the command that mends it. */
public final class GroupChecks {
  private static final String CONTINUE = "CONTINUE";
  private static final Map<String, String> TRANSITIONS =
      Map.of(
          HookAnswer.LAUNCH, "autoscaling:EC2_INSTANCE_LAUNCHING",
          HookAnswer.TERMINATE, "autoscaling:EC2_INSTANCE_TERMINATING");
  private static final String LAUNCH = "Launch";

  /** Processes without which a dead instance is not replaced, and what each one does. */
  private static final Map<String, String> NEEDED =
      Map.of(
          LAUNCH,
          "no instance is launched in the place of a lost one",
          "Terminate",
          "the group terminates no instance",
          "HealthCheck",
          "the group does not notice that EC2 ended an instance",
          "AddToLoadBalancer",
          "clients behind the load balancer do not reach new instances");

  private static final List<String> OWN = List.of(HookAnswer.LAUNCH, HookAnswer.TERMINATE);

  private GroupChecks() {}

  /** The group lacks a hook of Quorate's, or has it at another transition. */
  public static Optional<String> hooksMissing(ClusterState clusterState, Plan plan) {
    return hooks(clusterState)
        .flatMap(
            hooks ->
                said(
                    OWN.stream()
                        .filter(
                            name ->
                                hooks.stream()
                                    .noneMatch(
                                        hook ->
                                            hook.name().equals(name)
                                                && hook.transition().equals(TRANSITIONS.get(name))))
                        .toList(),
                    name ->
                        "group "
                            + group(clusterState)
                            + " has no hook "
                            + name
                            + " at "
                            + TRANSITIONS.get(name)
                            + ": "
                            + without(name)
                            + "; make it: "
                            + put(clusterState, name)));
  }

  private static String without(String name) {
    return name.equals(HookAnswer.TERMINATE)
        ? "whoever terminates an instance ends its voter at once, before it can leave"
        : "instances go into service before their agents report";
  }

  /** Quorate's hooks whose timeout ends an instance. */
  public static Optional<String> hookAbandons(ClusterState clusterState, Plan plan) {
    return hooks(clusterState)
        .flatMap(
            hooks ->
                said(
                    hooks.stream()
                        .filter(hook -> OWN.contains(hook.name()))
                        .filter(hook -> !hook.defaultResult().equals(CONTINUE))
                        .map(GroupHook::name)
                        .toList(),
                    name ->
                        "the default result of hook "
                            + name
                            + " of group "
                            + group(clusterState)
                            + " is not "
                            + CONTINUE
                            + ": "
                            + (name.equals(HookAnswer.LAUNCH)
                                ? "while no controller runs, its timeout terminates instances that"
                                    + " may be voters"
                                : "its timeout ends all waits of the instance, those of other hooks"
                                    + " too")
                            + "; change it: "
                            + put(clusterState, name)));
  }

  /** Hooks that somebody else made: Quorate does not answer them. */
  public static Optional<String> hookForeign(ClusterState clusterState, Plan plan) {
    return hooks(clusterState)
        .flatMap(
            hooks ->
                said(
                    hooks.stream()
                        .map(GroupHook::name)
                        .filter(name -> !OWN.contains(name))
                        .toList(),
                    name ->
                        "hook "
                            + name
                            + " of group "
                            + group(clusterState)
                            + " is not Quorate's: whoever made it has to answer it, and until then it"
                            + " holds each instance, past Quorate's own answer; if nobody needs it,"
                            + " delete it: aws autoscaling delete-lifecycle-hook"
                            + " --auto-scaling-group-name "
                            + group(clusterState)
                            + " --lifecycle-hook-name "
                            + name));
  }

  /** The desired capacity exceeds the group's maximum size. */
  public static Optional<String> capacityAboveMaximum(ClusterState clusterState, Plan plan) {
    return observed(clusterState)
        .flatMap(
            group ->
                group
                    .settings()
                    .maximum()
                    .filter(most -> desired(clusterState, group) > most)
                    .map(
                        most ->
                            desired(clusterState, group)
                                + " members are desired, but group "
                                + group(clusterState)
                                + " has at most "
                                + most
                                + " instances: the others are never launched; raise the maximum, to"
                                + " one more than the members, so that each can be replaced: aws"
                                + " autoscaling update-auto-scaling-group --auto-scaling-group-name "
                                + group(clusterState)
                                + " --max-size "
                                + (desired(clusterState, group) + 1)));
  }

  /** The spec's size counts until the initial members are chosen. */
  private static int desired(ClusterState clusterState, GroupView.Observed group) {
    return clusterState.view().lineage().state() == Lineage.State.UNBOOTSTRAPPED
        ? Math.max(group.desired(), clusterState.view().spec().size())
        : group.desired();
  }

  /** Members on instances that somebody moved to standby. */
  public static Optional<String> memberInStandby(ClusterState clusterState, Plan plan) {
    return observed(clusterState)
        .flatMap(
            group ->
                said(
                    group.lifecycles().entrySet().stream()
                        .filter(standbys(clusterState))
                        .map(entry -> entry.getKey().value())
                        .toList(),
                    instance ->
                        instance
                            + " is in standby and keeps its member's seat: the member votes on, does"
                            + " not leave, and takes no part in the group's number; back into"
                            + " service: aws autoscaling exit-standby --auto-scaling-group-name "
                            + group(clusterState)
                            + " --instance-ids "
                            + instance));
  }

  private static Predicate<Map.Entry<InstanceId, String>> standbys(ClusterState clusterState) {
    return entry ->
        (entry.getValue().equals("Standby") || entry.getValue().equals("EnteringStandby"))
            && !clusterState.members().listed(entry.getKey()).isEmpty();
  }

  /** Instances that an older version of the launch template made. */
  public static Optional<String> nodesOutdated(ClusterState clusterState) {
    return observed(clusterState)
        .filter(group -> !OutdatedNodes.of(group).isEmpty())
        .map(
            group ->
                "the group launches from "
                    + OutdatedNodes.wanted(group).map(Object::toString).orElse("")
                    + "; launched from another: "
                    + OutdatedNodes.of(group).stream()
                        .map(InstanceId::value)
                        .collect(Collectors.joining(", "))
                    + ". They serve on"
                    + replaced(clusterState)
                    + "; see quorate nodes list "
                    + clusterState.view().cluster());
  }

  private static String replaced(ClusterState clusterState) {
    return NodeReplacement.due(clusterState)
        .map(next -> waits(clusterState, next))
        .or(
            () ->
                clusterState
                    .status()
                    .group()
                    .replacing()
                    .map(intent -> ", and " + intent.instance() + " is being replaced"))
        .orElse(
            " until an operator has them replaced: quorate nodes replace "
                + clusterState.view().cluster());
  }

  private static String waits(ClusterState clusterState, InstanceId next) {
    List<String> inTheWay =
        Stream.concat(
                NodeReplacement.inTheWay(clusterState, next).stream(),
                BeforeUpgrade.ofNode(clusterState).stream())
            .toList();
    return ", one after the other is replaced, and "
        + next
        + (inTheWay.isEmpty() ? " is next" : " waits: " + String.join("; ", inTheWay));
  }

  /** Processes of the group may kill voters on their own. */
  public static Optional<String> unsafe(ClusterState clusterState, Plan plan) {
    return observed(clusterState)
        .map(GroupView.Observed::hazards)
        .filter(hazards -> !hazards.isEmpty())
        .map(
            hazards ->
                "suspend "
                    + String.join(", ", hazards)
                    + " on group "
                    + group(clusterState)
                    + ": they terminate voters on their own; aws autoscaling suspend-processes"
                    + " --auto-scaling-group-name "
                    + group(clusterState)
                    + " --scaling-processes "
                    + String.join(" ", hazards));
  }

  /** The group has too few instances, and launches none. */
  public static Optional<String> launchesFail(ClusterState clusterState, Plan plan) {
    return observed(clusterState)
        .flatMap(
            group ->
                suspendedLaunch(clusterState, group)
                    .or(() -> failedLaunch(clusterState, group))
                    .map(
                        why ->
                            "group %s has %d of %d instances: %s"
                                .formatted(
                                    group(clusterState), group.launched(), group.desired(), why)));
  }

  private static Optional<String> suspendedLaunch(
      ClusterState clusterState, GroupView.Observed group) {
    return group.capacity() < group.desired() && group.settings().suspended().contains(LAUNCH)
        ? Optional.of(
            "its process Launch is suspended, so that no instance is replaced; resume it: "
                + resume(clusterState, List.of(LAUNCH)))
        : Optional.empty();
  }

  /** An instance that EC2 accepted and has yet to start may end before it runs. */
  private static Optional<String> failedLaunch(
      ClusterState clusterState, GroupView.Observed group) {
    return group
        .settings()
        .failedLaunch()
        .filter(launch -> group.launched() < group.desired())
        .map(
            launch ->
                "the launch of %s failed: %s; all activities: aws autoscaling describe-scaling-activities --auto-scaling-group-name %s"
                    .formatted(launch.at(), launch.why(), group(clusterState)));
  }

  /** Processes that healing needs are suspended. */
  public static Optional<String> processesSuspended(ClusterState clusterState, Plan plan) {
    List<String> needed =
        observed(clusterState).map(group -> group.settings().suspended()).orElse(List.of()).stream()
            .filter(NEEDED::containsKey)
            .sorted()
            .toList();
    return needed.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "group %s has suspended processes: %s; resume them once the work that suspended them is done: %s"
                .formatted(
                    group(clusterState),
                    needed.stream()
                        .map(process -> process + " (" + NEEDED.get(process) + ")")
                        .collect(Collectors.joining(", ")),
                    resume(clusterState, needed)));
  }

  private static String resume(ClusterState clusterState, List<String> processes) {
    return "aws autoscaling resume-processes --auto-scaling-group-name "
        + group(clusterState)
        + " --scaling-processes "
        + String.join(" ", processes);
  }

  private static String put(ClusterState clusterState, String name) {
    return "aws autoscaling put-lifecycle-hook --auto-scaling-group-name "
        + group(clusterState)
        + " --lifecycle-hook-name "
        + name
        + " --lifecycle-transition "
        + TRANSITIONS.get(name)
        + " --default-result "
        + CONTINUE
        + " --heartbeat-timeout 900";
  }

  private static Optional<String> said(List<String> of, Function<String, String> sentence) {
    return of.isEmpty()
        ? Optional.empty()
        : Optional.of(of.stream().map(sentence).collect(Collectors.joining("; ")));
  }

  private static Optional<List<GroupHook>> hooks(ClusterState clusterState) {
    return observed(clusterState).flatMap(group -> group.settings().hooks());
  }

  private static Optional<GroupView.Observed> observed(ClusterState clusterState) {
    return switch (clusterState.view().group()) {
      case GroupView.Unknown unknown -> Optional.empty();
      case GroupView.Observed group -> Optional.of(group);
    };
  }

  private static String group(ClusterState clusterState) {
    return clusterState.view().spec().group();
  }
}
