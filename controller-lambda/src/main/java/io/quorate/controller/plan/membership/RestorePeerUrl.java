package io.quorate.controller.plan.membership;

import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.Rule;
import io.quorate.controller.plan.membership.ChangedPeerUrls.Changed;
import java.util.Optional;

/**
 * Sets a voter's peer URL back to the one at which its node listens, by the word of that node and
 * while it speaks. It comes before dead members are replaced: etcd adds nobody beside a dead voter
 * and one that is listed at a wrong URL.
 */
public final class RestorePeerUrl implements Rule {
  @Override
  public String code() {
    return "SET_PEER_URL";
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    return ChangedPeerUrls.of(clusterState).stream()
        .filter(changed -> ChangedPeerUrls.hindrance(clusterState, changed).isEmpty())
        .findFirst()
        .flatMap(changed -> set(clusterState, changed));
  }

  private static Optional<Plan> set(ClusterState clusterState, Changed changed) {
    Reason reason =
        Reason.of(
                "PEER_URL_CHANGED",
                "voter %s is listed at %s, and its node %s listens at %s"
                    .formatted(
                        changed.voter().id(),
                        String.join(",", changed.voter().peerUrls()),
                        changed.node().heartbeat().instance(),
                        changed.peerUrl()))
            .and("member", changed.voter().id());
    return ChangedPeerUrls.executor(clusterState)
        .map(executor -> SetPeerUrlPolicy.start(clusterState, executor, changed, reason));
  }
}
