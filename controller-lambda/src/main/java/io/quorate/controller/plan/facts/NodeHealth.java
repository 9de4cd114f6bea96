package io.quorate.controller.plan.facts;

import io.quorate.controller.view.ClusterView;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.EtcdClusterId;
import io.quorate.model.InstanceId;
import io.quorate.state.Bootstrap;
import io.quorate.state.DataState;
import io.quorate.state.Heartbeat;
import io.quorate.state.HeartbeatProgress;
import io.quorate.state.MemberStatus;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * What to make of a node; the one place that says so, for the planner and for screens alike.
 *
 * <ol>
 *   <li>A node is <em>gone</em> when EC2 has ever shown its instance terminated.
 *   <li>It is <em>silent</em> when its sequence stood still for {@code silenceAfter} and for at
 *       least two further turns of the controller, by the controllers' clocks.
 *   <li>It <em>serves</em> when it is neither, its data is intact, and its member answers, follows
 *       a leader and proves a quorum in this generation's cluster.
 * </ol>
 *
 * @param silenceAfter how long a sequence may stand still
 * @param clusterId this generation's etcd cluster; absent before the bootstrap
 * @param terminated every instance that EC2 has ever shown terminated
 */
public record NodeHealth(
    Duration silenceAfter, Optional<EtcdClusterId> clusterId, Set<InstanceId> terminated) {
  private static final long TURNS_TO_SILENCE = 2;

  public NodeHealth {
    terminated = Set.copyOf(terminated);
  }

  /** As the planner judges on this view. */
  public static NodeHealth of(ClusterView view) {
    return new NodeHealth(
        view.spec().timings().silenceAfter(),
        view.lineage().bootstrap().map(Bootstrap::clusterId),
        StatusCarryOver.next(view).tombstones().keySet());
  }

  /** Whether EC2 has ever shown the instance terminated. */
  public boolean gone(InstanceId instance) {
    return terminated.contains(instance);
  }

  /** Whether a node that was observed so is silent. */
  public boolean silent(HeartbeatProgress heartbeatProgress) {
    return heartbeatProgress.turns() >= TURNS_TO_SILENCE
        && heartbeatProgress.still().compareTo(silenceAfter) >= 0;
  }

  /** Whether the node's member serves. */
  public boolean serving(ObservedNode node) {
    return !silent(node.heartbeatProgress()) && servingUnlessSilent(node.heartbeat());
  }

  /** Whether a member serves, provided that its node is not silent. */
  public boolean servingUnlessSilent(Heartbeat heartbeat) {
    return heartbeat.data() == DataState.INTACT && answeringUnlessSilent(heartbeat);
  }

  /**
   * Whether the node's member answers and proves a quorum, whatever became of its disk: an etcd
   * keeps running in memory when its directory is deleted, and its answers stay true.
   */
  public boolean answering(ObservedNode node) {
    return !silent(node.heartbeatProgress()) && answeringUnlessSilent(node.heartbeat());
  }

  /** The same, provided that its node is not silent. */
  public boolean answeringUnlessSilent(Heartbeat heartbeat) {
    return !gone(heartbeat.instance()) && provesQuorum(heartbeat);
  }

  private boolean provesQuorum(Heartbeat heartbeat) {
    return heartbeat.serving() && heartbeat.status().map(MemberStatus::clusterId).equals(clusterId);
  }
}
