package io.quorate.deployment;

import io.quorate.localcloud.instance.InstanceView;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.util.Base64;
import java.util.Collection;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * How the members of a cluster are called: over plain connections, or over TLS with a client's
 * certificate.
 */
public final class EtcdAccess {
  /** Over plain connections. */
  public static final EtcdAccess PLAIN = new EtcdAccess("http", client().build(), Optional.empty());

  private static final char[] IN_MEMORY = new char[0];
  private static final int CLIENT_PORT = 2379;

  private final String scheme;
  private final HttpClient http;
  private final Optional<ClientFiles> files;

  private EtcdAccess(String scheme, HttpClient http, Optional<ClientFiles> files) {
    this.scheme = scheme;
    this.http = http;
    this.files = files;
  }

  /** The client's files, where it shows a certificate. */
  public Optional<ClientFiles> files() {
    return files;
  }

  /** No time of its own for a connection: it includes the handshake, and a call has its time. */
  private static HttpClient.Builder client() {
    return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1);
  }

  /**
   * Over TLS, with what {@code quorate certificate issue} wrote.
   *
   * @throws IOException when a file is not as it should be
   */
  public static EtcdAccess tls(ClientFiles files) throws IOException {
    try {
      KeyStore own = empty();
      own.setKeyEntry(
          "client",
          key(files.key()),
          IN_MEMORY,
          new Certificate[] {certificate(files.certificate())});
      return tls(files.ca(), own, Optional.of(files));
    } catch (GeneralSecurityException e) {
      throw new IOException(files + ": expected a key and certificates in PEM: " + e, e);
    }
  }

  /**
   * Over TLS, showing no certificate.
   *
   * @throws IOException when the file is not as it should be
   */
  public static EtcdAccess trusting(Path ca) throws IOException {
    try {
      return tls(ca, empty(), Optional.empty());
    } catch (GeneralSecurityException e) {
      throw new IOException(ca + ": expected a certificate in PEM: " + e, e);
    }
  }

  private static EtcdAccess tls(Path ca, KeyStore own, Optional<ClientFiles> files)
      throws GeneralSecurityException, IOException {
    KeyStore trusted = empty();
    int n = 0;
    for (Certificate each : certificates(ca)) {
      trusted.setCertificateEntry("ca-" + n++, each);
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(own, IN_MEMORY);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    return new EtcdAccess("https", client().sslContext(context).build(), files);
  }

  /**
   * A client's files, in PEM.
   *
   * @param ca whom it trusts, one or more
   * @param certificate what it shows
   * @param key the certificate's, PKCS #8
   */
  public record ClientFiles(Path ca, Path certificate, Path key) {
    /** As {@code quorate certificate issue} names them. */
    public static ClientFiles in(Path folder, String commonName) {
      return new ClientFiles(
          folder.resolve(commonName + "-ca.pem"),
          folder.resolve(commonName + ".pem"),
          folder.resolve(commonName + ".key"));
    }
  }

  private static KeyStore empty() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, IN_MEMORY);
    return store;
  }

  private static Certificate certificate(Path file) throws GeneralSecurityException, IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return CertificateFactory.getInstance("X.509").generateCertificate(in);
    }
  }

  /** All that a file holds: while an authority is changed it holds both. */
  private static Collection<? extends Certificate> certificates(Path file)
      throws GeneralSecurityException, IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return CertificateFactory.getInstance("X.509").generateCertificates(in);
    }
  }

  private static PrivateKey key(Path file) throws GeneralSecurityException, IOException {
    String body = Files.readString(file).replaceAll("-----[A-Z ]+-----", "");
    return KeyFactory.getInstance("EC")
        .generatePrivate(new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(body)));
  }

  /** The client URL of an instance's member. */
  public String url(InstanceView instance) {
    return url(instance.address() + ":" + CLIENT_PORT);
  }

  /** The URL of a host and its port. */
  public String url(String hostAndPort) {
    return scheme + "://" + hostAndPort;
  }

  /** A client of the member at this client URL. */
  public Etcd etcd(String clientUrl) {
    return new Etcd(clientUrl, Etcd.PATIENCE, http);
  }

  /** The same, each of whose calls ends within this time. */
  public Etcd etcd(String clientUrl, Duration patience) {
    return new Etcd(clientUrl, patience, http);
  }
}
