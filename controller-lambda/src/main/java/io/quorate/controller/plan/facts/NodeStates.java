package io.quorate.controller.plan.facts;

import io.quorate.controller.view.ClusterView;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.InstanceId;
import io.quorate.spec.EtcdVersion;
import io.quorate.state.EtcdRuns;
import io.quorate.state.Status;
import java.util.Optional;

/**
 * How each node is: which are silent, gone, present or serving. See {@link NodeHealth} for the
 * rules that screens share.
 */
public final class NodeStates {
  private final ClusterView view;
  private final Status status;
  private final NodeHealth nodeHealth;

  public NodeStates(ClusterView view, Status status) {
    this.view = view;
    this.status = status;
    this.nodeHealth = NodeHealth.of(view);
  }

  public boolean silent(ObservedNode node) {
    return nodeHealth.silent(node.heartbeatProgress());
  }

  /** Whether EC2 has ever shown the instance terminated. */
  public boolean gone(InstanceId instance) {
    return nodeHealth.gone(instance);
  }

  /**
   * Whether the node speaks, its instance is not on its way out or down, and the group keeps it.
   */
  public boolean present(ObservedNode node) {
    return speaks(node)
        && living(node.heartbeat().instance())
        && view.group() instanceof GroupView.Observed group
        && group.keeps(node.heartbeat().instance());
  }

  /** Whether nothing says that an instance is terminated, stopped, or about to be. */
  public boolean living(InstanceId instance) {
    return !gone(instance)
        && switch (view.instance(instance)) {
          case PENDING, RUNNING, UNKNOWN -> true;
          case STOPPING, STOPPED, SHUTTING_DOWN, TERMINATED -> false;
        };
  }

  public boolean speaks(ObservedNode node) {
    InstanceId instance = node.heartbeat().instance();
    return !silent(node) && !gone(instance) && !status.ending(instance);
  }

  /**
   * Whether a node has an etcd that the spec wants, installed or prepared; older agents do not
   * tell.
   */
  public boolean fits(ObservedNode node) {
    EtcdRuns runs = node.heartbeat().runs();
    EtcdVersion wanted = view.spec().etcd().version();
    return runs.installed().map(wanted::accepts).orElse(true)
        || runs.prepared().stream().anyMatch(wanted::accepts);
  }

  /**
   * Whether etcd may be started on a node for the first time: it fits, and has the certificates
   * that it needs.
   */
  public boolean ready(ObservedNode node) {
    InstanceId instance = node.heartbeat().instance();
    return fits(node)
        && CertificateDue.certified(
            view.spec(),
            node,
            Optional.ofNullable(view.records().certificates().nodes().get(instance)));
  }

  public boolean serving(ObservedNode node) {
    return nodeHealth.serving(node);
  }

  /** Whether its etcd answers and proves a quorum, whatever became of its disk. */
  public boolean answering(ObservedNode node) {
    return nodeHealth.answering(node);
  }

  /** Whether its latest heartbeat says that it serves, however long ago that was. */
  public boolean saysItServes(ObservedNode node) {
    return nodeHealth.servingUnlessSilent(node.heartbeat());
  }
}
