package io.quorate.controller.reconcile;

import io.quorate.controller.plan.Plan;
import io.quorate.controller.view.ClusterView;
import java.util.List;

/** What a dry run came to. */
public sealed interface Explanation {
  /**
   * The planner decided.
   *
   * @param summary the view, in lines for people
   * @param view all that was seen
   * @param plan what a turn would do now
   * @param unreadable why rows of single nodes were left out
   */
  record Planned(List<String> summary, ClusterView view, Plan plan, List<String> unreadable)
      implements Explanation {
    /** Keeps the lists as they are. */
    public Planned {
      summary = List.copyOf(summary);
      unreadable = List.copyOf(unreadable);
    }
  }

  /** A record cannot be read: nothing would be decided. */
  record Halted(String condition, String message) implements Explanation {}

  /** No such cluster was applied. */
  record NoCluster() implements Explanation {}
}
