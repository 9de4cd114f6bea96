package io.quorate.agent.tls;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.CertPathValidator;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateParsingException;
import java.security.cert.PKIXCertPathValidatorResult;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A certificate with its chain, and its key, as somebody gave them:
 *
 * @param certificate the file of the certificate
 * @param key the file of its key
 * @param uses what it must be good for
 * @param address that it must be good for; empty for one that only calls
 */
record GivenPair(GivenFile certificate, GivenFile key, List<Use> uses, Optional<String> address) {
  private static final String ANY_USE = "2.5.29.37.0";
  private static final int IP_ADDRESS = 7;

  /** What a certificate may be used for. */
  enum Use {
    /** To answer calls. */
    SERVING("1.3.6.1.5.5.7.3.1", "serverAuth"),
    /** To call. */
    CALLING("1.3.6.1.5.5.7.3.2", "clientAuth");

    private final String id;
    private final String word;

    Use(String id, String word) {
      this.id = id;
      this.word = word;
    }
  }

  /**
   * Checks it, and returns it as one file, in PEM: the chain, then the key. As one file the two are
   * replaced at the same time.
   *
   * @param authority the file of those who may have signed it
   * @param trusted what that file holds
   */
  String checked(GivenFile authority, List<X509Certificate> trusted, Instant now)
      throws UnfitFileException {
    List<X509Certificate> chain = GivenCertificates.read(certificate);
    X509Certificate leaf = chain.getFirst();
    PrivateKey own = GivenKey.read(key, certificate, leaf.getPublicKey());
    for (X509Certificate each : chain) {
      GivenCertificates.inDate(certificate, each, now);
    }
    signed(chain, authority, trusted, now);
    used(leaf);
    addressed(leaf);
    StringBuilder text = new StringBuilder();
    for (X509Certificate each : chain) {
      text.append(GivenCertificates.pem(certificate, each));
    }
    return text.append(GivenCertificates.pem("PRIVATE KEY", own.getEncoded())).toString();
  }

  private void signed(
      List<X509Certificate> chain, GivenFile authority, List<X509Certificate> trusted, Instant now)
      throws UnfitFileException {
    try {
      PKIXParameters parameters =
          new PKIXParameters(
              trusted.stream().map(ca -> new TrustAnchor(ca, null)).collect(Collectors.toSet()));
      parameters.setRevocationEnabled(false);
      parameters.setDate(Date.from(now));
      List<X509Certificate> path = chain.stream().filter(each -> !trusted.contains(each)).toList();
      PKIXCertPathValidatorResult result =
          (PKIXCertPathValidatorResult)
              CertPathValidator.getInstance("PKIX")
                  .validate(
                      CertificateFactory.getInstance("X.509").generateCertPath(path), parameters);
      GivenCertificates.inDate(authority, result.getTrustAnchor().getTrustedCert(), now);
    } catch (CertPathValidatorException e) {
      throw new UnfitFileException(
          certificate,
          "was not signed by "
              + authority
              + ", which holds "
              + trusted.stream().map(GivenCertificates::name).collect(Collectors.joining(", "))
              + ", nor by anyone whom its own chain leads to from there; its issuer is '"
              + chain.getFirst().getIssuerX500Principal().getName()
              + "' ("
              + e.getMessage()
              + ")");
    } catch (GeneralSecurityException e) {
      throw new UnfitFileException(certificate, "cannot be checked: " + e);
    }
  }

  private void used(X509Certificate leaf) throws UnfitFileException {
    try {
      List<String> said = leaf.getExtendedKeyUsage();
      for (Use use : uses) {
        if (said != null && !said.contains(use.id) && !said.contains(ANY_USE)) {
          throw new UnfitFileException(
              certificate,
              "is not good for "
                  + use.word
                  + ", expected an extended key usage of "
                  + uses.stream().map(each -> each.word).collect(Collectors.joining(" and ")));
        }
      }
    } catch (CertificateParsingException e) {
      throw new UnfitFileException(certificate, "cannot be read: " + e);
    }
  }

  private void addressed(X509Certificate leaf) throws UnfitFileException {
    if (address.isEmpty()) {
      return;
    }
    try {
      Collection<List<?>> names =
          Optional.ofNullable(leaf.getSubjectAlternativeNames()).orElse(List.of());
      InetAddress own = InetAddress.getByName(address.get());
      for (List<?> name : names) {
        if (name.get(0).equals(IP_ADDRESS)
            && InetAddress.getByName(name.get(1).toString()).equals(own)) {
          return;
        }
      }
      throw new UnfitFileException(
          certificate,
          "is good for "
              + names.stream().map(name -> name.get(1).toString()).toList()
              + ", expected this node's address "
              + address.get()
              + " among its subject alternative names: members call one another by address");
    } catch (CertificateParsingException | UnknownHostException e) {
      throw new UnfitFileException(certificate, "its names cannot be read: " + e);
    }
  }
}
