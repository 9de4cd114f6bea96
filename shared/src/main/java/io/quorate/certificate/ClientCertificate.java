package io.quorate.certificate;

import io.quorate.wire.Wire;
import java.time.Instant;
import java.util.List;

/**
 * A client's certificate that an operator had signed; the record {@code client-certificate#<id>}.
 * It is kept until the certificate has expired.
 *
 * @param id the request's
 * @param commonName whom it names
 * @param sans the DNS names and IP addresses it is good for beside
 * @param serial its serial number, in hex
 * @param by who asked for it, for people
 * @param pem the certificate
 * @param issuedAt when it was signed, by the controller's clock
 * @param notAfter when it expires
 */
public record ClientCertificate(
    @Wire.Name("certificateId") String id,
    String commonName,
    List<String> sans,
    String serial,
    String by,
    @Wire.Name("certificate") String pem,
    Instant issuedAt,
    Instant notAfter) {
  public ClientCertificate {
    sans = List.copyOf(sans);
  }
}
