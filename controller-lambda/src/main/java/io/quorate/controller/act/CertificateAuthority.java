package io.quorate.controller.act;

import io.quorate.certificate.AuthorityCertificates;
import io.quorate.certificate.AuthorityUnavailableException;
import io.quorate.certificate.ClientCertificate;
import io.quorate.certificate.NodeCertificates;
import io.quorate.controller.decision.CertificateOrder;
import java.util.List;

/** The port to a cluster's two authorities. */
public interface CertificateAuthority {
  /** A controller that cannot sign. */
  CertificateAuthority NONE =
      order -> {
        throw new AuthorityUnavailableException("this controller has no bucket to keep keys in");
      };

  /**
   * What was signed.
   *
   * @param authorities who signed
   * @param nodes one for each node of the order
   * @param clients one for each client of the order, in its order
   */
  record Issued(
      AuthorityCertificates authorities,
      List<NodeCertificates> nodes,
      List<ClientCertificate> clients) {
    public Issued {
      nodes = List.copyOf(nodes);
      clients = List.copyOf(clients);
    }
  }

  /**
   * Signs, and makes the authorities first where the cluster trusts none yet. Harmless to repeat: a
   * certificate that was signed and not recorded was never used.
   *
   * @throws AuthorityUnavailableException when it cannot
   */
  Issued issue(CertificateOrder order);
}
