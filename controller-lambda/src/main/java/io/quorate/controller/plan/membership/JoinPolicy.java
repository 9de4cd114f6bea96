package io.quorate.controller.plan.membership;

import io.quorate.command.CommandKind;
import io.quorate.command.JoinCluster;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.commands.CommandStart;
import io.quorate.controller.plan.commands.MembershipPolicy;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.JoiningRelease;
import io.quorate.controller.plan.facts.SizedTime;
import io.quorate.controller.view.ClusterView;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.MemberId;
import io.quorate.state.Bootstrap;
import io.quorate.state.Holder;
import java.util.Optional;

/** Joins. */
public final class JoinPolicy extends MembershipPolicy {
  /** The leader's snapshot is read there, written here, and read again. */
  private static final int CATCH_UP = 3;

  @Override
  public CommandKind kind() {
    return CommandKind.JOIN;
  }

  /**
   * Tells a node to become a member, removing its own dead former member first. It is recorded as a
   * holder before it can have data.
   */
  public static Plan start(
      ClusterState clusterState,
      ObservedNode node,
      Optional<MemberId> formerMember,
      Reason reason) {
    ClusterView view = clusterState.view();
    Bootstrap bootstrap = view.lineage().bootstrap().orElseThrow();
    JoinCluster join =
        new JoinCluster(
            CommandStart.header(clusterState, CommandKind.JOIN, node),
            formerMember,
            bootstrap.clusterToken(),
            bootstrap.clusterId(),
            CommandStart.contacts(clusterState, node),
            SizedTime.of(clusterState, view.spec().timings().joinDeadline(), CATCH_UP).toMillis(),
            view.spec().timings().learnerLag(),
            JoiningRelease.told(clusterState, node));
    Plan told = CommandStart.membership(clusterState, node, join, reason);
    Holder holder =
        new Holder(bootstrap.generation(), node.heartbeat().boot().diskId(), view.observedAt());
    return new Plan(
        told.decision(),
        told.status().withData(told.status().data().with(node.heartbeat().instance(), holder)),
        told.heartbeatEvidence());
  }
}
