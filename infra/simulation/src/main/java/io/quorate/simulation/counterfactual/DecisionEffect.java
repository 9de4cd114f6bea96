package io.quorate.simulation.counterfactual;

import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;

/** What a decision does to the true world, a step at a time. */
public sealed interface DecisionEffect {
  /** The world after it. */
  TrueWorld on(TrueWorld world);

  /** An instance is terminated, and its disk is gone; its members stay listed. */
  record Terminates(InstanceId instance) implements DecisionEffect {
    @Override
    public TrueWorld on(TrueWorld world) {
      return world.standing(instance, VoterState.LOST);
    }
  }

  /** A member leaves the configuration. */
  record Removes(MemberId member) implements DecisionEffect {
    @Override
    public TrueWorld on(TrueWorld world) {
      return world.without(member);
    }
  }

  /** A learner becomes a voter. */
  record Promotes(TrueVoter learner) implements DecisionEffect {
    @Override
    public TrueWorld on(TrueWorld world) {
      return world.with(learner);
    }
  }
}
