package io.quorate.controller.plan.membership;

import io.quorate.command.CommandKind;
import io.quorate.command.LeaveCluster;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.commands.CommandStart;
import io.quorate.controller.plan.commands.MembershipPolicy;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.MemberId;
import io.quorate.state.GroupIntents;
import java.time.Duration;

/** Leaves. */
public final class LeavePolicy extends MembershipPolicy {
  private static final Duration DEADLINE = Duration.ofMinutes(1);

  @Override
  public CommandKind kind() {
    return CommandKind.LEAVE;
  }

  /** Tells a member to leave; the other healthy voters are whom it may ask. */
  public static Plan start(
      ClusterState clusterState, ObservedNode node, MemberId member, Reason reason) {
    LeaveCluster leave =
        new LeaveCluster(
            CommandStart.header(clusterState, CommandKind.LEAVE, node),
            CommandStart.clusterId(clusterState),
            member,
            CommandStart.contacts(clusterState, node),
            DEADLINE.toMillis());
    return CommandStart.membership(clusterState, node, leave, reason);
  }

  /**
   * The same, and records that the instance leaves: nobody joins it again, and it is terminated
   * once its member has left.
   */
  public static Plan forGood(
      ClusterState clusterState, ObservedNode node, MemberId member, Reason reason) {
    Plan told = start(clusterState, node, member, reason);
    GroupIntents leaving =
        told.status()
            .group()
            .leaving(node.heartbeat().instance(), clusterState.view().observedAt());
    return new Plan(told.decision(), told.status().withGroup(leaving), told.heartbeatEvidence());
  }
}
