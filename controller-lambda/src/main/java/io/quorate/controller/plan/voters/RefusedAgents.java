package io.quorate.controller.plan.voters;

import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.EtcdClusterId;
import io.quorate.state.AccessRefused;
import io.quorate.state.Bootstrap;
import io.quorate.state.DataState;
import io.quorate.state.Heartbeat;
import io.quorate.state.MemberIdentity;
import java.util.List;

/**
 * Agents that the access control of their own etcd refuses. Such an agent knows neither the members
 * nor the leader, and changes nothing. Where a read was refused, a quorum of the cluster had
 * confirmed it: then nothing is lost, and nobody is fenced, terminated or removed.
 */
public final class RefusedAgents {
  private RefusedAgents() {}

  /** All that speak. */
  public static List<ObservedNode> of(ClusterState clusterState) {
    return clusterState.nodes().stream()
        .filter(node -> node.heartbeat().report().accessRefused().isPresent())
        .filter(node -> !clusterState.health().silent(node))
        .filter(node -> !clusterState.health().gone(node.heartbeat().instance()))
        .toList();
  }

  /** Whether the refusal of a member of this generation proves that a quorum serves. */
  public static boolean proveQuorum(ClusterState clusterState) {
    return of(clusterState).stream()
        .map(ObservedNode::heartbeat)
        .anyMatch(beat -> proves(clusterState, beat));
  }

  private static boolean proves(ClusterState clusterState, Heartbeat beat) {
    return beat.data() == DataState.INTACT
        && beat.report().accessRefused().filter(AccessRefused::quorumProven).isPresent()
        && beat.identity()
            .map(MemberIdentity::clusterId)
            .filter(id -> ofThisGeneration(clusterState, id))
            .isPresent();
  }

  private static boolean ofThisGeneration(ClusterState clusterState, EtcdClusterId id) {
    return clusterState
        .view()
        .lineage()
        .bootstrap()
        .map(Bootstrap::clusterId)
        .filter(id::equals)
        .isPresent();
  }
}
