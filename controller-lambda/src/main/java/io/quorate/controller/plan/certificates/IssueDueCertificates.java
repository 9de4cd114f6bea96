package io.quorate.controller.plan.certificates;

import io.quorate.controller.decision.CertificateOrder;
import io.quorate.controller.decision.IssueCertificates;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.Rule;
import io.quorate.controller.view.ClusterView;
import io.quorate.state.BucketUse;
import io.quorate.state.Status;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Has certificates signed for the nodes that have none for their key and address, and for those of
 * which two thirds of the life have passed. While the bucket with the authorities' keys refuses, it
 * is asked again later each time, and nothing else waits for it; nor does this wait for a bucket
 * whose snapshots cannot be looked at.
 */
public final class IssueDueCertificates implements Rule {
  private static final int AT_ONCE = 8;

  @Override
  public String code() {
    return "ISSUE_CERTIFICATES";
  }

  /** Certificates never wait. */
  @Override
  public boolean heldByPause(ClusterState clusterState, Plan plan) {
    return false;
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    ClusterView view = clusterState.view();
    Status status = clusterState.status();
    if (!view.spec().tls().managed()
        || !status.tasks().bucket().mayAsk(BucketUse.AUTHORITIES, view.observedAt())) {
      return Optional.empty();
    }
    List<CertificateOrder.Node> nodes =
        CertificateNeeds.of(clusterState).stream()
            .filter(need -> need.refused().isEmpty())
            .map(CertificateNeeds.Need::order)
            .limit(AT_ONCE)
            .toList();
    if (nodes.isEmpty()) {
      return Optional.empty();
    }
    CertificateOrder order =
        CertificateOrder.of(
            view.cluster(),
            view.lineage().uid(),
            view.records().certificates().authorities(),
            nodes,
            view.observedAt());
    return Optional.of(
        new Plan(
            new IssueCertificates(
                Reason.of(
                        "CERTIFICATES_DUE",
                        nodes.size() + " nodes need certificates for their key and address")
                    .and("nodes", nodes.stream().map(CertificateOrder.Node::instance).toList()),
                order),
            status.withTasks(
                status
                    .tasks()
                    .withBucket(status.tasks().bucket().succeeded(BucketUse.AUTHORITIES))),
            Map.of()));
  }
}
