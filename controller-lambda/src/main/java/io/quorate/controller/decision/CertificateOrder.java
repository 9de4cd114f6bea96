package io.quorate.controller.decision;

import io.quorate.certificate.AuthorityCertificates;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.model.InstanceId;
import io.quorate.state.PublicKeyProof;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What the cluster's authorities are to sign.
 *
 * @param cluster the cluster
 * @param uid its UID
 * @param known the authorities that the cluster trusts; empty before there are any
 * @param nodes whom to sign for
 * @param at when, by the controller's clock
 */
public record CertificateOrder(
    ClusterName cluster,
    ClusterUid uid,
    Optional<AuthorityCertificates> known,
    List<Node> nodes,
    Instant at) {
  public CertificateOrder {
    nodes = List.copyOf(nodes);
  }

  /**
   * A node to sign for.
   *
   * @param proof its public key, and that it has the private one
   * @param addresses what EC2 shows for the instance
   */
  public record Node(InstanceId instance, PublicKeyProof proof, List<String> addresses) {
    public Node {
      addresses = List.copyOf(addresses);
    }
  }
}
