package io.quorate.controller.plan.instances;

import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.decision.RequestReplacement;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.ForgottenInstances;
import io.quorate.controller.plan.facts.Rule;
import io.quorate.controller.plan.group.RecordedTerminations;
import io.quorate.model.InstanceId;
import io.quorate.state.Termination;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Requests a replacement for an instance that EC2 has shown terminated, or has forgotten, and that
 * its group still lists: the group releases it and launches another. With ReplaceUnhealthy
 * suspended the group never does so by itself.
 *
 * <p>EC2's report, or its silence about it for an hour, is the only evidence. The instance is gone,
 * so no vote and no data can be lost: the rule needs no quorum, no heartbeat and no fleet, and
 * waits for no open operation (ADR 13).
 *
 * <ol>
 *   <li>The tombstone counts, because EC2 forgets; no replacement is requested for an instance that
 *       is not terminated.
 *   <li>Each request is recorded before the call.
 *   <li>The group is asked again after a pause while its listing still shows the instance.
 * </ol>
 */
public final class ReplaceTerminatedInstance implements Rule {
  @Override
  public String code() {
    return "REPLACE_TERMINATED_INSTANCE";
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    Instant now = clusterState.view().observedAt();
    return OwedReplacements.owed(clusterState).stream()
        .map(instance -> intent(clusterState, instance))
        .filter(intent -> !RecordedTerminations.askedJustNow(intent, now))
        .findFirst()
        .map(intent -> replacementRequest(clusterState, intent));
  }

  private static Termination intent(ClusterState clusterState, InstanceId instance) {
    return clusterState.status().replacementRequests().stream()
        .filter(intent -> intent.instance().equals(instance))
        .findFirst()
        .orElseGet(
            () ->
                Termination.decided(
                    instance,
                    ForgottenInstances.words(clusterState, instance)
                        + ", but group "
                        + clusterState.view().spec().group()
                        + " still lists it",
                    clusterState.view().observedAt()));
  }

  private static Plan replacementRequest(ClusterState clusterState, Termination intent) {
    Termination asked = intent.asked(clusterState.view().observedAt());
    List<Termination> next = new ArrayList<>(clusterState.status().replacementRequests());
    next.removeIf(other -> other.instance().equals(intent.instance()));
    next.add(asked);
    Reason reason =
        Reason.of(
                "TERMINATED_IN_GROUP",
                intent.because() + ": it is told, and launches another where it wants one")
            .and("instance", intent.instance());
    return new Plan(
        new RequestReplacement(reason, asked),
        clusterState.status().withReplacementRequests(next),
        Map.of());
  }
}
