package io.quorate.agent.tls;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import io.quorate.spec.TlsFilePaths;
import io.quorate.spec.TlsSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Certificates of somebody's own in a folder, which fit until a test makes one that does not. */
public final class GivenFiles {
  private final Path folder;
  private final List<String> addresses;
  final X509Bundle peers = authority("peers");
  final X509Bundle clients = authority("clients");

  /** For a node with this address; for several nodes on one disk, all of theirs. */
  public GivenFiles(Path folder, String... addresses) {
    this.folder = folder;
    this.addresses = List.of(addresses);
    authority("peer-ca", peers);
    authority("client-ca", clients);
    pair("peer", peers, builder -> builder);
    pair("server", clients, builder -> builder);
  }

  static X509Bundle authority(String name) {
    try {
      return new CertificateBuilder()
          .ecp256()
          .subject("CN=" + name)
          .setIsCertificateAuthority(true)
          .buildSelfSigned();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** A spec that names them. */
  public TlsSettings settings(TlsSettings.Clients asked) {
    return new TlsSettings(TlsSettings.Mode.FILES, asked, List.of(), Optional.of(paths()));
  }

  private TlsFilePaths paths() {
    return new TlsFilePaths(
        new TlsFilePaths.Pair(path("peer.crt"), path("peer.key")),
        path("peer-ca.crt"),
        new TlsFilePaths.Pair(path("server.crt"), path("server.key")),
        path("client-ca.crt"),
        Optional.empty());
  }

  String path(String name) {
    return folder.resolve(name).toString();
  }

  void authority(String name, X509Bundle of) {
    write(name + ".crt", of.getCertificatePEM());
  }

  /** Writes what members show, as changed. */
  public X509Bundle pair(
      String name, X509Bundle issuer, UnaryOperator<CertificateBuilder> changed) {
    X509Bundle made =
        made(
            issuer,
            builder -> {
              CertificateBuilder named = builder;
              for (String address : addresses) {
                named = named.addSanIpAddress(address);
              }
              return changed.apply(named);
            });
    pair(name, made);
    return made;
  }

  void pair(String name, X509Bundle made) {
    write(name + ".crt", made.getCertificatePEM());
    write(name + ".key", made.getPrivateKeyPEM());
  }

  /** Writes another server's certificate, of the same authority. */
  public X509Bundle renewServer() {
    return pair("server", clients, builder -> builder);
  }

  static X509Bundle made(X509Bundle issuer, UnaryOperator<CertificateBuilder> changed) {
    try {
      return changed
          .apply(
              new CertificateBuilder()
                  .ecp256()
                  .subject("CN=a node")
                  .notBefore(Instant.now().minus(Duration.ofHours(1)))
                  .notAfter(Instant.now().plus(Duration.ofDays(90)))
                  .addExtendedKeyUsageServerAuth()
                  .addExtendedKeyUsageClientAuth())
          .buildIssuedBy(issuer);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Writes one of them as it is. */
  public void write(String name, String text) {
    try {
      Files.writeString(folder.resolve(name), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
