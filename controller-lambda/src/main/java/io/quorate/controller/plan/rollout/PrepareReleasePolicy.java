package io.quorate.controller.plan.rollout;

import io.quorate.command.CommandKind;
import io.quorate.command.Outcome;
import io.quorate.command.PrepareRelease;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.commands.CommandBackoff;
import io.quorate.controller.plan.commands.CommandStart;
import io.quorate.controller.plan.commands.EndedCommand;
import io.quorate.controller.plan.commands.MaintenanceExecutors;
import io.quorate.controller.plan.commands.MaintenancePolicy;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.JoiningRelease;
import io.quorate.controller.plan.facts.ReleaseTarget;
import io.quorate.controller.view.ObservedNode;
import io.quorate.release.ReleaseArchive;
import io.quorate.spec.EtcdVersion;
import io.quorate.state.LastCommand;
import io.quorate.state.OpenCommand;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Etcd releases to be brought to every node that lacks the one that the spec asks for. */
public final class PrepareReleasePolicy extends MaintenancePolicy {
  private static final Duration DEADLINE = Duration.ofMinutes(10);

  @Override
  public CommandKind kind() {
    return CommandKind.PREPARE_RELEASE;
  }

  /** The plan for the next node; one that failed last comes after the others. */
  public static Optional<Plan> due(ClusterState clusterState) {
    if (CommandBackoff.waits(clusterState, CommandKind.PREPARE_RELEASE)) {
      return Optional.empty();
    }
    return ReleaseTarget.of(clusterState)
        .flatMap(
            release ->
                next(clusterState, ReleaseTarget.lacking(clusterState))
                    .map(node -> start(clusterState, node, release.version(), release.archives())))
        .or(() -> former(clusterState));
  }

  /** On the way back a node that joins needs the newer release while the voters write by it. */
  private static Optional<Plan> former(ClusterState clusterState) {
    return JoiningRelease.remedy(clusterState)
        .flatMap(
            former ->
                next(
                        clusterState,
                        JoiningRelease.tooOld(clusterState).stream()
                            .filter(node -> !node.heartbeat().runs().has(former.version()))
                            .toList())
                    .map(node -> start(clusterState, node, former.version(), former.archives())));
  }

  private static Optional<ObservedNode> next(
      ClusterState clusterState, List<ObservedNode> lacking) {
    return lacking.stream()
        .filter(node -> node.heartbeat().report().knows(CommandKind.PREPARE_RELEASE))
        .filter(node -> !clusterState.health().silent(node))
        .filter(node -> MaintenanceExecutors.settled(clusterState, node))
        .min(Comparator.comparing(node -> failedLast(clusterState, node)));
  }

  private static boolean failedLast(ClusterState clusterState, ObservedNode node) {
    return Optional.ofNullable(
            clusterState.status().tasks().last().get(CommandKind.PREPARE_RELEASE))
        .filter(last -> last.failures() > 0)
        .map(LastCommand::executor)
        .filter(node.heartbeat().instance()::equals)
        .isPresent();
  }

  private static Plan start(
      ClusterState clusterState,
      ObservedNode node,
      EtcdVersion release,
      List<ReleaseArchive> archives) {
    PrepareRelease prepare =
        new PrepareRelease(
            CommandStart.header(clusterState, CommandKind.PREPARE_RELEASE, node),
            release,
            archives,
            DEADLINE);
    Reason reason =
        Reason.of("RELEASE_MISSING", node.heartbeat().instance() + " has not got etcd " + release)
            .and("release", release);
    return CommandStart.maintenance(
        clusterState,
        node,
        prepare,
        new CommandStart.Subject("release", release.toString()),
        reason,
        Optional.empty());
  }

  /** It adds a folder that nothing uses before a command names it. */
  @Override
  public boolean harmlessWhenLate() {
    return true;
  }

  @Override
  public String subjectName() {
    return "release";
  }

  @Override
  protected EndedCommand done(ClusterState clusterState, OpenCommand open, Outcome answer) {
    return EndedCommand.done(
        open, "etcd " + open.subject() + " is on " + open.executor(), Optional.empty());
  }
}
