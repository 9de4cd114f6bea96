package io.quorate.controller.reconcile;

import io.quorate.controller.decision.Plan;
import io.quorate.controller.view.ClusterView;
import io.quorate.controller.view.GroupView;
import io.quorate.state.Condition;
import java.util.Set;

/**
 * Whether a plan may be carried out that rests on what Auto Scaling and EC2 told several clusters'
 * turns at once (ADR 50).
 */
final class BulkEvidence {
  /** They rest on what a group is asked for besides, and less often in bulk. */
  private static final Set<Condition.Type> BY_HOOKS =
      Set.of(
          Condition.Type.HOOKS_MISSING,
          Condition.Type.HOOK_ABANDONS,
          Condition.Type.HOOK_FOREIGN,
          Condition.Type.NODES_OUTDATED);

  private BulkEvidence() {}

  /**
   * Nothing that may end, stop or delete something is done on it; and a condition about what was
   * not asked for is neither ended nor acted upon.
   */
  static boolean suffices(ClusterView view, Plan plan) {
    return plan.decision().mayRestOnBulk(view)
        && !holds(view, Set.of(Condition.Type.LAUNCHES_FAIL))
        && (hooksKnown(view.group())
            || !(holds(view, BY_HOOKS) || view.status().group().replacing().isPresent()));
  }

  private static boolean holds(ClusterView view, Set<Condition.Type> types) {
    return view.status().conditions().stream().anyMatch(held -> types.contains(held.type()));
  }

  private static boolean hooksKnown(GroupView group) {
    return switch (group) {
      case GroupView.Unknown unknown -> true; // Nothing at all is known: conditions tell that.
      case GroupView.Observed observed -> observed.settings().hooks().isPresent();
    };
  }
}
