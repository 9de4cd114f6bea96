package io.quorate.agent.tls;

import java.io.ByteArrayInputStream;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Reads certificates that somebody gave, and says which of them is out of date. */
final class GivenCertificates {
  private static final int LINE = 64;

  private GivenCertificates() {}

  /** All that a file holds; at least one. */
  static List<X509Certificate> read(GivenFile file) throws UnfitFileException {
    List<X509Certificate> found = new ArrayList<>();
    for (GivenFile.Block block : file.blocks()) {
      if (block.type().equals("CERTIFICATE")) {
        found.add(certificate(file, block.content()));
      }
    }
    if (found.isEmpty()) {
      throw new UnfitFileException(file, "expected a certificate in PEM, and it holds none");
    }
    return found;
  }

  private static X509Certificate certificate(GivenFile file, byte[] der) throws UnfitFileException {
    try {
      return (X509Certificate)
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(der));
    } catch (CertificateException e) {
      throw new UnfitFileException(file, "holds a certificate that cannot be read: " + e);
    }
  }

  /** Refuses a certificate that is not good at this time. */
  static void inDate(GivenFile file, X509Certificate certificate, Instant now)
      throws UnfitFileException {
    Instant from = certificate.getNotBefore().toInstant();
    Instant until = certificate.getNotAfter().toInstant();
    if (now.isBefore(from)) {
      throw new UnfitFileException(
          file,
          name(certificate)
              + " is not valid before "
              + from
              + ", and this node's clock says "
              + now
              + ": wait, or set the clock right");
    }
    if (now.isAfter(until)) {
      throw new UnfitFileException(
          file,
          name(certificate)
              + " has expired at "
              + until
              + ", and this node's clock says "
              + now
              + ": renew it");
    }
  }

  static String name(X509Certificate certificate) {
    return "'" + certificate.getSubjectX500Principal().getName() + "'";
  }

  /** A certificate in PEM. */
  static String pem(GivenFile file, X509Certificate certificate) throws UnfitFileException {
    try {
      return pem("CERTIFICATE", certificate.getEncoded());
    } catch (CertificateException e) {
      throw new UnfitFileException(file, "holds a certificate that cannot be read: " + e);
    }
  }

  /** In PEM. */
  static String pem(String type, byte[] der) {
    return "-----BEGIN "
        + type
        + "-----\n"
        + Base64.getMimeEncoder(LINE, new byte[] {'\n'}).encodeToString(der)
        + "\n-----END "
        + type
        + "-----\n";
  }
}
