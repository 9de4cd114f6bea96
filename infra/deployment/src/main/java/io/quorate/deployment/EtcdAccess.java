package io.quorate.deployment;

import io.grpc.netty.GrpcSslContexts;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.quorate.localcloud.instance.InstanceView;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * How the members of a cluster are called: over plain connections, or over TLS with a client's
 * certificate.
 */
public final class EtcdAccess {
  /** Over plain connections. */
  public static final EtcdAccess PLAIN = new EtcdAccess(Optional.empty(), Optional.empty());

  private static final int CLIENT_PORT = 2379;

  private final Optional<SslContext> context;
  private final Optional<ClientFiles> files;

  private EtcdAccess(Optional<SslContext> context, Optional<ClientFiles> files) {
    this.context = context;
    this.files = files;
  }

  /** The client's files, where it shows a certificate. */
  public Optional<ClientFiles> files() {
    return files;
  }

  /**
   * Over TLS, with what {@code quorate certificate issue} wrote.
   *
   * @throws IOException when a file is not as it should be
   */
  public static EtcdAccess tls(ClientFiles files) throws IOException {
    try {
      SslContextBuilder builder =
          SslContextBuilder.forClient()
              .trustManager(files.ca().toFile())
              .keyManager(files.certificate().toFile(), files.key().toFile());
      return new EtcdAccess(Optional.of(context(builder)), Optional.of(files));
    } catch (IllegalArgumentException e) {
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
      SslContextBuilder builder = SslContextBuilder.forClient().trustManager(ca.toFile());
      return new EtcdAccess(Optional.of(context(builder)), Optional.empty());
    } catch (IllegalArgumentException e) {
      throw new IOException(ca + ": expected a certificate in PEM: " + e, e);
    }
  }

  /** The JDK's own TLS, whose exceptions say which side refused. */
  private static SslContext context(SslContextBuilder builder) throws IOException {
    return GrpcSslContexts.configure(builder, SslProvider.JDK).build();
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

  /** The client URL of an instance's member. */
  public String url(InstanceView instance) {
    return url(instance.address() + ":" + CLIENT_PORT);
  }

  /** The URL of a host and its port. */
  public String url(String hostAndPort) {
    return (context.isPresent() ? "https://" : "http://") + hostAndPort;
  }

  /** A client of the member at this client URL. */
  public Etcd etcd(String clientUrl) {
    return etcd(clientUrl, Etcd.PATIENCE);
  }

  /** The same, each of whose calls ends within this time. */
  public Etcd etcd(String clientUrl, Duration patience) {
    return new Etcd(clientUrl, patience, context);
  }
}
