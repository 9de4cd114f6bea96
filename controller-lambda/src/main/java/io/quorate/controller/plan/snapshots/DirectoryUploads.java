package io.quorate.controller.plan.snapshots;

import io.quorate.controller.plan.state.ClusterState;
import io.quorate.controller.view.ObservedNode;
import io.quorate.snapshot.DirectoryKeys;
import io.quorate.state.LastTask;
import io.quorate.state.Lineage;
import io.quorate.state.OldLog;
import io.quorate.state.OpenTask;
import io.quorate.state.Status;
import io.quorate.task.TaskKind;
import java.util.Comparator;
import java.util.Optional;

/**
 * Whether an archived directory is to be uploaded: one that holds more than was recovered of it,
 * which no operator has acknowledged, and of which the bucket has no copy. Its own node does that,
 * for nobody else has the disk.
 */
public final class DirectoryUploads {
  private DirectoryUploads() {}

  /** The next one; one on the node that failed last comes after the others. */
  public static Optional<OldLog> due(ClusterState clusterState) {
    if (clusterState.view().lineage().state() != Lineage.State.COMMITTED
        || SnapshotDue.waiting(clusterState, TaskKind.UPLOAD_DIRECTORY)) {
      return Optional.empty();
    }
    return clusterState.status().data().oldLogs().stream()
        .filter(OldLog::divergent)
        .filter(old -> old.copy().isEmpty())
        .filter(old -> node(clusterState, old).isPresent())
        .min(Comparator.comparing(old -> failedLast(clusterState, old)));
  }

  /** Where it is to stand in the bucket. */
  static String key(ClusterState clusterState, OldLog old) {
    return DirectoryKeys.of(
        clusterState.view().cluster(),
        clusterState.view().lineage().uid(),
        old.instance(),
        old.log());
  }

  /** The node that has it, if that can be told to upload it now. */
  static Optional<ObservedNode> node(ClusterState clusterState, OldLog old) {
    return clusterState
        .node(old.instance())
        .filter(node -> clusterState.health().living(old.instance()))
        .filter(node -> !clusterState.status().terminating(old.instance()))
        .filter(node -> node.heartbeat().report().archived().filter(old.log()::equals).isPresent())
        .filter(node -> node.heartbeat().report().knows(TaskKind.UPLOAD_DIRECTORY))
        .filter(node -> TaskExecutors.settled(clusterState, node));
  }

  /** The status once the open task has uploaded what it was about. */
  public static Status done(ClusterState clusterState, OpenTask open) {
    Status status = clusterState.status();
    return status.data().oldLogs().stream()
        .filter(old -> key(clusterState, old).equals(open.subject()))
        .reduce(
            status,
            (before, old) ->
                before.withData(before.data().copied(old.instance(), old.log(), open.subject())),
            (one, other) -> other);
  }

  private static boolean failedLast(ClusterState clusterState, OldLog old) {
    return Optional.ofNullable(clusterState.status().tasks().last().get(TaskKind.UPLOAD_DIRECTORY))
        .filter(last -> last.failures() > 0)
        .map(LastTask::executor)
        .filter(old.instance()::equals)
        .isPresent();
  }
}
