package io.quorate.controller.plan;

import io.quorate.controller.view.Node;
import io.quorate.state.Heartbeat;
import io.quorate.state.Lineage;
import java.util.Map;
import java.util.Optional;

/**
 * Halts when a node has seen a newer generation or fencing token than the table holds, or holds
 * data of another UID: the table was restored or emptied, and nobody is instructed downward.
 */
final class HaltOnOlderTable implements Rule {
  @Override
  public Optional<Plan> consider(Situation situation) {
    return situation.nodes().stream()
        .flatMap(node -> contradiction(situation, node).stream())
        .findFirst()
        .map(reason -> new Plan(new Decision.Halt(reason), situation.status(), Map.of()));
  }

  static Optional<Reason> contradiction(Situation situation, Node node) {
    Heartbeat heartbeat = node.heartbeat();
    Lineage lineage = situation.view().lineage();
    if (lineage.generation().before(heartbeat.seenGeneration())) {
      return Optional.of(
          older(heartbeat, "generation", heartbeat.seenGeneration(), lineage.generation()));
    }
    if (situation.view().token().before(heartbeat.seenToken())) {
      return Optional.of(
          older(heartbeat, "fencing token", heartbeat.seenToken(), situation.view().token()));
    }
    return heartbeat
        .identity()
        .filter(identity -> !identity.uid().equals(lineage.uid()))
        .map(identity -> older(heartbeat, "UID", identity.uid(), lineage.uid()));
  }

  private static Reason older(Heartbeat heartbeat, String what, Object seen, Object held) {
    return Reason.of(
            "TABLE_ROLLED_BACK",
            "node "
                + heartbeat.instance()
                + " has seen "
                + what
                + " "
                + seen
                + ", the table holds "
                + held
                + ": it was restored or emptied; see docs/operations.md, TABLE_ROLLED_BACK")
        .and("instance", heartbeat.instance())
        .and("seen", seen)
        .and("held", held);
  }
}
