package io.quorate.controller.plan.recovery;

import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.fencing.FenceSet;
import io.quorate.controller.plan.fencing.FencingStart;
import io.quorate.controller.plan.fencing.HolderEnd;
import io.quorate.controller.plan.fencing.RevisionsSeen;
import io.quorate.controller.plan.group.UnregisteredInstances;
import io.quorate.controller.view.ClusterView;
import io.quorate.model.InstanceId;
import io.quorate.recovery.Approval;
import io.quorate.recovery.Recovery;
import io.quorate.recovery.RecoverySource;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.Lineage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What it takes to roll a cluster back to a snapshot: everyone who holds data is fenced, and the
 * snapshot begins the next generation. What was written since is given up, so that:
 *
 * <ol>
 *   <li>the snapshot is of this cluster, and was restored in isolation and found right;
 *   <li>everyone who may hold data is known, and is gone or can be fenced now;
 *   <li>nothing else is under way: no recovery, no operation, no recorded termination;
 *   <li>the operator names the hash of exactly this: cluster, generation, each holder's intended
 *       end, the snapshot and its SHA-256. No times, nothing that exists only later.
 * </ol>
 *
 * @param snapshot the snapshot
 * @param ends what is to become of everyone who may hold data
 * @param hash what the operator confirms, 12 hex digits
 * @param objections why it cannot begin, for people; empty when it can
 * @param revisionNow the highest revision that any node ever reported
 */
public record Rollback(
    SnapshotRecord snapshot,
    Map<InstanceId, Approval.End> ends,
    String hash,
    List<String> objections,
    long revisionNow) {
  public Rollback {
    ends = Collections.unmodifiableMap(new TreeMap<>(ends));
    objections = List.copyOf(objections);
  }

  /** The plan to roll back to a snapshot of the catalogue; empty where that does not list it. */
  public static Optional<Rollback> to(ClusterState clusterState, String wanted) {
    return clusterState.view().records().snapshots().stream()
        .filter(record -> record.id().value().equals(wanted))
        .findFirst()
        .map(record -> plan(clusterState, record));
  }

  private static Rollback plan(ClusterState clusterState, SnapshotRecord record) {
    List<String> objections = new ArrayList<>(ofSnapshot(clusterState, record));
    objections.addAll(underWay(clusterState));
    Map<InstanceId, Approval.End> ends = new TreeMap<>();
    if (clusterState.view().lineage().state() == Lineage.State.COMMITTED) {
      FenceSet holders = FenceSet.of(clusterState);
      objections.addAll(ofHolders(clusterState, holders));
      for (HolderEnd end : holders.ends()) {
        ends.put(
            end.instance(),
            end instanceof HolderEnd.Gone ? Approval.End.GONE : Approval.End.FENCED);
      }
    } else {
      objections.add("the cluster has not begun yet");
    }
    return new Rollback(
        record,
        ends,
        PlanHash.of(
            clusterState.view().lineage(),
            Recovery.Action.ROLLBACK,
            ends,
            Optional.of(RecoverySource.of(record.manifest()))),
        objections,
        RevisionsSeen.reported(clusterState));
  }

  private static List<String> ofSnapshot(ClusterState clusterState, SnapshotRecord record) {
    if (!record.manifest().uid().equals(clusterState.view().lineage().uid())) {
      return List.of("snapshot " + record.id() + " is of another cluster");
    }
    if (record.unreadable().isPresent()) {
      return List.of(
          "snapshot "
              + record.id()
              + " cannot be read: "
              + record.unreadable().get()
              + "; once that is mended: quorate snapshot sync "
              + clusterState.view().cluster());
    }
    return record.state() == SnapshotRecord.State.VERIFIED
        ? List.of()
        : List.of(
            "snapshot "
                + record.id()
                + " is "
                + record.state()
                + ", expected VERIFIED, restored once to prove it: quorate snapshot verify "
                + clusterState.view().cluster()
                + " "
                + record.id()
                + " --wait");
  }

  private static List<String> underWay(ClusterState clusterState) {
    List<String> objections = new ArrayList<>();
    clusterState
        .view()
        .records()
        .recovery()
        .filter(recovery -> recovery.state().running())
        .ifPresent(recovery -> objections.add(recovery.id() + " is " + recovery.state()));
    clusterState
        .status()
        .operation()
        .ifPresent(open -> objections.add("operation " + open.commandId() + " is open"));
    clusterState
        .status()
        .terminations()
        .forEach(mark -> objections.add(mark.instance() + " is to be terminated"));
    return objections;
  }

  private static List<String> ofHolders(ClusterState clusterState, FenceSet holders) {
    List<String> objections = new ArrayList<>(holders.gaps());
    if (UnregisteredInstances.rowsUnread(clusterState)) {
      objections.add("rows of nodes cannot be read; see NODE_ROW_UNREADABLE");
    }
    FencingStart.hindrances(clusterState, holders)
        .forEach(end -> objections.add(end.instance() + " cannot be fenced now: " + end.why()));
    return objections;
  }

  /** The recovery that begins, with everyone to be fenced. */
  public Recovery begun(ClusterView view, boolean keepLeases) {
    Lineage lineage = view.lineage();
    Recovery begun =
        Recovery.rollback(
            "recovery-" + lineage.generation() + "-" + view.nonce(),
            lineage.uid(),
            lineage.generation(),
            view.token(),
            RecoverySource.of(snapshot.manifest()),
            view.observedAt());
    return keepLeases ? begun.keepingLeases() : begun;
  }
}
