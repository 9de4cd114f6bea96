package io.quorate.controller.plan;

import io.quorate.controller.view.GroupView;
import io.quorate.state.Lineage;
import io.quorate.state.Phase;

/** Where a cluster stands after a plan. */
final class Phases {
  private Phases() {}

  static Phase of(Situation situation, Plan plan) {
    if (plan.decision() instanceof Decision.Halt) {
      return Phase.HALTED;
    }
    return switch (situation.view().lineage().state()) {
      case UNBORN ->
          plan.decision() instanceof Decision.DecideBirth
              ? Phase.BOOTSTRAPPING
              : Phase.WAITING_FOR_NODES;
      case COMMITTING -> Phase.BOOTSTRAPPING;
      case COMMITTED -> born(situation, plan);
    };
  }

  private static Phase born(Situation situation, Plan plan) {
    int voters = situation.membership().map(known -> known.voters().size()).orElse(0);
    int healthy = situation.healthyVoters().size();
    if (voters == 0 || healthy < Membership.quorumOf(voters)) {
      return neverServed(situation)
          ? Phase.BOOTSTRAPPING
          : Durability.onlyInMemory(situation) ? Phase.DEGRADED : Phase.NO_QUORUM;
    }
    if (plan.status().operation().isPresent() || !plan.status().terminations().isEmpty()) {
      return Phase.CHANGING;
    }
    return complete(situation, voters, healthy) ? Phase.HEALTHY : Phase.DEGRADED;
  }

  private static boolean neverServed(Situation situation) {
    return switch (situation.view().status().phase()) {
      case WAITING_FOR_NODES, BOOTSTRAPPING -> true;
      case HEALTHY, CHANGING, DEGRADED, NO_QUORUM, HALTED ->
          situation.view().lineage().state() != Lineage.State.COMMITTED;
    };
  }

  /** What is unknown is not complete: nobody knows how many are wished. */
  private static boolean complete(Situation situation, int voters, int healthy) {
    boolean asWished =
        switch (situation.view().group()) {
          case GroupView.Observed group -> voters >= group.desired();
          case GroupView.Unknown unknown -> false;
        };
    boolean noLearners =
        situation.membership().map(known -> known.learners().isEmpty()).orElse(false);
    return healthy == voters && noLearners && asWished && Unheard.voters(situation).isEmpty();
  }
}
