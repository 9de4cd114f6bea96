package io.quorate.cli.picture;

import io.quorate.controller.plan.facts.NodeHealth;
import io.quorate.state.Bootstrap;
import io.quorate.state.ClockReading;
import io.quorate.state.Heartbeat;
import io.quorate.state.HeartbeatProgress;
import io.quorate.state.Lineage;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * The planner's judgement on what the tables alone tell: silence by the looks that the controller
 * left in its lease and by this one, never by the clocks of nodes.
 *
 * @param summary what was read
 * @param nodeHealth the planner's own
 */
record TableNodeHealth(ClusterSummary summary, NodeHealth nodeHealth) {
  static TableNodeHealth on(ClusterSummary summary) {
    NodeHealth nodeHealth =
        new NodeHealth(
            summary.spec().map(s -> s.spec().timings().silenceAfter()).orElse(Duration.ZERO),
            summary.lineage().flatMap(Lineage::bootstrap).map(Bootstrap::clusterId),
            summary.status().map(status -> status.tombstones().keySet()).orElse(Set.of()));
    return new TableNodeHealth(summary, nodeHealth);
  }

  /** Whether this very heartbeat has stood still for long enough; reading it is one more look. */
  boolean silent(Heartbeat node) {
    return heartbeatProgress(node).filter(nodeHealth::silent).isPresent();
  }

  /** Whether it proves a quorum, whatever became of its disk. */
  boolean answering(Heartbeat node) {
    return nodeHealth.answeringUnlessSilent(node) && !silent(node);
  }

  boolean serving(Heartbeat node) {
    return nodeHealth.servingUnlessSilent(node) && !silent(node);
  }

  private Optional<HeartbeatProgress> heartbeatProgress(Heartbeat node) {
    return summary
        .lease()
        .map(lease -> lease.heartbeatProgress().get(node.instance()))
        .filter(seen -> seen.incarnationNonce().equals(node.boot().nonce()))
        .filter(seen -> seen.sequence() == node.sequence())
        .map(
            seen ->
                seen.then(
                    node.boot(), node.sequence(), new ClockReading("reader", summary.readAt())));
  }
}
