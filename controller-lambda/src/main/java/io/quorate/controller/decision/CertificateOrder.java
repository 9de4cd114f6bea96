package io.quorate.controller.decision;

import io.quorate.certificate.AuthorityCertificates;
import io.quorate.certificate.ClientCertificateWish;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.model.InstanceId;
import io.quorate.request.Request;
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
 * @param nodes the nodes to sign for
 * @param clients the clients to sign for
 * @param at when, by the controller's clock
 */
public record CertificateOrder(
    ClusterName cluster,
    ClusterUid uid,
    Optional<AuthorityCertificates> known,
    List<Node> nodes,
    List<Client> clients,
    Instant at) {
  public CertificateOrder {
    nodes = List.copyOf(nodes);
    clients = List.copyOf(clients);
  }

  /** For nodes alone. */
  public static CertificateOrder of(
      ClusterName cluster,
      ClusterUid uid,
      Optional<AuthorityCertificates> known,
      List<Node> nodes,
      Instant at) {
    return new CertificateOrder(cluster, uid, known, nodes, List.of(), at);
  }

  /**
   * A node to sign for.
   *
   * @param proof its public key, and that it has the private one
   * @param addresses what EC2 shows for the instance
   * @param names the spec's further names
   */
  public record Node(
      InstanceId instance, PublicKeyProof proof, List<String> addresses, List<String> names) {
    public Node {
      addresses = List.copyOf(addresses);
      names = List.copyOf(names);
    }
  }

  /**
   * A client to sign for.
   *
   * @param request the operator's request, which the certificate answers
   * @param wish what it asks for; nothing of it is refused
   */
  public record Client(Request request, ClientCertificateWish wish) {}
}
