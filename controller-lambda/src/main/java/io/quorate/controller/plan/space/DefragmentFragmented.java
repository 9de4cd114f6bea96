package io.quorate.controller.plan.space;

import io.quorate.command.CommandKind;
import io.quorate.command.Lane;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.commands.CommandBackoff;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.Rule;
import java.util.Optional;

/** Defragments one voter whose database has many free pages; {@link Fragmentation} tells which. */
public final class DefragmentFragmented implements Rule {
  @Override
  public String code() {
    return "DEFRAGMENT_FRAGMENTED";
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    if (clusterState.status().open(Lane.MAINTENANCE).isPresent()
        || clusterState.status().open(Lane.MEMBERSHIP).isPresent()
        || CommandBackoff.waits(clusterState, CommandKind.DEFRAGMENT)) {
      return Optional.empty();
    }
    return Fragmentation.due(clusterState)
        .filter(node -> DefragmentPolicy.ready(clusterState, node))
        .map(
            node ->
                DefragmentPolicy.plan(
                    clusterState,
                    node,
                    Reason.of(
                        "FRAGMENTED",
                        node.heartbeat().instance()
                            + " has more free pages than maintenance.defragment leaves"),
                    Optional.empty()));
  }
}
