package io.quorate.controller.plan.lifecycle;

import io.quorate.controller.decision.Halt;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.MirrorDifference;
import io.quorate.controller.plan.facts.Rule;
import io.quorate.controller.view.BucketView;
import io.quorate.controller.view.ClusterView;
import io.quorate.state.Heartbeat;
import io.quorate.state.TableRollback;
import java.util.Map;
import java.util.Optional;

/**
 * Halts when a node has seen a newer generation or fencing token than the table holds, or holds
 * data of another UID, or when the bucket's mirror tells of a generation that the table does not
 * know so: the table was restored or emptied, and nobody is instructed downward.
 *
 * <p>The halt outlasts its evidence. Each turn raises the token, so that an old table soon looks as
 * new as the nodes, while what it forgot (an instruction under way, the intent of a termination)
 * may still happen. Only the newer table, or a person's {@code quorate resume}, ends it.
 */
public final class HaltOnTableRollback implements Rule {
  public static final String CODE = "TABLE_ROLLED_BACK";

  @Override
  public String code() {
    return "HALT_ON_TABLE_ROLLBACK";
  }

  /** A halt changes nothing. */
  @Override
  public boolean heldByPause(ClusterState clusterState, Plan plan) {
    return false;
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    return clusterState
        .status()
        .tableRollback()
        .or(() -> proof(clusterState))
        .map(p -> halt(clusterState, p));
  }

  private static Plan halt(ClusterState clusterState, TableRollback proof) {
    Reason reason =
        Reason.of(
            CODE,
            proof.evidence()
                + ": the table was restored or emptied; see docs/operations.md, "
                + CODE);
    return new Plan(
        new Halt(reason), clusterState.status().withTableRollback(Optional.of(proof)), Map.of());
  }

  private static Optional<TableRollback> proof(ClusterState clusterState) {
    return clusterState.nodes().stream()
        .flatMap(node -> proof(clusterState, node.heartbeat()).stream())
        .findFirst()
        .or(() -> mirror(clusterState.view()));
  }

  /** The bucket is looked at now and then only; once seen it is remembered. */
  private static Optional<TableRollback> mirror(ClusterView view) {
    return view.records().bucket() instanceof BucketView.Observed seen
        ? MirrorDifference.of(view.cluster(), view.lineage(), seen.mirror())
            .filter(MirrorDifference.TableOlder.class::isInstance)
            .map(difference -> new TableRollback(difference.words(), view.observedAt()))
        : Optional.empty();
  }

  private static Optional<TableRollback> proof(ClusterState clusterState, Heartbeat row) {
    ClusterView view = clusterState.view();
    return TableRollback.proof(row, view.issued(), view.lineage(), view.observedAt());
  }
}
