package io.quorate.simulation.counterfactual;

import io.quorate.model.InstanceId;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** One thing more that may happen at the worst moment, before or after a step. */
public sealed interface WorstCrash {
  /** The world after it. */
  TrueWorld on(TrueWorld world);

  /** Nothing more happens. */
  record Nothing() implements WorstCrash {
    @Override
    public TrueWorld on(TrueWorld world) {
      return world;
    }

    @Override
    public String toString() {
      return "even if nothing else happens";
    }
  }

  /** One instance is gone for good, with its disk: any voter's, or that of a step's executor. */
  record LosesForGood(InstanceId instance) implements WorstCrash {
    @Override
    public TrueWorld on(TrueWorld world) {
      return world.standing(instance, VoterState.LOST);
    }

    @Override
    public String toString() {
      return "if " + instance + " is lost for good as well";
    }
  }

  /** All lose their power and start again: what stood still runs, on what was synced. */
  record PowerLossOfAll() implements WorstCrash {
    @Override
    public TrueWorld on(TrueWorld world) {
      return world.thatStandStill(VoterState.WHOLE);
    }

    @Override
    public String toString() {
      return "if all lose their power and start again";
    }
  }

  /** Each that can befall either of two worlds. */
  static List<WorstCrash> of(TrueWorld before, TrueWorld after) {
    List<WorstCrash> all = new ArrayList<>(List.of(new Nothing(), new PowerLossOfAll()));
    Stream.concat(before.voters().stream(), after.voters().stream())
        .map(TrueVoter::instance)
        .distinct()
        .forEach(instance -> all.add(new LosesForGood(instance)));
    return all;
  }
}
