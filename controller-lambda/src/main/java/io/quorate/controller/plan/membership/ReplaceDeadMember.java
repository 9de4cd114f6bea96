package io.quorate.controller.plan.membership;

import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.commands.CommandStart;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.DeathProof;
import io.quorate.controller.plan.facts.FleetBreakerPolicy;
import io.quorate.controller.plan.facts.PlanChoice;
import io.quorate.controller.plan.facts.Rule;
import io.quorate.controller.plan.group.ScaleIn;
import io.quorate.controller.plan.instances.DamagedDisks;
import io.quorate.controller.plan.space.JoinRoom;
import io.quorate.controller.view.GroupView;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.state.DataState;
import java.util.Comparator;
import java.util.Optional;

/**
 * Removes a member that is proven dead, while the others keep their quorum without it (I2).
 *
 * <ol>
 *   <li>Where its own node lives on, that node is told to remove its former member and to join
 *       anew.
 *   <li>Otherwise a healthy voter, the leader for preference, is told to remove it.
 * </ol>
 */
public final class ReplaceDeadMember implements Rule {
  /** A dead member that has to wait does not delay the replacement of a hung node. */
  @Override
  public boolean restsForAll() {
    return false;
  }

  @Override
  public String code() {
    return "REPLACE_DEAD_MEMBER";
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    return PlanChoice.firstThatActs(
        clusterState.deaths().all().stream()
            .sorted(Comparator.comparing(death -> death.member().id()))
            .filter(death -> clusterState.quorum().keptWithout(death.member().id()))
            .flatMap(death -> replace(clusterState, death).stream())
            .toList());
  }

  private static Optional<Plan> replace(ClusterState clusterState, DeathProof death) {
    MemberId member = death.member().id();
    Reason reason =
        Reason.of("MEMBER_DEAD", "member " + member + " is dead: " + death.why())
            .and("member", member)
            .and("instance", death.instance())
            .and("healthyVoters", clusterState.quorum().healthyVoters().size());
    return switch (death) {
      case DeathProof.DataUnusable unusable -> rejoin(clusterState, unusable, reason);
      case DeathProof.Forgotten forgotten -> rejoin(clusterState, forgotten, reason);
      case DeathProof.InstanceTerminated terminated -> remove(clusterState, terminated, reason);
    };
  }

  private static Optional<Plan> rejoin(ClusterState clusterState, DeathProof death, Reason reason) {
    if (StrandedLearners.due(clusterState).isPresent()) {
      return Optional.empty();
    }
    MemberId member = death.member().id();
    Optional<String> breaker =
        damaged(clusterState, death)
            ? FleetBreakerPolicy.why(clusterState.view().fleet())
            : Optional.empty();
    if (breaker.isPresent()) {
      return rest(clusterState, broken(death, breaker.get()));
    }
    return switch (clusterState.view().group()) {
      case GroupView.Unknown unknown ->
          rest(
              clusterState,
              Reason.of(
                  "GROUP_UNKNOWN",
                  "whether " + death.instance() + " may rejoin is unknown: " + unknown.why()));
      case GroupView.Observed group ->
          clusterState
              .node(death.instance())
              .filter(clusterState.health()::present)
              .filter(node -> wanted(clusterState, death.instance()))
              .filter(clusterState.health()::ready)
              .filter(node -> JoinRoom.lacking(clusterState, node).isEmpty())
              .map(
                  node ->
                      JoinBackoffCheck.join(clusterState, node, Optional.of(member), reason)
                          .map(plan -> CommandStart.provenBy(death, clusterState, plan)))
              .orElseGet(() -> remove(clusterState, death, reason));
    };
  }

  /** A release that damages data, or calls it so, would do it to a whole fleet. */
  private static boolean damaged(ClusterState clusterState, DeathProof death) {
    return clusterState
        .node(death.instance())
        .filter(node -> node.heartbeat().data() == DataState.DAMAGED)
        .isPresent();
  }

  private static Reason broken(DeathProof death, String why) {
    return Reason.of(
        "FLEET_BREAKER",
        "not removing " + death.member().id() + " yet: the fleet breaker is on: " + why);
  }

  /** Whether its node is to stay: else its dead member is only removed. */
  private static boolean wanted(ClusterState clusterState, InstanceId instance) {
    return !clusterState.status().group().leaves(instance)
        && !ScaleIn.surplus(clusterState)
        && !DamagedDisks.wornOut(clusterState, instance);
  }

  private static Optional<Plan> rest(ClusterState clusterState, Reason reason) {
    return Optional.of(PlanChoice.rest(clusterState, reason));
  }

  private static Optional<Plan> remove(ClusterState clusterState, DeathProof death, Reason reason) {
    Optional<String> breaker = FleetBreakerPolicy.why(clusterState.view().fleet());
    if (breaker.isPresent()) {
      return rest(clusterState, broken(death, breaker.get()));
    }
    return clusterState
        .quorum()
        .leader()
        .or(() -> clusterState.quorum().healthyVoters().stream().findFirst())
        .map(executor -> RemoveMemberPolicy.dead(clusterState, executor, death, reason));
  }
}
