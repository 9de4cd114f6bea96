package io.quorate.controller.plan;

import io.quorate.controller.view.Node;
import io.quorate.state.Heartbeat;
import io.quorate.state.Lineage;
import io.quorate.state.OlderTable;
import java.util.Map;
import java.util.Optional;

/**
 * Halts when a node has seen a newer generation or fencing token than the table holds, or holds
 * data of another UID: the table was restored or emptied, and nobody is instructed downward.
 *
 * <p>The halt outlasts its evidence. Each turn raises the token, so that an old table soon looks as
 * new as the nodes, while what it forgot (an instruction under way, the intent of a termination)
 * may still happen. Only the newer table, or a person's {@code quorate resume}, ends it.
 */
final class HaltOnOlderTable implements Rule {
  static final String CODE = "TABLE_ROLLED_BACK";

  @Override
  public Optional<Plan> consider(Situation situation) {
    return situation.status().olderTable().or(() -> proof(situation)).map(p -> halt(situation, p));
  }

  private static Plan halt(Situation situation, OlderTable proof) {
    Reason reason =
        Reason.of(
            CODE,
            proof.evidence()
                + ": the table was restored or emptied; see docs/operations.md, "
                + CODE);
    return new Plan(
        new Decision.Halt(reason), situation.status().withOlderTable(Optional.of(proof)), Map.of());
  }

  private static Optional<OlderTable> proof(Situation situation) {
    return situation.nodes().stream()
        .flatMap(node -> contradiction(situation, node).stream())
        .findFirst()
        .map(evidence -> new OlderTable(evidence, situation.view().observedAt()));
  }

  private static Optional<String> contradiction(Situation situation, Node node) {
    Heartbeat heartbeat = node.heartbeat();
    Lineage lineage = situation.view().lineage();
    if (lineage.generation().before(heartbeat.seenGeneration())) {
      return Optional.of(
          older(heartbeat, "generation", heartbeat.seenGeneration(), lineage.generation()));
    }
    if (situation.view().issued().before(heartbeat.seenToken())) {
      return Optional.of(
          older(heartbeat, "fencing token", heartbeat.seenToken(), situation.view().issued()));
    }
    return heartbeat
        .identity()
        .filter(identity -> !identity.uid().equals(lineage.uid()))
        .map(identity -> older(heartbeat, "UID", identity.uid(), lineage.uid()));
  }

  private static String older(Heartbeat heartbeat, String what, Object seen, Object held) {
    return "node "
        + heartbeat.instance()
        + " had seen "
        + what
        + " "
        + seen
        + ", the table held "
        + held;
  }
}
