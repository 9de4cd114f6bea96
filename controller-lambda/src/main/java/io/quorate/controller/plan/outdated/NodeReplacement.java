package io.quorate.controller.plan.outdated;

import io.quorate.command.CommandKind;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.FleetBreakerPolicy;
import io.quorate.controller.plan.facts.MemberUpdate;
import io.quorate.controller.plan.facts.Membership;
import io.quorate.controller.plan.facts.ReleaseTarget;
import io.quorate.controller.plan.group.HeldLeave;
import io.quorate.controller.view.ClusterView;
import io.quorate.controller.view.GroupSettings;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.InstanceId;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.spec.NodesSettings.Replace;
import io.quorate.state.GroupIntents;
import io.quorate.state.HookAnswer;
import io.quorate.state.MemberEntry;
import io.quorate.state.Status;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Which instance that serves is replaced next, and what keeps it from that:
 *
 * <ol>
 *   <li>only one that an operator asks for, or that is outdated where the spec or an operator asks
 *       for all of these;
 *   <li>one at a time: an instance that is replaced is gone before the next one follows. One whose
 *       successor does not come serves on, and nobody follows;
 *   <li>its group has Quorate's termination hook, and launches: the hook holds the instance, its
 *       successor joins first ({@link HeldLeave}), and only then its member leaves;
 *   <li>nobody unless everything else is well, as for a restart ({@link RestartDue});
 *   <li>instances without a member first, followers before the leader.
 * </ol>
 */
public final class NodeReplacement {
  private NodeReplacement() {}

  /** The intents without a replacement that is over: its instance is gone. */
  public static Status next(MemberUpdate.Seen seen, Status status) {
    GroupIntents before = status.group();
    return status.withGroup(
        before.replacing(
            before
                .replacing()
                .filter(intent -> !seen.health().gone(intent.instance()))
                .filter(intent -> !left(seen.view(), intent.instance()))));
  }

  /** Auto Scaling lists it no more, and its row names no member. */
  private static boolean left(ClusterView view, InstanceId instance) {
    ObservedNode node = view.nodes().get(instance);
    return view.group() instanceof GroupView.Observed group
        && !group.has(instance)
        && (node == null || node.heartbeat().identity().isEmpty());
  }

  /** What operators asked for and nobody has answered, oldest first. */
  public static List<Request> requests(ClusterState clusterState) {
    return clusterState.view().records().requests().stream()
        .filter(request -> request.kind() == RequestKind.REPLACE_NODES)
        .filter(request -> !request.state().closed())
        .toList();
  }

  /** The instance that a request names; empty where no instance can have that name. */
  public static Optional<InstanceId> named(Request request) {
    return Optional.ofNullable(request.arguments().get(Request.INSTANCE))
        .flatMap(InstanceId::named);
  }

  /** Whether a request is about all outdated ones. */
  public static boolean ofAll(Request request) {
    return !request.arguments().containsKey(Request.INSTANCE);
  }

  /** Whether the controller begins by itself. */
  public static boolean automatic(ClusterState clusterState) {
    return clusterState.view().spec().nodes().replace() == Replace.AUTOMATIC;
  }

  /** The next one of those that are asked for; empty while none is, or one is under way. */
  public static Optional<InstanceId> due(ClusterState clusterState) {
    if (clusterState.status().group().replacing().isPresent()
        || !(clusterState.view().group() instanceof GroupView.Observed group)) {
      return Optional.empty();
    }
    Stream<InstanceId> asked =
        requests(clusterState).stream()
            .flatMap(request -> named(request).stream())
            .filter(group::keeps);
    boolean all =
        automatic(clusterState) || requests(clusterState).stream().anyMatch(NodeReplacement::ofAll);
    return asked
        .findFirst()
        .or(() -> all ? first(clusterState, OutdatedNodes.of(group)) : Optional.empty());
  }

