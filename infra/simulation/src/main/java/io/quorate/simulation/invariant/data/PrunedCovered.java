package io.quorate.simulation.invariant.data;

import io.quorate.etcdmodel.ModelDirectory;
import io.quorate.etcdmodel.SavedSnapshot;
import io.quorate.simulation.bucket.BucketModel;
import io.quorate.simulation.invariant.judge.EventInvariant;
import io.quorate.simulation.node.Machine;
import io.quorate.simulation.world.SimCluster;
import io.quorate.simulation.world.SimWorld;
import java.util.Set;
import java.util.TreeSet;

/**
 * I6: an agent deletes an archived directory only when a snapshot in the bucket holds every
 * acknowledged write that the directory holds.
 */
public final class PrunedCovered extends EventInvariant {
  private final SimWorld world;
  private final SimCluster simCluster;

  public PrunedCovered(SimWorld world, SimCluster simCluster) {
    super("I6 PRUNED_COVERED", world);
    this.world = world;
    this.simCluster = simCluster;
  }

  /** Judges the deletion of an archived directory. */
  public void pruned(Machine machine, ModelDirectory directory) {
    Set<String> missing = new TreeSet<>(simCluster.clients().acknowledged());
    missing.retainAll(directory.salvaged().map(SavedSnapshot::keys).orElse(Set.of()));
    world.bucket().under(simCluster.name() + "/").values().stream()
        .map(BucketModel.Stored::content)
        .filter(BucketModel.Content.Manifest.class::isInstance)
        .map(content -> ((BucketModel.Content.Manifest) content).manifest())
        .flatMap(manifest -> world.bucket().uploaded(manifest).stream())
        .forEach(snapshot -> missing.removeAll(snapshot.keys()));
    if (!missing.isEmpty()) {
      breaks(
          machine.instance().id()
              + " deletes a directory of "
              + directory.summary()
              + " with "
              + missing.size()
              + " acknowledged writes that no snapshot holds, the first "
              + missing.iterator().next());
    }
  }
}
