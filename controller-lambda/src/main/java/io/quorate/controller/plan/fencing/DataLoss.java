package io.quorate.controller.plan.fencing;

import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.voters.QuorumLoss;
import io.quorate.controller.plan.voters.RefusedAgents;
import io.quorate.state.Lineage;
import java.util.Optional;

/**
 * Whether the current generation can never serve again by itself: no quorum serves, and either the
 * voters that are proven lost leave fewer than a quorum, or everyone who ever held data is gone.
 * Voters that were told to start, and have just not begun, have lost nothing. Voters whose data is
 * unusable are lost although no instance is gone; the reason to wait then names them. Where the
 * table has lost who votes and who held data, nothing can be told from them: the reason to wait
 * says what is known of each, and only an operator goes on from there.
 */
public final class DataLoss {
  private DataLoss() {}

  /** Why the data seems lost; empty while it does not. */
  public static Optional<String> of(ClusterState clusterState) {
    if (clusterState.view().lineage().state() != Lineage.State.COMMITTED
        || clusterState.status().tableRollback().isPresent()
        || clusterState.quorum().serves()
        || RefusedAgents.proveQuorum(clusterState)
        || clusterState.nodes().stream().anyMatch(clusterState.health()::answering)) {
      return Optional.empty();
    }
    return QuorumLoss.presumed(clusterState)
        .or(() -> everyone(clusterState, FenceSet.of(clusterState)));
  }

  private static Optional<String> everyone(ClusterState clusterState, FenceSet holders) {
    if (holders.allGone()) {
      return Optional.of("everyone who ever held data of this generation is gone");
    }
    if (!holders.recorded() && clusterState.status().proven().isEmpty()) {
      return Optional.of(
          "no quorum is seen to serve, and no record tells who votes, nor who was let have data");
    }
    return Optional.empty();
  }
}
