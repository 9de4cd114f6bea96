package io.quorate.controller.plan.membership;

import io.quorate.controller.decision.HeartbeatVersion;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.commands.CommandStart;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.DeathProof;
import io.quorate.controller.plan.facts.PlanChoice;
import io.quorate.controller.plan.facts.Rule;
import io.quorate.controller.plan.group.ScaleIn;
import io.quorate.controller.plan.snapshots.SnapshotDue;
import io.quorate.controller.plan.voters.Durability;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.InstanceId;
import io.quorate.state.DataState;
import io.quorate.state.OpenCommand;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Replaces voters without a disk while their etcds still vote: a majority has lost its directories
 * (ADR 21). Each of those etcds ends by itself soon, and the quorum with them, so that waiting
 * never helps.
 *
 * <ol>
 *   <li>Not before a snapshot was begun, and never the node that takes it.
 *   <li>Only a voter whose directory is gone: any other data may be salvaged.
 *   <li>Only while those that remain and prove a quorum now are a quorum of all that remain.
 *   <li>Followers before the leader.
 * </ol>
 */
public final class ReplaceUndurableVoter implements Rule {
  @Override
  public boolean restsForAll() {
    return false;
  }

  @Override
  public String code() {
    return "REPLACE_UNDURABLE_VOTER";
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    if (!Durability.onlyInMemory(clusterState)
        || !SnapshotDue.rescueBegun(clusterState)
        || !(clusterState.view().group() instanceof GroupView.Observed)
        || ScaleIn.surplus(clusterState)) {
      return Optional.empty();
    }
    return PlanChoice.firstThatActs(
        clusterState.deaths().all().stream()
            .flatMap(death -> rescuable(clusterState, death).stream())
            .filter(death -> Durability.keptInMemoryWithout(clusterState, death.member().id()))
            .sorted(
                Comparator.comparing((DeathProof.DataUnusable death) -> leads(clusterState, death))
                    .thenComparing(death -> death.member().id()))
            .flatMap(death -> rejoin(clusterState, death).stream())
            .toList());
  }

  private static Optional<DeathProof.DataUnusable> rescuable(
      ClusterState clusterState, DeathProof death) {
    return switch (death) {
      case DeathProof.DataUnusable unusable ->
          Optional.of(unusable)
              .filter(lost -> lost.data() == DataState.LOST)
              .filter(lost -> !takesSnapshot(clusterState, lost.instance()))
              .filter(lost -> !clusterState.status().group().leaves(lost.instance()));
      case DeathProof.Forgotten forgotten -> Optional.empty();
      case DeathProof.InstanceTerminated terminated -> Optional.empty();
    };
  }

  private static boolean takesSnapshot(ClusterState clusterState, InstanceId instance) {
    return clusterState
        .status()
        .tasks()
        .open()
        .map(OpenCommand::executor)
        .filter(instance::equals)
        .isPresent();
  }

  private static boolean leads(ClusterState clusterState, DeathProof death) {
    return clusterState
        .quorum()
        .answeringLeader()
        .filter(leader -> leader.heartbeat().instance().equals(death.instance()))
        .isPresent();
  }

  private static Optional<Plan> rejoin(ClusterState clusterState, DeathProof.DataUnusable death) {
    Reason reason =
        Reason.of(
                "MAJORITY_NOT_DURABLE",
                "member "
                    + death.member().id()
                    + " on "
                    + death.instance()
                    + " votes without its directory, as a majority does: it is replaced while the"
                    + " others still vote")
            .and("member", death.member().id())
            .and("instance", death.instance())
            .and("provingVoters", Durability.proving(clusterState).size())
            .and("healthyVoters", clusterState.quorum().healthyVoters().size());
    return clusterState
        .node(death.instance())
        .filter(clusterState.health()::present)
        .filter(clusterState.health()::fits)
        .flatMap(
            node ->
                JoinBackoffCheck.join(clusterState, node, Optional.of(death.member().id()), reason))
        .map(plan -> CommandStart.provenBy(death, clusterState, plan))
        .map(plan -> restingOnAll(clusterState, plan));
  }

  /** Besides, on the reports of all voters that prove the quorum. */
  private static Plan restingOnAll(ClusterState clusterState, Plan plan) {
    if (!CommandStart.startsChange(plan)) {
      return plan;
    }
    Map<InstanceId, HeartbeatVersion> heartbeatEvidence = new HashMap<>(plan.heartbeatEvidence());
    for (ObservedNode node : Durability.proving(clusterState)) {
      heartbeatEvidence.putIfAbsent(
          node.heartbeat().instance(), HeartbeatVersion.of(node.heartbeat()));
    }
    return new Plan(plan.decision(), plan.status(), heartbeatEvidence);
  }
}
