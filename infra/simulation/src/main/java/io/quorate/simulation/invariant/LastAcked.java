package io.quorate.simulation.invariant;

import io.quorate.etcdmodel.ModelDirectory;
import io.quorate.simulation.node.SimNode;
import io.quorate.simulation.run.SimCluster;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The last acknowledged write's place in the log. By raft a log that has this entry has all before
 * it; so that one comparison tells whether a disk has every acknowledged write.
 */
final class LastAcked {
  private final SimCluster simCluster;
  private final Set<String> keys = new HashSet<>();
  private int taken;
  private ModelDirectory.Position last = new ModelDirectory.Position(0, 0);

  LastAcked(SimCluster simCluster) {
    this.simCluster = simCluster;
  }

  /** Its place, as last looked. */
  ModelDirectory.Position place() {
    return last;
  }

  /** Looks again: whichever process has written furthest tells. */
  void look() {
    List<String> all = simCluster.clients().acknowledged();
    keys.addAll(all.subList(taken, all.size()));
    taken = all.size();
    for (SimNode node : simCluster.fleet().nodes()) {
      node.machine()
          .etcd()
          .map(etcd -> etcd.spec().directory())
          .flatMap(directory -> directory.lastWriteOf(keys))
          .filter(found -> found.index() > last.index())
          .ifPresent(found -> last = found);
    }
  }
}