  private static Optional<InstanceId> first(ClusterState clusterState, List<InstanceId> outdated) {
    return outdated.stream()
        .min(
            Comparator.comparing(clusterState.quorum()::leads)
                .thenComparing(one -> !clusterState.members().listed(one).isEmpty())
                .thenComparing(Comparator.naturalOrder()));
  }

  /** All that keeps an instance from being replaced now, but for the snapshot. */
  public static List<String> inTheWay(ClusterState clusterState, InstanceId instance) {
    List<MemberEntry> voters =
        clusterState.members().list().map(Membership::voters).orElse(List.of());
    return Stream.<Stream<String>>of(
            group(clusterState),
            others(clusterState, voters),
            RestartDue.unwell(clusterState, voters),
            ReleaseTarget.alarm(clusterState).stream(),
            FleetBreakerPolicy.why(clusterState.view().fleet()).stream()
                .map(why -> "the fleet breaker is on: " + why),
            itself(clusterState, instance))
        .flatMap(Function.identity())
        .toList();
  }

  private static Stream<String> group(ClusterState clusterState) {
    return switch (clusterState.view().group()) {
      case GroupView.Unknown unknown -> Stream.of("the group is unknown: " + unknown.why());
      case GroupView.Observed group ->
          Stream.of(hook(group.settings()), launches(clusterState, group.settings()))
              .flatMap(Optional::stream);
    };
  }

  private static Optional<String> hook(GroupSettings settings) {
    return settings.hooks().stream()
            .flatMap(List::stream)
            .anyMatch(
                hook ->
                    hook.name().equals(HookAnswer.TERMINATE)
                        && hook.transition().equals("autoscaling:EC2_INSTANCE_TERMINATING"))
        ? Optional.empty()
        : Optional.of(
            "the group has no hook "
                + HookAnswer.TERMINATE
                + " that would hold the instance until a successor serves");
  }

  private static Optional<String> launches(ClusterState clusterState, GroupSettings settings) {
    if (settings.suspended().contains("Launch") || settings.suspended().contains("Terminate")) {
      return Optional.of("processes of the group are suspended: " + settings.suspended());
    }
    return settings.failedLaunch().isPresent()
            || clusterState.status().group().abandoned().isPresent()
        ? Optional.of("the group's launches fail: see LAUNCHES_FAIL and LAUNCHES_ABANDONED")
        : Optional.empty();
  }

  private static Stream<String> others(ClusterState clusterState, List<MemberEntry> voters) {
    Optional<String> ends =
        clusterState.status().terminations().stream()
            .findFirst()
            .map(intent -> intent.instance() + " is being terminated");
    Optional<String> restarts =
        RestartDue.of(clusterState).isPresent() || RestartDue.halted(clusterState).isPresent()
            ? Optional.of("members restart for other settings or another release first")
            : Optional.empty();
    Optional<String> few =
        RestartDue.tooFew(voters)
            ? Optional.of(
                "of "
                    + voters.size()
                    + " voters none may go: raise the group's desired capacity to 3")
            : Optional.empty();
    return Stream.of(ends, restarts, few).flatMap(Optional::stream);
  }

  private static Stream<String> itself(ClusterState clusterState, InstanceId instance) {
    Optional<ObservedNode> node = clusterState.node(instance);
    boolean member = !clusterState.members().listed(instance).isEmpty();
    Optional<String> older =
        member && node.filter(one -> one.heartbeat().report().knows(CommandKind.LEAVE)).isEmpty()
            ? Optional.of("the agent of " + instance + " does not know how to leave: upgrade it")
            : Optional.empty();
    Optional<String> quorum =
        member && !clusterState.quorum().keptBeside(instance)
            ? Optional.of("the others are no quorum without " + instance)
            : Optional.empty();
    Optional<String> task =
        clusterState
            .status()
            .tasks()
            .open()
            .filter(open -> open.executor().equals(instance))
            .map(open -> open.kind() + " runs on " + instance);
    return Stream.of(older, quorum, task).flatMap(Optional::stream);
  }
}
