package io.quorate.controller.plan.voters;

import io.quorate.controller.decision.AdvanceRecovery;
import io.quorate.controller.decision.CommitBootstrap;
import io.quorate.controller.decision.Halt;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.Membership;
import io.quorate.controller.plan.group.HeldTerminations;
import io.quorate.controller.plan.group.ScaleIn;
import io.quorate.controller.view.GroupView;
import io.quorate.recovery.Recovery;
import io.quorate.state.Lineage;
import io.quorate.state.Phase;
import java.util.Optional;

/** Where a cluster stands after a plan. */
public final class Phases {
  private Phases() {}

  public static Phase of(ClusterState clusterState, Plan plan) {
    if (plan.decision() instanceof Halt) {
      return Phase.HALTED;
    }
    return switch (clusterState.view().lineage().state()) {
      case UNBOOTSTRAPPED ->
          plan.decision() instanceof CommitBootstrap
              ? Phase.BOOTSTRAPPING
              : Phase.WAITING_FOR_NODES;
      case COMMITTING -> Phase.BOOTSTRAPPING;
      case COMMITTED -> bootstrapped(clusterState, plan);
      case DELETED -> Phase.HALTED;
    };
  }

  private static boolean hibernated(ClusterState clusterState, Plan plan) {
    Optional<Recovery> after =
        plan.decision() instanceof AdvanceRecovery advance
            ? Optional.of(advance.next())
            : clusterState.view().records().recovery();
    Lineage lineage = clusterState.view().lineage();
    return after
        .filter(recovery -> recovery.state() == Recovery.State.HIBERNATED)
        .filter(recovery -> recovery.uid().equals(lineage.uid()))
        .filter(recovery -> recovery.generation().equals(lineage.generation()))
        .isPresent();
  }

  private static Phase bootstrapped(ClusterState clusterState, Plan plan) {
    if (hibernated(clusterState, plan)) {
      return Phase.HIBERNATED;
    }
    CountedVoters counted = new CountedVoters(clusterState);
    int voters = counted.all();
    int healthy = counted.healthy();
    if (voters == 0 || healthy < Membership.quorumOf(voters)) {
      if (RefusedAgents.proveQuorum(clusterState)) {
        return Phase.DEGRADED;
      }
      return neverServed(clusterState)
          ? Phase.BOOTSTRAPPING
          : Durability.onlyInMemory(clusterState)
              ? Phase.DEGRADED
              : UnseenQuorum.possible(clusterState) ? Phase.UNSEEN : Phase.NO_QUORUM;
    }
    if (plan.status().operation().isPresent()
        || !plan.status().terminations().isEmpty()
        || !ScaleIn.underWay(clusterState, plan.status().group()).isEmpty()
        || !HeldTerminations.members(clusterState).isEmpty()) {
      return Phase.CHANGING;
    }
    return complete(clusterState, voters, healthy) ? Phase.HEALTHY : Phase.DEGRADED;
  }

  private static boolean neverServed(ClusterState clusterState) {
    return switch (clusterState.view().status().phase()) {
      case WAITING_FOR_NODES, BOOTSTRAPPING -> true;
      case HEALTHY, CHANGING, DEGRADED, UNSEEN, NO_QUORUM, HIBERNATED, HALTED ->
          clusterState.view().lineage().state() != Lineage.State.COMMITTED;
    };
  }

  /** A cluster whose desired capacity is unknown is not complete. */
  private static boolean complete(ClusterState clusterState, int voters, int healthy) {
    boolean asDesired =
        switch (clusterState.view().group()) {
          case GroupView.Observed group -> voters >= group.desired();
          case GroupView.Unknown unknown -> false;
        };
    boolean noLearners =
        clusterState.members().list().map(known -> known.learners().isEmpty()).orElse(false);
    return healthy == voters
        && noLearners
        && asDesired
        && UnansweredVoters.voters(clusterState).isEmpty()
        && ClosedVoters.of(clusterState).isEmpty();
  }
}
