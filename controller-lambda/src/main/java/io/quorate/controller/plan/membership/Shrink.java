package io.quorate.controller.plan.membership;

import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.PlanChoice;
import io.quorate.controller.plan.facts.Rule;
import io.quorate.controller.plan.group.ScaleIn;
import io.quorate.controller.plan.group.ScaleInVictim;
import io.quorate.controller.plan.group.ScaleInVictim.Choice;
import io.quorate.controller.plan.instances.TerminateLeaver;
import io.quorate.controller.plan.instances.TerminationPlans;
import io.quorate.controller.view.GroupView;
import io.quorate.state.JoinBackoff;
import java.util.Optional;

/**
 * Releases one instance if the group holds more than desired, or if a detached one still votes
 * beside as many voters as desired. A member is told to leave first, and recorded as leaving in the
 * same transaction, so that nobody joins it again; {@link TerminateLeaver} ends it. An instance
 * without a member is terminated at once. The group itself terminates nothing: its instances are
 * protected from scale-in.
 */
public final class Shrink implements Rule {
  /** An instance that cannot leave yet does not delay a join. */
  @Override
  public boolean restsForAll() {
    return false;
  }

  @Override
  public String code() {
    return "SHRINK";
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    return ScaleInVictim.of(clusterState)
        .map(
            choice ->
                switch (choice) {
                  case Choice.NonMember spare -> terminate(clusterState, spare);
                  case Choice.Member member -> leave(clusterState, member);
                  case Choice.Nobody nobody -> waits(clusterState, nobody.why());
                });
  }

  private static Plan terminate(ClusterState clusterState, Choice.NonMember spare) {
    Reason reason =
        Reason.of(
                "SURPLUS_NON_MEMBER",
                desired(clusterState) + ": " + spare.instance() + " holds no member and goes first")
            .and("instance", spare.instance());
    return TerminationPlans.intend(clusterState, spare.instance(), reason);
  }

  private static Plan leave(ClusterState clusterState, Choice.Member chosen) {
    Optional<JoinBackoff> backoff = JoinBackoffCheck.joinBackoff(clusterState, chosen.node());
    if (backoff.isPresent()) {
      return waits(
          clusterState,
          chosen.node().heartbeat().instance()
              + " failed to leave "
              + backoff.get().failures()
              + " times; next try at "
              + backoff.get().notBefore());
    }
    Reason reason =
        Reason.of(
                "SURPLUS_MEMBER",
                desired(clusterState)
                    + ": "
                    + chosen.node().heartbeat().instance()
                    + " leaves, "
                    + chosen.why())
            .and("member", chosen.member())
            .and("instance", chosen.node().heartbeat().instance());
    return LeavePolicy.forGood(clusterState, chosen.node(), chosen.member(), reason);
  }

  private static Plan waits(ClusterState clusterState, String why) {
    return PlanChoice.rest(
        clusterState,
        Reason.of("SHRINK_WAITS", desired(clusterState) + ", and nobody leaves yet: " + why));
  }

  private static String desired(ClusterState clusterState) {
    String group = clusterState.view().spec().group();
    return switch (clusterState.view().group()) {
      case GroupView.Unknown unknown -> "group " + group + " is unknown";
      case GroupView.Observed seen ->
          "group "
              + group
              + " wants "
              + seen.desired()
              + (ScaleIn.surplus(clusterState)
                  ? " instances and holds more"
                  : " instances, and as many voters serve in it");
    };
  }
}
