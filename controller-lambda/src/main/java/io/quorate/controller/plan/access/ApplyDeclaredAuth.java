package io.quorate.controller.plan.access;

import io.quorate.command.CommandKind;
import io.quorate.command.Lane;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.plan.commands.CommandBackoff;
import io.quorate.controller.plan.commands.MaintenanceExecutors;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.Rule;
import io.quorate.controller.plan.voters.ClosedVoters;
import java.time.Duration;
import java.util.Optional;

/**
 * Has one voter apply the access control that the spec asks for, or look whether etcd still has it;
 * {@link AuthDue} tells which is due.
 */
public final class ApplyDeclaredAuth implements Rule {
  /** After a failure, while no client is served before it has succeeded. */
  private static final Duration WHILE_CLOSED = Duration.ofSeconds(10);

  @Override
  public String code() {
    return "APPLY_AUTH";
  }

  @Override
  public boolean besideRest() {
    return true;
  }

  /** Where clients wait for it, it is the end of a bootstrap or a recovery that was begun. */
  @Override
  public boolean heldByPause(ClusterState clusterState, Plan plan) {
    return ClosedVoters.of(clusterState).isEmpty();
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    boolean waits =
        clusterState.status().open(Lane.MAINTENANCE).isPresent()
            || (ClosedVoters.of(clusterState).isEmpty()
                ? CommandBackoff.waits(clusterState, CommandKind.APPLY_AUTH)
                : CommandBackoff.waits(clusterState, CommandKind.APPLY_AUTH, WHILE_CLOSED));
    return waits
        ? Optional.empty()
        : AuthDue.of(clusterState)
            .flatMap(
                due ->
                    MaintenanceExecutors.choose(
                            clusterState, CommandKind.APPLY_AUTH, true, instance -> true)
                        .map(
                            node ->
                                ApplyAuthPolicy.plan(clusterState, node, due, Optional.empty())));
  }
}
