package io.quorate.agent.etcd.client;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/** The names and addresses that a server's certificate is for. */
final class CertificateNames {
  private static final int VALUE = 1;

  private CertificateNames() {}

  /** Whether the server of a session, whose certificate was verified, is this host. */
  static boolean has(SSLSession session, String host) {
    try {
      return session.getPeerCertificates()[0] instanceof X509Certificate server
          && names(server).stream().anyMatch(name -> host.equals(name.get(VALUE)));
    } catch (SSLPeerUnverifiedException | CertificateParsingException e) {
      return false;
    }
  }

  private static Collection<List<?>> names(X509Certificate server)
      throws CertificateParsingException {
    return Optional.ofNullable(server.getSubjectAlternativeNames()).orElse(List.of());
  }
}
