package io.quorate.controller.plan.lifecycle;

import io.quorate.controller.decision.AnswerRequest;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.Rule;
import io.quorate.request.Request;
import java.util.Map;
import java.util.Optional;

/**
 * Refuses, while the cluster is paused, an operator's request that would begin a change: one that
 * waited would be carried out at a time that nobody chose.
 */
public final class RefuseWhilePaused implements Rule {
  @Override
  public String code() {
    return "REFUSE_WHILE_PAUSED";
  }

  /** It is the pause itself. */
  @Override
  public boolean heldByPause(ClusterState clusterState, Plan plan) {
    return false;
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    return clusterState.paused()
        ? clusterState.view().records().requests().stream()
            .filter(request -> request.state() == Request.State.OPEN)
            .filter(RefuseWhilePaused::changes)
            .findFirst()
            .map(request -> refuse(clusterState, request))
        : Optional.empty();
  }

  private static boolean changes(Request request) {
    return switch (request.kind()) {
      case APPROVE_RECOVERY,
          RESTORE_SNAPSHOT,
          COMPACT,
          DEFRAGMENT,
          REPLACE_NODES,
          APPROVE_UPGRADE,
          RESTART_MEMBERS ->
          true;
      case TAKE_SNAPSHOT,
          VERIFY_SNAPSHOT,
          PIN_SNAPSHOT,
          DELETE_SNAPSHOT,
          SYNC_SNAPSHOTS,
          ACKNOWLEDGE_RECOVERY,
          REBUILD_LINEAGE,
          ISSUE_CERTIFICATE,
          COMPARE_DATA,
          REFRESH_AUTH ->
          false;
    };
  }

  private static Plan refuse(ClusterState clusterState, Request request) {
    return new Plan(
        AnswerRequest.refused(
            request,
            "the cluster is paused, "
                + Pauses.words(clusterState)
                + ". Nothing begins before that ends: "
                + Pauses.end(clusterState)
                + ", then ask again"),
        clusterState.status(),
        Map.of());
  }
}
