package io.quorate.controller.plan.snapshots;

import io.quorate.controller.view.ClusterView;
import io.quorate.model.InstanceId;
import io.quorate.recovery.Recovery;
import io.quorate.snapshot.ArchivedLog;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.Fork;
import io.quorate.state.Heartbeat;
import io.quorate.state.Lineage;
import io.quorate.state.OldLog;
import io.quorate.state.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Archived directories of earlier generations, each judged once, when a heartbeat first tells of
 * it:
 *
 * <ol>
 *   <li>what the directory's generation was continued from is the snapshot of the fork that left
 *       it; its raft term and index are compared with the end of the log, within that generation
 *       only;
 *   <li>a generation that no fork leaves was given up as a whole: all of its log is divergent;
 *   <li>so is one whose snapshot the catalogue does not know: nobody can say that it is covered;
 *   <li>what an operator rolled back was given up on purpose.
 * </ol>
 *
 * <p>What is divergent is kept until an operator acknowledges it, though its instance goes; the
 * rest for as long as heartbeats tell of it.
 */
public final class OldLogs {
  private OldLogs() {}

  /** The old logs to remember. */
  public static Status next(ClusterView view, Status status) {
    return status.withData(status.data().withOldLogs(known(view, status.data().oldLogs())));
  }

  private static List<OldLog> known(ClusterView view, List<OldLog> known) {
    List<OldLog> next =
        new ArrayList<>(known.stream().filter(old -> old.divergent() || told(view, old)).toList());
    if (view.lineage().state() != Lineage.State.COMMITTED) {
      return next;
    }
    view.nodes().values().stream()
        .map(node -> node.heartbeat())
        .filter(row -> of(row).filter(log -> isOld(view, log)).isPresent())
        .filter(row -> known.stream().noneMatch(old -> old.of(row.instance(), log(row))))
        .sorted((one, other) -> one.instance().compareTo(other.instance()))
        .forEach(row -> next.add(judged(view, row.instance(), log(row))));
    return next;
  }

  private static Optional<ArchivedLog> of(Heartbeat row) {
    return row.report().archived();
  }

  private static ArchivedLog log(Heartbeat row) {
    return of(row).orElseThrow();
  }

  private static boolean isOld(ClusterView view, ArchivedLog log) {
    return log.generation().before(view.lineage().generation());
  }

  private static boolean told(ClusterView view, OldLog old) {
    return Optional.ofNullable(view.nodes().get(old.instance()))
        .flatMap(node -> of(node.heartbeat()))
        .filter(old.log()::equals)
        .isPresent();
  }

  private static OldLog judged(ClusterView view, InstanceId instance, ArchivedLog log) {
    OldLog.Fate fate =
        covered(view, log)
            ? OldLog.Fate.COVERED
            : rolledBack(view, log) ? OldLog.Fate.GIVEN_UP : OldLog.Fate.DIVERGENT;
    return new OldLog(instance, log, fate, view.observedAt(), Optional.empty());
  }

  private static boolean rolledBack(ClusterView view, ArchivedLog log) {
    return view.records()
        .recovery()
        .filter(recovery -> recovery.id().equals(log.recoveryId()))
        .filter(recovery -> recovery.action() == Recovery.Action.ROLLBACK)
        .isPresent();
  }

  private static boolean covered(ClusterView view, ArchivedLog log) {
    return log.lastIndex() == 0
        || recovered(view, log).map(position -> compare(position, log) >= 0).orElse(false);
  }

  /** How far that generation's data is continued; empty where it is not, or nobody knows. */
  static Optional<SnapshotManifest.Position> recovered(ClusterView view, ArchivedLog log) {
    return view.lineage().ancestors().stream()
        .filter(fork -> fork.parent().equals(log.generation()))
        .map(Fork::snapshot)
        .reduce((earlier, later) -> later)
        .flatMap(
            id ->
                view.records().snapshots().stream()
                    .filter(record -> record.id().equals(id))
                    .map(SnapshotRecord::manifest)
                    .map(SnapshotManifest::position)
                    .findFirst());
  }

  private static int compare(SnapshotManifest.Position position, ArchivedLog log) {
    int byTerm = Long.compare(position.raftTerm(), log.lastTerm());
    return byTerm != 0 ? byTerm : Long.compare(position.raftIndex(), log.lastIndex());
  }
}
