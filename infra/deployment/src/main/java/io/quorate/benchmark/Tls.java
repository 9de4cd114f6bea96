package io.quorate.benchmark;

import io.quorate.deployment.EtcdAccess;
import io.quorate.localcloud.instance.InstanceView;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Whether members and clients speak TLS in what is measured. */
public enum Tls {
  /** Plain connections. */
  off("", "off"),
  /** As the quick start has it. */
  managed(
      """
      tls:
        mode: managed
        clients: required
      """,
      "managed, clients required; bare etcd with the same flags and certificates of keytool's");

  private static final int DEEP = 4;

  private final String section;
  private final String words;

  Tls(String section, String words) {
    this.section = section;
    this.words = words;
  }

  /** The section of a spec, or nothing. */
  public String section() {
    return section;
  }

  /** For people, on both sides of a comparison. */
  public String words() {
    return words;
  }

  /**
   * How members of Quorate's are called. Over TLS a client shows the certificate that an instance's
   * agent has for its own calls: one of its own would be signed in a turn of the controller's, amid
   * what is measured.
   *
   * @throws UncheckedIOException while the instance has no certificate
   */
  EtcdAccess access(InstanceView instance) {
    if (this == off) {
      return EtcdAccess.PLAIN;
    }
    try (Stream<Path> found =
        Files.find(
            instance.folder(), DEEP, (path, is) -> path.endsWith(Path.of("tls", "client.pem")))) {
      Path certificate =
          found
              .findFirst()
              .orElseThrow(() -> new IOException("no certificate yet in " + instance.folder()));
      return EtcdAccess.tls(
          new EtcdAccess.ClientFiles(
              certificate.resolveSibling("client-ca.pem"),
              certificate,
              certificate.resolveSibling("node.key")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
