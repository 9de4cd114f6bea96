package io.quorate.simulation.invariant;

import io.quorate.simulation.node.Node;
import io.quorate.simulation.run.ClusterSite;
import java.util.Optional;

/**
 * No loss of power leaves a journal that its agent cannot read: it would refuse to start, and no
 * other could tell whose the data is.
 */
final class JournalKept implements Invariant {
  private final ClusterSite site;

  JournalKept(ClusterSite site) {
    this.site = site;
  }

  @Override
  public String name() {
    return "JOURNAL_KEPT";
  }

  @Override
  public Optional<String> broken() {
    for (Node node : site.fleet().nodes()) {
      Optional<String> damage = node.machine().journalOnDisk().damage();
      if (damage.isPresent()) {
        return Optional.of(
            "the agent of " + node.machine().instance().id() + " cannot read: " + damage.get());
      }
    }
    return Optional.empty();
  }
}
