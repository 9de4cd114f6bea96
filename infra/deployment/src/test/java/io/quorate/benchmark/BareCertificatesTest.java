package io.quorate.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SignatureException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What bare etcd shows is signed as the controller would sign it. */
class BareCertificatesTest {
  private static final String SERVING = "1.3.6.1.5.5.7.3.1";
  private static final String CALLING = "1.3.6.1.5.5.7.3.2";

  @TempDir private static Path folder;

  private static BareCertificates made;

  @BeforeAll
  static void make() throws Exception {
    made = BareCertificates.make(folder, List.of("127.0.9.10", "127.0.9.11"));
  }

  private static X509Certificate read(String name) throws Exception {
    try (InputStream in = Files.newInputStream(folder.resolve(name + ".crt"))) {
      return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
    }
  }

  @Test
  void membersAndClientsHaveAuthoritiesOfTheirOwn() throws Exception {
    X509Certificate peers = read("peers");
    X509Certificate clients = read("clients");
    assertThat(peers.getBasicConstraints()).isNotNegative();
    read("peer").verify(peers.getPublicKey());
    read("server").verify(clients.getPublicKey());
    read("client").verify(clients.getPublicKey());
    assertThatThrownBy(() -> read("client").verify(peers.getPublicKey()))
        .as("a client's certificate at the peer port")
        .isInstanceOf(SignatureException.class);
  }

  @Test
  void membersAreCertifiedForTheirAddressesAndTheClientForCallsAlone() throws Exception {
    for (String member : List.of("peer", "server")) {
      assertThat(read(member).getSubjectAlternativeNames())
          .as(member)
          .extracting(name -> name.get(1).toString())
          .containsExactlyInAnyOrder("127.0.9.10", "127.0.9.11", "127.0.0.1");
      assertThat(read(member).getExtendedKeyUsage()).contains(SERVING, CALLING);
    }
    assertThat(read("client").getExtendedKeyUsage()).containsExactly(CALLING);
    assertThat(read("client").getSubjectAlternativeNames()).isNull();
  }

  /** Eight flags; each names a file that is there. */
  @Test
  void etcdAsksPeersAndClientsForTheirs() {
    assertThat(made.flags())
        .hasSize(8)
        .contains("--client-cert-auth=true", "--peer-client-cert-auth=true")
        .filteredOn(flag -> flag.contains("file="))
        .hasSize(6)
        .allSatisfy(
            flag -> assertThat(Path.of(flag.substring(flag.indexOf('=') + 1))).isRegularFile());
  }
}
