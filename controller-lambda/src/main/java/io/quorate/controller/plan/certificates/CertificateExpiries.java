package io.quorate.controller.plan.certificates;

import io.quorate.certificate.AuthorityCertificates;
import io.quorate.certificate.NodeCertificates;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.view.CertificateView;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.InstanceId;
import io.quorate.state.OwnCertificates;
import io.quorate.x509.PemCertificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** When the certificates expire that a cluster's members live by. */
public final class CertificateExpiries {
  private CertificateExpiries() {}

  /**
   * One certificate, or three that expire together.
   *
   * @param of whose they are, for people
   * @param node the node; empty for an authority
   * @param at when they expire
   */
  public record Expiry(String of, Optional<InstanceId> node, Instant at) {}

  /** Those of every node that may live, and of both authorities; none without TLS. */
  public static List<Expiry> of(ClusterState clusterState) {
    return switch (clusterState.view().spec().tls().mode()) {
      case OFF -> List.of();
      case MANAGED -> signed(clusterState);
      case FILES -> own(clusterState);
    };
  }

  private static List<Expiry> own(ClusterState clusterState) {
    return clusterState.nodes().stream()
        .map(ObservedNode::heartbeat)
        .filter(row -> !clusterState.health().gone(row.instance()))
        .flatMap(
            row ->
                row.report().ownCertificates().flatMap(OwnCertificates::notAfter).stream()
                    .map(at -> new Expiry(row.instance().value(), Optional.of(row.instance()), at)))
        .toList();
  }

  private static List<Expiry> signed(ClusterState clusterState) {
    CertificateView certificates = clusterState.view().records().certificates();
    List<Expiry> found = new ArrayList<>();
    certificates.authorities().ifPresent(both -> found.addAll(authorities(both)));
    clusterState.nodes().stream()
        .map(node -> node.heartbeat().instance())
        .filter(instance -> !clusterState.health().gone(instance))
        .flatMap(instance -> Optional.ofNullable(certificates.nodes().get(instance)).stream())
        .forEach(signed -> found.add(node(signed)));
    return found;
  }

  private static Expiry node(NodeCertificates signed) {
    return new Expiry(signed.instance().value(), Optional.of(signed.instance()), signed.notAfter());
  }

  private static List<Expiry> authorities(AuthorityCertificates both) {
    List<Expiry> found = new ArrayList<>();
    notAfter(both.peers())
        .ifPresent(at -> found.add(new Expiry("the authority for peers", Optional.empty(), at)));
    notAfter(both.clients())
        .ifPresent(at -> found.add(new Expiry("the authority for clients", Optional.empty(), at)));
    return found;
  }

  /** An authority that cannot be read signs nothing; whoever asks it to sign reports that. */
  private static Optional<Instant> notAfter(String pem) {
    try {
      return Optional.of(PemCertificate.read(pem).notAfter());
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
