package io.quorate.controller.plan.recovery;

import io.quorate.controller.plan.snapshots.SnapshotAgreement;
import io.quorate.controller.view.ClusterView;
import io.quorate.model.Generation;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.Fork;
import io.quorate.state.Lineage;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which snapshots of the catalogue may be restored, best first.
 *
 * <ol>
 *   <li>Those of the current generation, and of each ancestor up to the lowest fork revision on the
 *       way to it: what an ancestor wrote after its fork was abandoned, and stays so.
 *   <li>The very snapshot that a generation on the way was restored from, always.
 *   <li>Never one that was found bad or is being deleted; verified or not otherwise.
 *   <li>One whose voter held other data than a majority ({@link SnapshotAgreement}) only where an
 *       operator names it.
 *   <li>The newest generation first, then the highest raft term and index, then the newest id.
 *       Terms and indexes are compared within a generation only.
 * </ol>
 */
public final class EligibleSources {
  private static final Comparator<SnapshotRecord> BEST_FIRST =
      Comparator.comparing((SnapshotRecord record) -> record.id().generation())
          .thenComparingLong(record -> record.manifest().position().raftTerm())
          .thenComparingLong(record -> record.manifest().position().raftIndex())
          .thenComparing(SnapshotRecord::id)
          .reversed();

  private EligibleSources() {}

  /** The snapshots that a recovery may restore by itself, best first. */
  public static List<SnapshotRecord> of(ClusterView view) {
    return of(view.lineage(), SnapshotAgreement.judged(view));
  }

  /** The same of a catalogue that tells already what the comparisons say. */
  public static List<SnapshotRecord> of(Lineage lineage, List<SnapshotRecord> judged) {
    return restorable(lineage, judged).stream().filter(SnapshotRecord::usable).toList();
  }

  /** Those, and besides what only an operator may name, best first. */
  public static List<SnapshotRecord> restorable(ClusterView view) {
    return restorable(view.lineage(), SnapshotAgreement.judged(view));
  }

  private static List<SnapshotRecord> restorable(Lineage lineage, List<SnapshotRecord> catalogue) {
    Map<Generation, Long> bounds = new HashMap<>();
    Set<SnapshotId> restored = new HashSet<>();
    Generation generation = lineage.generation();
    long lowest = Long.MAX_VALUE;
    bounds.put(generation, lowest);
    for (Optional<Fork> fork = fork(lineage, generation);
        fork.isPresent();
        fork = fork(lineage, generation)) {
      lowest = Math.min(lowest, fork.get().forkRevision());
      generation = fork.get().parent();
      restored.add(fork.get().snapshot());
      bounds.put(generation, lowest);
    }
    return catalogue.stream()
        .filter(SnapshotRecord::restorable)
        .filter(record -> record.manifest().uid().equals(lineage.uid()))
        .filter(record -> restored.contains(record.id()) || within(bounds, record.manifest()))
        .sorted(BEST_FIRST)
        .toList();
  }

  private static boolean within(Map<Generation, Long> bounds, SnapshotManifest manifest) {
    return Optional.ofNullable(bounds.get(manifest.id().generation()))
        .filter(bound -> manifest.position().upperRevision() <= bound)
        .isPresent();
  }

  /** A fork's parent is older, so that this way ends. */
  private static Optional<Fork> fork(Lineage lineage, Generation generation) {
    return lineage.ancestors().stream()
        .filter(fork -> fork.generation().equals(generation))
        .findFirst();
  }
}
