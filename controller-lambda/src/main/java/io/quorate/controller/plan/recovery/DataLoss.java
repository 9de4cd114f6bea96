package io.quorate.controller.plan.recovery;

import io.quorate.controller.plan.state.ClusterState;
import io.quorate.controller.plan.state.QuorumLoss;
import io.quorate.state.Lineage;
import java.util.Optional;

/**
 * Whether the current generation can never serve again by itself: no quorum serves, and either the
 * voters that are proven lost leave fewer than a quorum, or everyone who ever held data is gone.
 * While nobody is gone nothing is lost: voters that were told to start have just not begun.
 */
public final class DataLoss {
  private DataLoss() {}

  /** Why the data seems lost; empty while it does not. */
  public static Optional<String> of(ClusterState clusterState) {
    if (clusterState.view().lineage().state() != Lineage.State.COMMITTED
        || clusterState.status().tableRollback().isPresent()
        || clusterState.quorum().serves()
        || clusterState.nodes().stream().anyMatch(clusterState.health()::answering)) {
      return Optional.empty();
    }
    FenceSet holders = FenceSet.of(clusterState);
    if (holders.gone().isEmpty()) {
      return Optional.empty();
    }
    return QuorumLoss.of(clusterState)
        .or(
            () ->
                holders.allGone()
                    ? Optional.of("everyone who ever held data of this generation is gone")
                    : Optional.empty());
  }
}
