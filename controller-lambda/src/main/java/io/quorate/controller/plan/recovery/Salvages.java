package io.quorate.controller.plan.recovery;

import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.fencing.FenceSet;
import io.quorate.controller.plan.fencing.HolderEnd;
import io.quorate.controller.view.ClusterView;
import io.quorate.model.InstanceId;
import io.quorate.recovery.Recovery;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotRecord;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;

/**
 * Which fenced directory is salvaged.
 *
 * <ol>
 *   <li>Directories rank by the last term, then the last index, of their logs; never by revision.
 *       Of those that end equal, one whose voter held other data than a majority comes last.
 *   <li>The best one that is not settled is salvaged when no snapshot of this generation reaches
 *       farther; where one was itself salvaged in this recovery, when it does not reach as far.
 *   <li>A directory that is proved bad is left, and the next best source is taken. One that could
 *       not be salvaged is tried again: no lesser source takes its place.
 * </ol>
 */
final class Salvages {
  private static final Comparator<HolderEnd.Fenced> BY_LOG =
      Comparator.comparingLong(HolderEnd.Fenced::lastTerm)
          .thenComparingLong(HolderEnd.Fenced::lastIndex);

  private Salvages() {}

  /** The directory that comes before every snapshot. */
  static Optional<HolderEnd.Fenced> next(
      FenceSet holders,
      Recovery recovery,
      Optional<SnapshotRecord> best,
      Set<InstanceId> differing) {
    return holders.fenced().stream()
        .filter(fenced -> !settled(recovery, fenced.instance()))
        .filter(fenced -> fenced.lastIndex() > 0)
        .max(BY_LOG.thenComparing(fenced -> !differing.contains(fenced.instance())))
        .filter(fenced -> best.filter(source -> wins(source, fenced, recovery)).isEmpty());
  }

  private static boolean settled(Recovery recovery, InstanceId instance) {
    return recovery.salvages().stream()
        .anyMatch(made -> made.instance().equals(instance) && made.settled());
  }

  private static boolean wins(SnapshotRecord source, HolderEnd.Fenced fenced, Recovery recovery) {
    if (!source.id().generation().equals(recovery.generation())) {
      return false;
    }
    SnapshotManifest.Position position = source.manifest().position();
    int byTerm = Long.compare(position.raftTerm(), fenced.lastTerm());
    int order = byTerm != 0 ? byTerm : Long.compare(position.raftIndex(), fenced.lastIndex());
    boolean salvaged =
        recovery.salvages().stream().anyMatch(made -> made.snapshot().equals(source.id()));
    return salvaged ? order >= 0 : order > 0;
  }

  /** Tells a fenced node to salvage its directory. */
  static RecoveryStep begin(ClusterState clusterState, Recovery recovery, HolderEnd.Fenced fenced) {
    ClusterView view = clusterState.view();
    SnapshotId id =
        SnapshotId.of(view.observedAt(), view.lineage().generation(), view.nonce().hashCode());
    return new RecoveryStep.Advance(
        Reason.of(
                "BEST_DIRECTORY",
                "no snapshot reaches farther than the directory of "
                    + fenced.instance()
                    + ": "
                    + fenced.why())
            .and("snapshot", id),
        recovery.salvaging(fenced.instance(), id, view.observedAt()).by(view.token()),
        Optional.empty());
  }
}
