package io.quorate.controller.plan.fencing;

import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.recovery.Recovery;
import java.util.Optional;

/**
 * Whether a recovery that began with everyone gone has to start again, because a joiner has turned
 * out to hold data. The joiner has to be fenced, and a recovery fences before anything else. This
 * holds only while nobody is fenced for the present recovery, because a fence names its recovery.
 */
public final class BegunTooSoon {
  private BegunTooSoon() {}

  /** Why a recovery that runs was begun too soon; empty where it was not. */
  public static Optional<String> of(ClusterState clusterState, Recovery recovery) {
    boolean gathered =
        recovery.state() == Recovery.State.GATHERED || recovery.state() == Recovery.State.TRIAL;
    FenceSet holders = FenceSet.of(clusterState);
    return gathered
            && recovery.action() == Recovery.Action.RESEED
            && recovery.approval().isEmpty()
            && recovery.salvages().isEmpty()
            && holders.fenced().isEmpty()
            && FencingStart.due(clusterState, holders)
        ? Optional.of("somebody holds data after all, and is fenced first")
        : Optional.empty();
  }
}
