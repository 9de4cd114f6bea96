package io.quorate.controller.plan.membership;

import io.quorate.command.CommandKind;
import io.quorate.command.RemoveMember;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.commands.CommandStart;
import io.quorate.controller.plan.commands.MembershipPolicy;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.DeathProof;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.MemberId;

/** Removals of members whose own agents cannot do it. */
public final class RemoveMemberPolicy extends MembershipPolicy {
  @Override
  public CommandKind kind() {
    return CommandKind.REMOVE_MEMBER;
  }

  /** Tells a healthy voter to remove a member that is proven dead. */
  public static Plan dead(
      ClusterState clusterState, ObservedNode executor, DeathProof death, Reason reason) {
    return CommandStart.provenBy(
        death,
        clusterState,
        start(clusterState, executor, death.member().id(), false, false, reason));
  }

  /** Tells a healthy voter to remove a member, provided that it still has not started. */
  public static Plan unstarted(
      ClusterState clusterState, ObservedNode executor, MemberId target, Reason reason) {
    return start(clusterState, executor, target, true, false, reason);
  }

  /**
   * Tells a healthy voter to remove a learner that runs and that nobody asked Quorate for, provided
   * that it still is a learner.
   */
  public static Plan learner(
      ClusterState clusterState, ObservedNode executor, MemberId target, Reason reason) {
    return start(clusterState, executor, target, false, true, reason);
  }

  private static Plan start(
      ClusterState clusterState,
      ObservedNode executor,
      MemberId target,
      boolean onlyUnstarted,
      boolean onlyLearner,
      Reason reason) {
    RemoveMember remove =
        new RemoveMember(
            CommandStart.header(clusterState, CommandKind.REMOVE_MEMBER, executor),
            CommandStart.clusterId(clusterState),
            target,
            onlyUnstarted,
            reason.message(),
            onlyLearner);
    return CommandStart.membership(clusterState, executor, remove, reason);
  }
}
