package io.quorate.controller.plan.snapshots;

import io.quorate.command.CommandKind;
import io.quorate.command.Outcome;
import io.quorate.command.UploadDirectory;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.commands.CommandBackoff;
import io.quorate.controller.plan.commands.CommandStart;
import io.quorate.controller.plan.commands.EndedCommand;
import io.quorate.controller.plan.commands.MaintenanceExecutors;
import io.quorate.controller.plan.commands.MaintenancePolicy;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.view.ObservedNode;
import io.quorate.snapshot.DirectoryKeys;
import io.quorate.state.LastCommand;
import io.quorate.state.Lineage;
import io.quorate.state.OldLog;
import io.quorate.state.OpenCommand;
import io.quorate.state.Status;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;

/**
 * Uploads of archived directories: of one that holds more than was recovered of it, which no
 * operator has acknowledged, and of which the bucket has no copy. Its own node does that, for
 * nobody else has the disk.
 */
public final class UploadDirectoryPolicy extends MaintenancePolicy {
  private static final Duration DEADLINE = Duration.ofHours(2);

  @Override
  public CommandKind kind() {
    return CommandKind.UPLOAD_DIRECTORY;
  }

  /** The plan to upload the next one; one on the node that failed last comes after the others. */
  public static Optional<Plan> due(ClusterState clusterState) {
    if (clusterState.view().lineage().state() != Lineage.State.COMMITTED
        || CommandBackoff.waits(clusterState, CommandKind.UPLOAD_DIRECTORY)) {
      return Optional.empty();
    }
    return clusterState.status().data().oldLogs().stream()
        .filter(OldLog::divergent)
        .filter(old -> old.copy().isEmpty())
        .filter(old -> node(clusterState, old).isPresent())
        .min(Comparator.comparing(old -> failedLast(clusterState, old)))
        .map(old -> start(clusterState, old));
  }

  private static Plan start(ClusterState clusterState, OldLog old) {
    ObservedNode node = node(clusterState, old).orElseThrow();
    String key = key(clusterState, old);
    UploadDirectory upload =
        new UploadDirectory(
            CommandStart.header(clusterState, CommandKind.UPLOAD_DIRECTORY, node),
            old.log().directory(),
            key,
            DEADLINE);
    Reason reason =
        Reason.of(
                "DIRECTORY_DIVERGENT",
                "directory "
                    + old.log().directory()
                    + " of generation "
                    + old.log().generation()
                    + " holds more than was recovered, and only "
                    + old.instance()
                    + " has it")
            .and("key", key);
    return CommandStart.maintenance(
        clusterState,
        node,
        upload,
        new CommandStart.Subject("snapshot", key),
        reason,
        Optional.empty());
  }

  private static String key(ClusterState clusterState, OldLog old) {
    return DirectoryKeys.of(
        clusterState.view().cluster(),
        clusterState.view().lineage().uid(),
        old.instance(),
        old.log());
  }

  /** The node that has it, if that can be told to upload it now. */
  private static Optional<ObservedNode> node(ClusterState clusterState, OldLog old) {
    return clusterState
        .node(old.instance())
        .filter(node -> clusterState.health().living(old.instance()))
        .filter(node -> !clusterState.status().terminating(old.instance()))
        .filter(node -> node.heartbeat().report().archived().filter(old.log()::equals).isPresent())
        .filter(node -> node.heartbeat().report().knows(CommandKind.UPLOAD_DIRECTORY))
        .filter(node -> MaintenanceExecutors.settled(clusterState, node));
  }

  private static boolean failedLast(ClusterState clusterState, OldLog old) {
    return Optional.ofNullable(
            clusterState.status().tasks().last().get(CommandKind.UPLOAD_DIRECTORY))
        .filter(last -> last.failures() > 0)
        .map(LastCommand::executor)
        .filter(old.instance()::equals)
        .isPresent();
  }

  /** It is written once, under a name of its own. */
  @Override
  public boolean harmlessWhenLate() {
    return true;
  }

  @Override
  protected EndedCommand done(ClusterState clusterState, OpenCommand open, Outcome answer) {
    return EndedCommand.done(open, "it stands at " + open.subject(), Optional.empty());
  }

  /** What was uploaded is known to be in the bucket now. */
  @Override
  public Status after(
      ClusterState clusterState, OpenCommand open, Optional<Outcome> ended, Status closed) {
    if (ended.filter(outcome -> outcome.result() == Outcome.Result.DONE).isEmpty()) {
      return closed;
    }
    return closed.data().oldLogs().stream()
        .filter(old -> key(clusterState, old).equals(open.subject()))
        .reduce(
            closed,
            (before, old) ->
                before.withData(before.data().copied(old.instance(), old.log(), open.subject())),
            (one, other) -> other);
  }
}
