package io.quorate.controller.reconcile;

import io.quorate.controller.decision.Plan;
import io.quorate.controller.view.ClusterView;
import java.util.List;

/** What a dry run came to. */
public sealed interface DryRunResult {
  /**
   * The planner decided.
   *
   * @param view all that was seen
   * @param plan what a turn would do now
   * @param unreadable why rows of single nodes were left out
   */
  record Planned(ClusterView view, Plan plan, List<String> unreadable) implements DryRunResult {
    public Planned {
      unreadable = List.copyOf(unreadable);
    }
  }

  /** A record cannot be read: nothing would be decided. */
  record Halted(String condition, String message) implements DryRunResult {}

  /** No such cluster was applied. */
  record NoCluster() implements DryRunResult {}
}
