package io.quorate.controller.plan.recovery;

import io.quorate.controller.decision.AdvanceRecovery;
import io.quorate.controller.decision.AnswerRequest;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.decision.RequestChange;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.Rule;
import io.quorate.model.InstanceId;
import io.quorate.recovery.Recovery;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.state.Status;
import io.quorate.state.Termination;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Answers an operator who approves a recovery. The hash has to be that of the plan as it is in this
 * turn; otherwise nothing changes. One transaction stores the approval in the record of the
 * recovery, records the termination of each instance that is accepted lost, and answers the
 * request. It stands before the machine, for an approval is what a recovery may wait for.
 */
public final class ApproveRecovery implements Rule {
  /** The argument that holds the plan's hash. */
  public static final String HASH = "hash";

  @Override
  public String code() {
    return "APPROVE_RECOVERY";
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    return clusterState.view().records().requests().stream()
        .filter(request -> !request.state().closed())
        .filter(request -> request.kind() == RequestKind.APPROVE_RECOVERY)
        .findFirst()
        .map(request -> answer(clusterState, request));
  }

  private static Plan answer(ClusterState clusterState, Request request) {
    RecoveryChoice chosen;
    try {
      chosen = RecoveryChoice.of(request.arguments());
    } catch (IllegalArgumentException e) {
      return refused(clusterState, request, String.valueOf(e.getMessage()));
    }
    RecoveryProposal plan = RecoveryProposal.of(clusterState, chosen);
    if (!plan.objections().isEmpty()) {
      return refused(clusterState, request, String.join("; ", plan.objections()));
    }
    String given = request.arguments().getOrDefault(HASH, "");
    if (!plan.hash().equals(given)) {
      return refused(
          clusterState,
          request,
          "the hash of this plan is not '"
              + given
              + "': what is known of the holders or of the source has changed since it was shown;"
              + " look at the plan again: quorate recover plan "
              + clusterState.view().cluster());
    }
    return approved(clusterState, request, plan);
  }

  private static Plan approved(ClusterState clusterState, Request request, RecoveryProposal plan) {
    Instant now = clusterState.view().observedAt();
    Recovery next =
        RecoveryPlanner.approvable(clusterState)
            .approved(plan.approved(request.by(), now))
            .by(clusterState.view().token());
    String words = next.id() + " is approved";
    return new Plan(
        new AdvanceRecovery(
            Reason.of("RECOVERY_APPROVED", request.by() + " approves " + next.id())
                .and("hash", plan.hash())
                .and("acceptedLost", plan.acceptedLost())
                .and("source", plan.source().map(it -> it.snapshot().value()).orElse("DISKS")),
            next,
            Optional.empty(),
            Optional.of(
                new RequestChange(
                    request,
                    request.in(Request.State.DONE, words, Map.of("recovery", next.id()))))),
        terminating(clusterState, request, plan.acceptedLost()),
        Map.of());
  }

  /** Recorded before any is performed. */
  private static Status terminating(
      ClusterState clusterState, Request request, List<InstanceId> lost) {
    Status status = clusterState.status();
    List<Termination> all = new ArrayList<>(status.terminations());
    lost.stream()
        .filter(instance -> !status.terminating(instance))
        .forEach(
            instance ->
                all.add(
                    Termination.decided(
                        instance,
                        request.by() + " gave up the data of " + instance,
                        clusterState.view().observedAt())));
    return status.withTerminations(all);
  }

  private static Plan refused(ClusterState clusterState, Request request, String words) {
    return new Plan(AnswerRequest.refused(request, words), clusterState.status(), Map.of());
  }
}
