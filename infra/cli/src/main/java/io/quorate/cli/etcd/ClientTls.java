package io.quorate.cli.etcd;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A client's side of TLS, from files in PEM. */
final class ClientTls {
  private static final char[] IN_MEMORY = new char[0];
  private static final Pattern KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]+)-----END PRIVATE KEY-----");

  private ClientTls() {}

  /**
   * Whom to trust, and what to show.
   *
   * @throws IOException when a file is not as it should be
   */
  static SSLContext of(Path ca, Optional<Path> certificate, Optional<Path> key) throws IOException {
    try {
      KeyStore trusted = empty();
      int n = 0;
      for (Certificate each : certificates(ca)) {
        trusted.setCertificateEntry("ca-" + n++, each);
      }
      KeyStore own = empty();
      if (certificate.isPresent() && key.isPresent()) {
        Certificate[] chain = certificates(certificate.get()).toArray(new Certificate[0]);
        own.setKeyEntry("client", key(key.get(), chain), IN_MEMORY, chain);
      }
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(trusted);
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(own, IN_MEMORY);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IOException("expected certificates and a key in PEM: " + e.getMessage(), e);
    }
  }

  private static KeyStore empty() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, IN_MEMORY);
    return store;
  }

  private static Collection<? extends Certificate> certificates(Path file)
      throws GeneralSecurityException, IOException {
    try (InputStream in = Files.newInputStream(file)) {
      Collection<? extends Certificate> found =
          CertificateFactory.getInstance("X.509").generateCertificates(in);
      if (found.isEmpty()) {
        throw new IOException(file + " holds no certificate in PEM");
      }
      return found;
    }
  }

  private static java.security.PrivateKey key(Path file, Certificate[] chain)
      throws GeneralSecurityException, IOException {
    Matcher matcher = KEY.matcher(Files.readString(file, US_ASCII));
    if (!matcher.find()) {
      throw new IOException(
          file
              + " holds no PRIVATE KEY in PEM (PKCS #8); make one of another form by: openssl"
              + " pkcs8 -topk8 -nocrypt -in OLD -out NEW");
    }
    return KeyFactory.getInstance(chain[0].getPublicKey().getAlgorithm())
        .generatePrivate(new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(matcher.group(1))));
  }
}
