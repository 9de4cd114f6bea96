package io.quorate.controller.plan;

import io.quorate.controller.view.ClusterView;
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
        .flatMap(node -> proof(situation, node.heartbeat()).stream())
        .findFirst();
  }

  private static Optional<OlderTable> proof(Situation situation, Heartbeat row) {
    ClusterView view = situation.view();
    return OlderTable.proof(row, view.issued(), view.observedAt())
        .or(
            () ->
                newerLineage(view.lineage(), row)
                    .map(evidence -> new OlderTable(evidence, view.observedAt())));
  }

  private static Optional<String> newerLineage(Lineage lineage, Heartbeat row) {
    if (lineage.generation().before(row.seenGeneration())) {
      return Optional.of(
          OlderTable.words(row, "generation", row.seenGeneration(), lineage.generation()));
    }
    return row.identity()
        .filter(identity -> !identity.uid().equals(lineage.uid()))
        .map(identity -> OlderTable.words(row, "UID", identity.uid(), lineage.uid()));
  }
}
