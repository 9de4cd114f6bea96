package io.quorate.controller.plan.certificates;

import io.quorate.controller.decision.CertificateOrder;
import io.quorate.controller.plan.facts.CertificateDue;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.view.CertificateView;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.InstanceId;
import io.quorate.state.Heartbeat;
import java.util.List;
import java.util.Optional;

/** Which nodes wait for a certificate, and why one of them gets none. */
public final class CertificateNeeds {
  private CertificateNeeds() {}

  /**
   * A node for which something is to be signed.
   *
   * @param refused why nothing is signed for it
   */
  public record Need(
      Heartbeat row, List<String> addresses, List<String> names, Optional<String> refused) {
    /** The order for it. */
    public CertificateOrder.Node order() {
      return new CertificateOrder.Node(
          row.instance(), row.report().publicKey().orElseThrow(), addresses, names);
    }
  }

  /** Every node that speaks and waits. */
  public static List<Need> of(ClusterState clusterState) {
    CertificateView certificates = clusterState.view().records().certificates();
    return clusterState.nodes().stream()
        .filter(clusterState.health()::speaks)
        .filter(node -> clusterState.health().living(node.heartbeat().instance()))
        .filter(
            node ->
                CertificateDue.due(
                    clusterState.view().spec(),
                    node,
                    Optional.ofNullable(certificates.nodes().get(node.heartbeat().instance())),
                    clusterState.view().observedAt()))
        .map(node -> need(certificates, node, clusterState.view().spec().certifiedNames()))
        .toList();
  }

  private static Need need(CertificateView certificates, ObservedNode node, List<String> names) {
    Heartbeat row = node.heartbeat();
    InstanceId instance = row.instance();
    List<String> shown = certificates.addresses().getOrDefault(instance, List.of());
    return new Need(row, shown, names, refusal(row, shown));
  }

  private static Optional<String> refusal(Heartbeat row, List<String> shown) {
    if (shown.isEmpty()) {
      return Optional.of("EC2 shows no address of " + row.instance() + " yet");
    }
    Optional<String> claimed = CertificateDue.claimed(row);
    if (claimed.filter(shown::contains).isEmpty()) {
      return Optional.of(
          row.instance()
              + " claims the address "
              + claimed.orElse(row.endpoints().peerUrl())
              + ", EC2 shows "
              + shown
              + ": nothing is signed for an address that is not the instance's; check"
              + " QUORATE_ADDRESS on it");
    }
    return row.report()
        .publicKey()
        .flatMap(RequestProof::refusal)
        .map(why -> row.instance() + " gets no certificate: " + why);
  }
}
