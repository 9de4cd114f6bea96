package io.quorate.controller.plan.recovery;

import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.fencing.FenceSet;
import io.quorate.controller.plan.fencing.RevisionsSeen;
import io.quorate.controller.plan.fencing.RunningRecovery;
import io.quorate.controller.plan.group.UnregisteredInstances;
import io.quorate.controller.plan.voters.RefusedAgents;
import io.quorate.controller.view.ClusterView;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.recovery.Approval;
import io.quorate.recovery.Recovery;
import io.quorate.recovery.RecoverySource;
import io.quorate.state.BucketUpkeep;
import io.quorate.state.BucketUse;
import io.quorate.state.Lineage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The recovery that an operator can approve now: what is to become of everyone who may hold data,
 * what is restored, and the hash of exactly that. It may be approved when
 *
 * <ol>
 *   <li>no quorum serves, and no recovery has committed the next generation;
 *   <li>everyone who may hold data is known, and is gone, can be fenced, or is accepted lost by
 *       name: such an instance is terminated at EC2, and awaited. Where the table has lost the
 *       record of the holders, the operator says that those who are shown are all;
 *   <li>those that are gone or accepted lost leave fewer than a quorum of the voters, or nobody:
 *       what could serve again by itself is never fenced;
 *   <li>there is a source: the disks of those that are fenced, or a snapshot that may be restored.
 * </ol>
 *
 * @param generation the generation that ends
 * @param holders everyone who may hold data, and what is known of each
 * @param ends what is to become of each; one without an end has an objection
 * @param source the snapshot to restore; empty where the disks that are left are salvaged
 * @param revisionSeen the highest revision that any node ever reported
 * @param noOtherHolder whether the operator says that nobody else may hold data
 * @param membersGivenUp listed members without an instance that the operator gives up
 * @param hash what the operator confirms, 12 hex digits
 * @param cautions what may be wrong about the plan, and does not keep it from being approved
 * @param objections why it cannot be approved, for people; empty when it can
 */
public record RecoveryProposal(
    Generation generation,
    Map<InstanceId, String> holders,
    Map<InstanceId, Approval.End> ends,
    Optional<RecoverySource> source,
    long revisionSeen,
    boolean noOtherHolder,
    Set<MemberId> membersGivenUp,
    String hash,
    List<String> cautions,
    List<String> objections) {
  public RecoveryProposal {
    holders = Collections.unmodifiableMap(new TreeMap<>(holders));
    ends = Collections.unmodifiableMap(new TreeMap<>(ends));
    membersGivenUp = Set.copyOf(membersGivenUp);
    cautions = List.copyOf(cautions);
    objections = List.copyOf(objections);
  }

  /**
   * What can be approved now.
   *
   * @param chosen what the operator gives up, names and says
   */
  public static RecoveryProposal of(ClusterState clusterState, RecoveryChoice chosen) {
    ClusterView view = clusterState.view();
    Lineage lineage = view.lineage();
    List<String> objections = new ArrayList<>(untimely(clusterState));
    Map<InstanceId, String> known = new TreeMap<>();
    IntendedEnds intended = new IntendedEnds(clusterState, chosen);
    ProposedSource source = ProposedSource.NONE;
    if (lineage.state() == Lineage.State.COMMITTED) {
      FenceSet holders = FenceSet.of(clusterState);
      holders.ends().forEach(end -> known.put(end.instance(), end.why()));
      intended = intended.decide(holders);
      objections.addAll(intended.objections());
      source = ProposedSource.of(clusterState, holders, intended.ends(), chosen.snapshot());
      source.objection().ifPresent(objections::add);
    }
    return new RecoveryProposal(
        lineage.generation(),
        known,
        intended.ends(),
        source.snapshot(),
        RevisionsSeen.reported(clusterState),
        chosen.noOtherHolder(),
        chosen.acceptLostMembers(),
        PlanHash.of(
            lineage,
            Recovery.Action.RESEED,
            intended.ends(),
            source.snapshot(),
            chosen.noOtherHolder(),
            chosen.acceptLostMembers()),
        cautions(clusterState),
        objections);
  }

  /** The catalogue may lack a snapshot that stands in the bucket. */
  private static List<String> cautions(ClusterState clusterState) {
    BucketUpkeep bucket = clusterState.status().tasks().bucket();
    Optional<String> away =
        bucket
            .failing(BucketUse.LOOK)
            .map(
                failing ->
                    "the controller could not list the bucket: a newer snapshot may stand there"
                        + " that this plan does not know of: "
                        + failing.why());
    Optional<String> unreadable =
        CatalogueBehind.hidden(clusterState.view())
            .map(
                words ->
                    "snapshots that cannot be read are no source, though one may be newer: "
                        + words);
    return Stream.of(away, unreadable).flatMap(Optional::stream).toList();
  }

  private static List<String> untimely(ClusterState clusterState) {
    ClusterView view = clusterState.view();
    List<String> why = new ArrayList<>();
    if (view.lineage().state() != Lineage.State.COMMITTED) {
      why.add("generation " + view.lineage().generation() + " has not begun yet");
    }
    if (clusterState.quorum().serves()
        || RefusedAgents.proveQuorum(clusterState)
        || clusterState.nodes().stream().anyMatch(clusterState.health()::answering)) {
      why.add(
          "a quorum serves: nothing is to be recovered; to go back to a snapshot: quorate restore "
              + view.cluster());
    }
    if (UnregisteredInstances.rowsUnread(clusterState)) {
      why.add("rows of nodes cannot be read; see NODE_ROW_UNREADABLE");
    }
    RunningRecovery.of(clusterState)
        .flatMap(running -> running.unapprovable(clusterState))
        .ifPresent(why::add);
    return why;
  }

  /** The approval of this plan. */
  public Approval approved(String by, Instant at) {
    return new Approval(hash, by, at, ends, source, noOtherHolder, List.copyOf(membersGivenUp));
  }

  /** The instances whose data is given up. */
  public List<InstanceId> acceptedLost() {
    return ends.entrySet().stream()
        .filter(entry -> entry.getValue() == Approval.End.ACCEPTED_LOST)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** What comes back, and what does not, for people. */
  public String loss() {
    if (source.isEmpty()) {
      return "writes that only the disks of the instances that are gone or given up held; revision "
          + revisionSeen
          + " is the highest that was reported";
    }
    RecoverySource restored = source.get();
    return "writes after "
        + restored.takenAt()
        + ", when the snapshot was taken at revision "
        + restored.revision()
        + "; revision "
        + revisionSeen
        + " is the highest that was reported";
  }
}
