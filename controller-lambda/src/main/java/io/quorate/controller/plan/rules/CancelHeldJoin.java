package io.quorate.controller.plan.rules;

import io.quorate.controller.decision.CancelOperation;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.state.ClusterState;
import io.quorate.controller.plan.state.HeldTerminations;
import io.quorate.controller.plan.state.OpenOperation;
import io.quorate.state.Operation;
import java.util.Map;
import java.util.Optional;

/**
 * Asks for the cancel of an open join whose executor the group is about to terminate: a node that
 * became a voter and was then terminated would leave a dead voter that still counts for the quorum.
 * Its hook is answered once the join is closed.
 */
public final class CancelHeldJoin implements Rule {
  @Override
  public String code() {
    return "CANCEL_HELD_JOIN";
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    return HeldTerminations.held(clusterState).stream()
        .flatMap(instance -> HeldTerminations.promoting(clusterState, instance).stream())
        .filter(open -> !open.cancelRequested())
        .filter(open -> OpenOperation.slotHolds(clusterState, open))
        .findFirst()
        .map(open -> cancel(clusterState, open));
  }

  private static Plan cancel(ClusterState clusterState, Operation open) {
    Reason reason =
        Reason.of(
                "JOINER_TERMINATING",
                "the group terminates " + open.executor() + ", whose " + open.kind() + " is open")
            .and("instruction", open.instructionId());
    return new Plan(
        new CancelOperation(reason, open.executor(), open.instructionId()),
        clusterState.status().cancelling(),
        Map.of());
  }
}
