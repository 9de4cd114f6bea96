package io.quorate.x509;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;

/**
 * What a certificate says of itself.
 *
 * @param notBefore from when it is good
 * @param notAfter when it expires
 * @param serial its serial number, in hex
 */
public record PemCertificate(Instant notBefore, Instant notAfter, String serial) {
  private static final int HEX = 16;

  /**
   * Reads the first certificate of a text in PEM.
   *
   * @throws IllegalArgumentException when there is none
   */
  public static PemCertificate read(String pem) {
    try {
      X509Certificate read =
          (X509Certificate)
              CertificateFactory.getInstance("X.509")
                  .generateCertificate(new ByteArrayInputStream(pem.getBytes(UTF_8)));
      return new PemCertificate(
          read.getNotBefore().toInstant(),
          read.getNotAfter().toInstant(),
          read.getSerialNumber().toString(HEX));
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("expected a certificate in PEM: " + e.getMessage(), e);
    }
  }
}
