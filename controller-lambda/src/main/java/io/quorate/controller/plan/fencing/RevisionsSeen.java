package io.quorate.controller.plan.fencing;

import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.PlausibleNumbers;
import io.quorate.controller.view.ObservedNode;
import io.quorate.state.GenerationSource;
import io.quorate.state.Heartbeat;
import io.quorate.state.MemberStatus;
import io.quorate.state.Reached;
import java.util.stream.LongStream;

/**
 * The highest revision that was ever seen, of any generation and by whomever: the next generation
 * begins so far above it that no watcher and no cache can be fooled, not even by writes that nobody
 * reported. A number that the cluster cannot have reached counts as far as it can have come, for
 * agents write rows and manifests.
 */
public final class RevisionsSeen {
  private RevisionsSeen() {}

  /** The highest revision that a node ever reported. */
  public static long reported(ClusterState clusterState) {
    LongStream rows =
        clusterState.nodes().stream().map(ObservedNode::heartbeat).mapToLong(RevisionsSeen::of);
    return plausible(
        clusterState,
        Math.max(clusterState.status().data().reached().revisionSeen(), rows.max().orElse(0)));
  }

  /**
   * The highest revision of what was reported, of any snapshot, and of any generation's beginning,
   * whether or not it ever served.
   */
  public static long highest(ClusterState clusterState) {
    LongStream snapshots =
        clusterState.view().records().snapshots().stream()
            .mapToLong(record -> record.manifest().position().upperRevision());
    LongStream begun =
        clusterState.view().lineage().bootstrap().stream()
            .flatMap(bootstrap -> bootstrap.source().stream())
            .mapToLong(GenerationSource::targetRevision);
    return LongStream.of(
            reported(clusterState),
            plausible(clusterState, snapshots.max().orElse(0)),
            begun.max().orElse(0))
        .max()
        .orElse(0);
  }

  private static long plausible(ClusterState clusterState, long revision) {
    return Math.min(revision, PlausibleNumbers.revision(clusterState.view()));
  }

  /** What the rows add to how far the cluster is known to have gone. */
  public static Reached reached(ClusterState clusterState) {
    Reached reached = clusterState.status().data().reached();
    for (ObservedNode node : clusterState.nodes()) {
      Heartbeat row = node.heartbeat();
      reached =
          reached.with(
              row.identity().map(identity -> identity.generation()).orElse(reached.generation()),
              row.status().map(MemberStatus::raftTerm).orElse(row.watermark().term()),
              row.status().map(MemberStatus::raftIndex).orElse(row.watermark().index()),
              plausible(clusterState, of(row)));
    }
    return reached;
  }

  private static long of(Heartbeat row) {
    return Math.max(
        row.report().revisionSeen(), row.status().map(MemberStatus::revision).orElse(0L));
  }
}
