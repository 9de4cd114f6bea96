package io.quorate.controller.view;

import io.quorate.certificate.AuthorityCertificates;
import io.quorate.certificate.NodeCertificates;
import io.quorate.model.InstanceId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A cluster's certificates; nothing where its TLS is not managed.
 *
 * @param authorities who signs
 * @param nodes what was signed for each node
 * @param addresses what EC2 shows for each instance that waits for a certificate
 */
public record CertificateView(
    Optional<AuthorityCertificates> authorities,
    Map<InstanceId, NodeCertificates> nodes,
    Map<InstanceId, List<String>> addresses) {
  /** There are none. */
  public static final CertificateView NONE =
      new CertificateView(Optional.empty(), Map.of(), Map.of());

  public CertificateView {
    nodes = Map.copyOf(nodes);
    addresses = Map.copyOf(addresses);
  }

  /** The same with what EC2 shows. */
  public CertificateView showing(Map<InstanceId, List<String>> seen) {
    return new CertificateView(authorities, nodes, seen);
  }
}
