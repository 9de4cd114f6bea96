package io.quorate.controller.plan;

import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.MemberUpdate;
import io.quorate.controller.plan.facts.StatusUpdate;
import io.quorate.controller.plan.group.ScaleIn;
import io.quorate.controller.plan.group.StoppedInstances;
import io.quorate.controller.plan.hooks.HookAnswers;
import io.quorate.controller.plan.membership.UnstartedVoters;
import io.quorate.controller.plan.outdated.FinalizationApproval;
import io.quorate.controller.plan.outdated.NodeReplacement;
import io.quorate.controller.plan.outdated.RollOuts;
import io.quorate.controller.plan.outdated.Soak;
import io.quorate.controller.plan.sameness.ComparisonDue;
import io.quorate.controller.plan.snapshots.BucketLook;
import io.quorate.controller.plan.snapshots.OldLogs;
import io.quorate.controller.view.ClusterView;
import java.util.List;

/**
 * Derives what the rules reason about from a view, with what each capability adds to the stored
 * status, in this order.
 */
public final class ClusterStates {
  private static final List<StatusUpdate> BY_VIEW =
      List.of(
          HookAnswers::next,
          StoppedInstances::next,
          BucketLook::next,
          ComparisonDue::next,
          RollOuts::next,
          FinalizationApproval::next,
          OldLogs::next);

  private static final List<MemberUpdate> BY_MEMBERS =
      List.of(UnstartedVoters::next, ScaleIn::next, NodeReplacement::next, Soak::next);

  private ClusterStates() {}

  /** What the rules reason about. */
  public static ClusterState of(ClusterView view) {
    return new ClusterState(view, BY_VIEW, BY_MEMBERS);
  }
}
