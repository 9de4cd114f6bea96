package io.quorate.controller.plan.facts;

import io.quorate.controller.decision.Plan;
import java.util.Optional;

/** One rule of the planner: it proposes a plan, or has nothing to say. */
public interface Rule {
  /** What this rule would do; empty where it does not apply. */
  Optional<Plan> consider(ClusterState clusterState);

  /** Whether its rest is for all: nothing else begins meanwhile. */
  default boolean restsForAll() {
    return true;
  }

  /**
   * Whether it is asked although an earlier rule rests for all: what it begins holds up no change
   * of the membership.
   */
  default boolean besideRest() {
    return false;
  }

  /** Whether it is asked even where an earlier rule rests for everything. */
  default boolean besideEverything() {
    return false;
  }

  /** Whether while it rests nothing else happens, not even what is asked beside a rest. */
  default boolean restsForEverything() {
    return false;
  }

  /**
   * Whether a pause keeps back what this rule would do now. What closes, cancels or finishes
   * something that was begun goes on; so do certificates, hooks and snapshots.
   */
  default boolean heldByPause(ClusterState clusterState, Plan plan) {
    return true;
  }

  /** Stable and in capitals: what screens and docs/operations.md call it. */
  String code();
}
