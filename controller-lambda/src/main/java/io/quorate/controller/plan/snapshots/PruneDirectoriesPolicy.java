package io.quorate.controller.plan.snapshots;

import io.quorate.command.CommandKind;
import io.quorate.command.Outcome;
import io.quorate.command.PruneDirectories;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.commands.CommandBackoff;
import io.quorate.controller.plan.commands.CommandStart;
import io.quorate.controller.plan.commands.EndedCommand;
import io.quorate.controller.plan.commands.MaintenanceExecutors;
import io.quorate.controller.plan.commands.MaintenancePolicy;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.InstanceId;
import io.quorate.snapshot.LogEnd;
import io.quorate.state.Lineage;
import io.quorate.state.OldLog;
import io.quorate.state.OpenCommand;
import io.quorate.state.PutAside;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Deletes archived directories that are covered (I6). A healthy voter is told while a quorum serves
 * and no recovery runs, and not while it has a directory that holds more than was recovered. What a
 * member whose data differed has left behind is evidence, and stays.
 */
public final class PruneDirectoriesPolicy extends MaintenancePolicy {
  private static final Duration DEADLINE = Duration.ofMinutes(10);

  @Override
  public CommandKind kind() {
    return CommandKind.PRUNE_DIRECTORIES;
  }

  /** The plan to delete those of the next node. */
  public static Optional<Plan> due(ClusterState clusterState) {
    if (clusterState.view().lineage().state() != Lineage.State.COMMITTED
        || !clusterState.quorum().serves()
        || recovering(clusterState)
        || CommandBackoff.waits(clusterState, CommandKind.PRUNE_DIRECTORIES)) {
      return Optional.empty();
    }
    List<LogEnd> covered = CoveredLogs.of(clusterState.view());
    return clusterState.quorum().healthyVoters().stream()
        .filter(node -> mayBeTold(clusterState, node))
        .filter(node -> !of(node, covered).isEmpty())
        .findFirst()
        .map(node -> start(clusterState, node, of(node, covered)));
  }

  private static boolean recovering(ClusterState clusterState) {
    return clusterState
        .view()
        .records()
        .recovery()
        .filter(recovery -> recovery.state().running())
        .isPresent();
  }

  private static boolean mayBeTold(ClusterState clusterState, ObservedNode node) {
    InstanceId instance = node.heartbeat().instance();
    return clusterState.health().living(instance)
        && !clusterState.status().terminating(instance)
        && node.heartbeat().report().knows(CommandKind.PRUNE_DIRECTORIES)
        && MaintenanceExecutors.settled(clusterState, node)
        && !clusterState.status().tasks().comparison().cured().containsKey(instance)
        && clusterState.status().data().oldLogs().stream()
            .filter(OldLog::divergent)
            .noneMatch(old -> old.instance().equals(instance));
  }

  /** The positions that cover a directory of this node. */
  private static List<LogEnd> of(ObservedNode node, List<LogEnd> covered) {
    List<LogEnd> ends =
        node.heartbeat().report().putAside().map(PutAside::shortest).orElse(List.of());
    return covered.stream().filter(bound -> ends.stream().anyMatch(bound::covers)).toList();
  }

  private static Plan start(ClusterState clusterState, ObservedNode node, List<LogEnd> covered) {
    PruneDirectories prune =
        new PruneDirectories(
            CommandStart.header(clusterState, CommandKind.PRUNE_DIRECTORIES, node),
            covered,
            DEADLINE);
    PutAside aside = node.heartbeat().report().putAside().orElse(PutAside.NONE);
    Reason reason =
        Reason.of(
                "DIRECTORIES_COVERED",
                node.heartbeat().instance()
                    + " keeps archived directories, and a snapshot covers at least one of them")
            .and("directories", aside.directories())
            .and("bytes", aside.bytes());
    String subject = node.heartbeat().instance().value();
    return CommandStart.maintenance(
        clusterState,
        node,
        prune,
        new CommandStart.Subject("snapshot", subject),
        reason,
        Optional.empty());
  }

  /** What it deletes is covered for good. */
  @Override
  public boolean harmlessWhenLate() {
    return true;
  }

  /** A node that deletes nothing of what is covered has a reason: it is told again later. */
  @Override
  protected EndedCommand done(ClusterState clusterState, OpenCommand open, Outcome answer) {
    if (answer.values().get(PruneDirectories.DELETED) instanceof Number deleted
        && deleted.longValue() == 0) {
      return EndedCommand.failed(open, answer.detail());
    }
    return EndedCommand.done(open, answer.detail(), Optional.empty());
  }
}
