package io.quorate.controller.plan;

import io.quorate.controller.plan.snapshots.BucketLook;
import io.quorate.controller.plan.state.ClusterState;
import io.quorate.controller.plan.state.ComparisonDue;
import io.quorate.controller.plan.state.HookAnswers;
import io.quorate.controller.plan.state.MemberUpdate;
import io.quorate.controller.plan.state.NodeReplacement;
import io.quorate.controller.plan.state.OldLogs;
import io.quorate.controller.plan.state.RollOuts;
import io.quorate.controller.plan.state.ScaleIn;
import io.quorate.controller.plan.state.Soak;
import io.quorate.controller.plan.state.StatusUpdate;
import io.quorate.controller.plan.state.StoppedInstances;
import io.quorate.controller.plan.state.UnstartedVoters;
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
          OldLogs::next);

  private static final List<MemberUpdate> BY_MEMBERS =
      List.of(UnstartedVoters::next, ScaleIn::next, NodeReplacement::next, Soak::next);

  private ClusterStates() {}

  /** What the rules reason about. */
  public static ClusterState of(ClusterView view) {
    return new ClusterState(view, BY_VIEW, BY_MEMBERS);
  }
}
