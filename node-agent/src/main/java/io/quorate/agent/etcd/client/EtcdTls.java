package io.quorate.agent.etcd.client;

import io.grpc.netty.GrpcSslContexts;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocketFactory;

/**
 * The agent's side of TLS to etcd, read once: the JDK's own TLS, for gRPC and plain HTTP alike.
 *
 * @param files what it was read from
 * @param grpc for gRPC
 * @param sockets for the metrics page
 */
record EtcdTls(TlsFiles files, SslContext grpc, SSLSocketFactory sockets) {
  /** Reads the files; an IllegalStateException says which one is wrong. */
  static EtcdTls read(TlsFiles files) {
    for (Path file : List.of(files.trustedCa(), files.certificate(), files.key())) {
      if (!Files.isReadable(file)) {
        throw new IllegalStateException(
            file + ": expected a PEM file that the agent's user may read");
      }
    }
    try {
      SslContext context =
          GrpcSslContexts.configure(
                  SslContextBuilder.forClient()
                      .trustManager(files.trustedCa().toFile())
                      .keyManager(files.certificate().toFile(), files.key().toFile()),
                  SslProvider.JDK)
              .build();
      if (context instanceof JdkSslContext jdk) {
        return new EtcdTls(files, context, jdk.context().getSocketFactory());
      }
      throw new IllegalStateException(context + ": expected the JDK's own TLS");
    } catch (SSLException | IllegalArgumentException e) {
      throw new IllegalStateException(
          files
              + ": expected PEM files, the key PKCS#8 without a password and the certificate's own: "
              + e.getMessage(),
          e);
    }
  }
}
