package io.quorate.agent.tls;

import io.quorate.certificate.AuthorityCertificates;
import io.quorate.certificate.NodeCertificates;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Optional;

/** Looks at certificates before etcd does: a wrong one would keep it from starting. */
final class SignedCheck {
  private SignedCheck() {}

  /**
   * Why they cannot be used; empty where they can. What is out of date by this node's clock is not
   * used: a controller whose clock is wrong must not replace what peers and clients take.
   */
  static Optional<String> doubt(
      AuthorityCertificates authorities, NodeCertificates signed, Instant now) {
    try {
      X509Certificate peers = certificate(authorities.peers());
      X509Certificate clients = certificate(authorities.clients());
      X509Certificate peer = certificate(signed.peer());
      peer.verify(peers.getPublicKey());
      PublicKey key = peer.getPublicKey();
      for (String pem : new String[] {signed.server(), signed.client()}) {
        X509Certificate leaf = certificate(pem);
        leaf.verify(clients.getPublicKey());
        if (!leaf.getPublicKey().equals(key)) {
          return Optional.of("they are not all for one key");
        }
      }
      return outOfDate(signed, now);
    } catch (GeneralSecurityException e) {
      return Optional.of(
          "expected certificates in PEM that the cluster's authorities signed: " + e.getMessage());
    }
  }

  private static Optional<String> outOfDate(NodeCertificates signed, Instant now)
      throws GeneralSecurityException {
    for (String pem : new String[] {signed.peer(), signed.server(), signed.client()}) {
      X509Certificate leaf = certificate(pem);
      Instant from = leaf.getNotBefore().toInstant();
      Instant until = leaf.getNotAfter().toInstant();
      if (now.isBefore(from) || now.isAfter(until)) {
        return Optional.of(
            "it is good from "
                + from
                + " to "
                + until
                + ", and this node's clock says "
                + now
                + ": set the clock right, the node's or the controller's; they are signed again");
      }
    }
    return Optional.empty();
  }

  private static X509Certificate certificate(String pem) throws GeneralSecurityException {
    return (X509Certificate)
        CertificateFactory.getInstance("X.509")
            .generateCertificate(new ByteArrayInputStream(pem.getBytes(StandardCharsets.UTF_8)));
  }
}
