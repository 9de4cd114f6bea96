package io.quorate.cli.picture;

import io.quorate.controller.plan.facts.NodeHealth;
import io.quorate.controller.view.ClusterView;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.InstanceState;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.InstanceId;
import io.quorate.state.DataState;
import io.quorate.state.HeartbeatProgress;
import java.time.Duration;
import java.util.Optional;

/**
 * One instance as the planner sees it.
 *
 * @param instance the instance
 * @param state what EC2 said of it
 * @param lifecycle what Auto Scaling said of it; empty when it is not in the group
 * @param node its heartbeat and how the controller has observed it; empty without a row
 * @param verdict what the planner makes of it
 * @param silent whether its sequence has stood still for too long
 * @param still for how long it has stood still; zero without a row
 */
public record NodeLine(
    InstanceId instance,
    InstanceState state,
    Optional<String> lifecycle,
    Optional<ObservedNode> node,
    Verdict verdict,
    boolean silent,
    Duration still) {
  /** What the planner makes of an instance; the first that holds. */
  public enum Verdict {
    /** EC2 has shown it terminated: its member is dead. */
    GONE,
    /** It has no row: its agent has never spoken. */
    UNREGISTERED,
    /** Its own agent reports that its data cannot be used: its member is dead. */
    DATA_UNUSABLE,
    /** It says nothing; that proves nothing. */
    SILENT,
    /** Its member counts towards the quorum, if it votes. */
    SERVING,
    /** It never held a member: it may be told to join. */
    EMPTY,
    /** It speaks, its data is intact, and its member does not serve. */
    NOT_SERVING
  }

  static NodeLine of(ClusterView view, NodeHealth nodeHealth, InstanceId id) {
    Optional<ObservedNode> node = Optional.ofNullable(view.nodes().get(id));
    return new NodeLine(
        id,
        view.instance(id),
        lifecycle(view.group(), id),
        node,
        verdict(nodeHealth, id, node),
        node.map(ObservedNode::heartbeatProgress).filter(nodeHealth::silent).isPresent(),
        node.map(ObservedNode::heartbeatProgress)
            .map(HeartbeatProgress::still)
            .orElse(Duration.ZERO));
  }

  private static Optional<String> lifecycle(GroupView view, InstanceId id) {
    return switch (view) {
      case GroupView.Observed group -> Optional.ofNullable(group.lifecycles().get(id));
      case GroupView.Unknown unknown -> Optional.empty();
    };
  }

  private static Verdict verdict(
      NodeHealth nodeHealth, InstanceId id, Optional<ObservedNode> node) {
    if (nodeHealth.gone(id)) {
      return Verdict.GONE;
    }
    return node.map(there -> verdict(nodeHealth, there)).orElse(Verdict.UNREGISTERED);
  }

  private static Verdict verdict(NodeHealth nodeHealth, ObservedNode node) {
    DataState data = node.heartbeat().data();
    if (data.unusable()) {
      return Verdict.DATA_UNUSABLE;
    }
    if (nodeHealth.silent(node.heartbeatProgress())) {
      return Verdict.SILENT;
    }
    if (nodeHealth.serving(node)) {
      return Verdict.SERVING;
    }
    return data == DataState.NONE ? Verdict.EMPTY : Verdict.NOT_SERVING;
  }
}
