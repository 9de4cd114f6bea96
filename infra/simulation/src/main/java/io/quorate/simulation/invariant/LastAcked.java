package io.quorate.simulation.invariant;

import io.quorate.simulation.etcd.DataDirectory;
import io.quorate.simulation.node.Node;
import io.quorate.simulation.run.ClusterSite;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The last acknowledged write's place in the log. By raft a log that has this entry has all before
 * it; so that one comparison tells whether a disk has every acknowledged write.
 */
final class LastAcked {
  private final ClusterSite site;
  private final Set<String> keys = new HashSet<>();
  private int taken;
  private DataDirectory.Position last = new DataDirectory.Position(0, 0);

  LastAcked(ClusterSite site) {
    this.site = site;
  }

  /** Its place, as last looked. */
  DataDirectory.Position place() {
    return last;
  }

  /** Looks again: whichever process has written furthest tells. */
  void look() {
    List<String> all = site.clients().acknowledged();
    keys.addAll(all.subList(taken, all.size()));
    taken = all.size();
    for (Node node : site.fleet().nodes()) {
      node.machine()
          .etcd()
          .map(etcd -> etcd.spec().directory())
          .flatMap(directory -> directory.lastWriteOf(keys))
          .filter(found -> found.index() > last.index())
          .ifPresent(found -> last = found);
    }
  }
}
