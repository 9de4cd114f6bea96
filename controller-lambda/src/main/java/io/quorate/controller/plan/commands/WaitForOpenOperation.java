package io.quorate.controller.plan.commands;

import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.PlanChoice;
import io.quorate.controller.plan.facts.Rule;
import io.quorate.controller.plan.group.NonMembers;
import io.quorate.controller.plan.group.RecordedTerminations;
import io.quorate.state.OpenCommand;
import java.util.List;
import java.util.Optional;

/** While a change or a termination is under way, nothing else is begun (I3). */
public final class WaitForOpenOperation implements Rule {
  @Override
  public String code() {
    return "WAIT_FOR_OPEN_OPERATION";
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    Optional<Reason> operation =
        clusterState.status().operation().map(WaitForOpenOperation::operation);
    return operation
        .or(() -> termination(clusterState))
        .map(reason -> PlanChoice.rest(clusterState, reason));
  }

  private static Reason operation(OpenCommand open) {
    return Reason.of(
            "OPERATION_OPEN",
            open.kind()
                + " on "
                + open.executor()
                + " is open since "
                + open.since()
                + (open.cancelRequested() ? ", its cancel asked for" : ""))
        .and("instruction", open.commandId());
  }

  /**
   * A termination that is held back does not stop the repair of other members, because it waits for
   * that repair; nor does one that Auto Scaling does not accept, because that may last. The
   * termination of a node that left delays nothing, because no quorum needs that node.
   */
  private static Optional<Reason> termination(ClusterState clusterState) {
    List<String> names =
        clusterState.status().terminations().stream()
            .filter(intent -> !RecordedTerminations.heldBack(clusterState, intent))
            .filter(intent -> !RecordedTerminations.failing(clusterState, intent))
            .filter(intent -> !NonMembers.left(clusterState, intent.instance()))
            .map(intent -> intent.instance().value())
            .toList();
    return names.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Reason.of(
                "TERMINATION_UNDER_WAY",
                String.join(", ", names) + " is being terminated: awaited is EC2's terminated"));
  }
}
