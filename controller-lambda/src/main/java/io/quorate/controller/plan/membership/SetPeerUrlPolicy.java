package io.quorate.controller.plan.membership;

import io.quorate.command.CommandKind;
import io.quorate.command.SetPeerUrl;
import io.quorate.controller.decision.HeartbeatVersion;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.commands.CommandStart;
import io.quorate.controller.plan.commands.MembershipPolicy;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.membership.ChangedPeerUrls.Changed;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.InstanceId;
import io.quorate.state.Heartbeat;
import java.util.HashMap;
import java.util.Map;

/** Peer URLs of voters that are set back to where their nodes listen. */
public final class SetPeerUrlPolicy extends MembershipPolicy {
  @Override
  public CommandKind kind() {
    return CommandKind.SET_PEER_URL;
  }

  /** Tells a voter to set one back; it rests on the row of the node that listens there, too. */
  public static Plan start(
      ClusterState clusterState, ObservedNode executor, Changed changed, Reason reason) {
    SetPeerUrl set =
        new SetPeerUrl(
            CommandStart.header(clusterState, CommandKind.SET_PEER_URL, executor),
            CommandStart.clusterId(clusterState),
            changed.voter().id(),
            changed.peerUrl());
    Plan plan = CommandStart.membership(clusterState, executor, set, reason);
    Map<InstanceId, HeartbeatVersion> evidence = new HashMap<>(plan.heartbeatEvidence());
    Heartbeat row = changed.node().heartbeat();
    evidence.put(row.instance(), HeartbeatVersion.of(row));
    return new Plan(plan.decision(), plan.status(), evidence);
  }
}
