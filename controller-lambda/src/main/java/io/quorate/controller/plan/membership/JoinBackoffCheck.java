package io.quorate.controller.plan.membership;

import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.JoiningRelease;
import io.quorate.controller.plan.facts.PlanChoice;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.MemberId;
import io.quorate.state.JoinBackoff;
import java.util.Optional;

/**
 * Whether a node may be told to join: not during its join backoff, nor before it has a release that
 * reads what the voters write.
 */
public final class JoinBackoffCheck {
  private JoinBackoffCheck() {}

  /** The plan to join; a rest while the node may not. */
  public static Optional<Plan> join(
      ClusterState clusterState,
      ObservedNode node,
      Optional<MemberId> formerMember,
      Reason reason) {
    return joinBackoff(clusterState, node)
        .map(wait -> waiting(clusterState, node, wait))
        .or(
            () ->
                JoiningRelease.unreadable(clusterState, node)
                    .map(
                        why ->
                            PlanChoice.rest(
                                clusterState, Reason.of("JOIN_WAITS_FOR_RELEASE", why))))
        .or(() -> Optional.of(JoinPolicy.start(clusterState, node, formerMember, reason)));
  }

  /** The join backoff of a node, while it lasts. */
  public static Optional<JoinBackoff> joinBackoff(ClusterState clusterState, ObservedNode node) {
    return Optional.ofNullable(
            clusterState.status().joinBackoffs().get(node.heartbeat().instance()))
        .filter(joinBackoff -> clusterState.view().observedAt().isBefore(joinBackoff.notBefore()));
  }

  private static Plan waiting(
      ClusterState clusterState, ObservedNode node, JoinBackoff joinBackoff) {
    Reason reason =
        Reason.of(
            "JOIN_BACKOFF",
            node.heartbeat().instance()
                + " failed to join "
                + joinBackoff.failures()
                + " times; next try at "
                + joinBackoff.notBefore());
    return PlanChoice.rest(clusterState, reason);
  }
}
