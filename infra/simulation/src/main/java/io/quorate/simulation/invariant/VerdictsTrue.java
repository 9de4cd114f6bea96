package io.quorate.simulation.invariant;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.Verdict;
import io.quorate.simulation.etcd.DataDirectory;
import io.quorate.simulation.node.Node;
import io.quorate.simulation.run.ClusterSite;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * I5: no agent gives up a disk that nobody harmed: neither as damaged, foreign or rolled back, nor
 * as lost while its member's data is there. A false verdict costs a voter, and several a quorum.
 */
final class VerdictsTrue implements Invariant {
  private final ClusterSite site;
  private final Set<Node> judged = new HashSet<>();

  VerdictsTrue(ClusterSite site) {
    this.site = site;
  }

  @Override
  public String name() {
    return "I5 VERDICTS_TRUE";
  }

  @Override
  public Optional<String> broken() {
    for (Node node : site.fleet().nodes()) {
      Optional<Verdict> verdict =
          node.machine().journal().flatMap(AgentJournal::verdict).filter(v -> judged.add(node));
      if (verdict.isPresent() && !node.machine().harmed() && isFalse(verdict.get(), node)) {
        return Optional.of(
            node.machine().instance().id()
                + " concludes "
                + verdict.get()
                + ", but nobody harmed its disk");
      }
    }
    return Optional.empty();
  }

  private static boolean isFalse(Verdict verdict, Node node) {
    return switch (verdict.state()) {
      case ROLLED_BACK, DAMAGED, FOREIGN -> true;
      case LOST ->
          node.machine().journalOnDisk().memberData().flatMap(DataDirectory::summary).isPresent();
      case NONE, INTACT, REMOVED, SUPERSEDED -> false;
    };
  }
}
