package io.quorate.controller.plan.rules;

import io.quorate.controller.decision.CancelOperation;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.state.ClusterState;
import io.quorate.controller.plan.state.OpenOperation;
import io.quorate.state.Operation;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Asks for the open operation's cancel when its executor speaks but has not ended it in time. The
 * agent keeps its own deadline; this is for one that does not.
 */
public final class CancelOverdueOperation implements Rule {
  @Override
  public String code() {
    return "CANCEL_OVERDUE_OPERATION";
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    return clusterState
        .status()
        .operation()
        .filter(open -> !open.cancelRequested())
        .filter(open -> OpenOperation.overdue(clusterState, open, Duration.ZERO))
        .filter(open -> OpenOperation.slotHolds(clusterState, open))
        .filter(
            open ->
                clusterState
                    .node(open.executor())
                    .filter(n -> !clusterState.health().silent(n))
                    .isPresent())
        .map(open -> cancel(clusterState, open));
  }

  private static Plan cancel(ClusterState clusterState, Operation open) {
    Reason reason =
        Reason.of(
                "OPERATION_OVERDUE",
                open.kind() + " on " + open.executor() + " has been open since " + open.since())
            .and("instruction", open.instructionId());
    return new Plan(
        new CancelOperation(reason, open.executor(), open.instructionId()),
        clusterState.status().cancelling(),
        Map.of());
  }
}
