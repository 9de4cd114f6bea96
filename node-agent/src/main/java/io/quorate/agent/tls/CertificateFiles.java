package io.quorate.agent.tls;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;

/** Reads certificates in PEM. */
final class CertificateFiles {
  private CertificateFiles() {}

  /** When each of these expires; one that is not there, or cannot be read, is left out. */
  static Map<String, Instant> expiries(Map<String, Path> files) {
    Map<String, Instant> found = new TreeMap<>();
    files.forEach(
        (name, file) ->
            read(file)
                .ifPresent(certificate -> found.put(name, certificate.getNotAfter().toInstant())));
    return found;
  }

  /** The common name that a certificate gives; empty where there is none. */
  static Optional<String> commonName(Path file) {
    return read(file).flatMap(CertificateFiles::commonName);
  }

  private static Optional<String> commonName(X509Certificate certificate) {
    try {
      return new LdapName(certificate.getSubjectX500Principal().getName())
          .getRdns().stream()
              .filter(part -> part.getType().equalsIgnoreCase("CN"))
              .map(part -> String.valueOf(part.getValue()))
              .findFirst();
    } catch (InvalidNameException e) {
      return Optional.empty();
    }
  }

  private static Optional<X509Certificate> read(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      return Optional.of(
          (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in));
    } catch (IOException | GeneralSecurityException e) {
      return Optional.empty();
    }
  }
}
