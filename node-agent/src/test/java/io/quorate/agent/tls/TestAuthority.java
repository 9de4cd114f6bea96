package io.quorate.agent.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import io.quorate.certificate.AuthorityCertificates;
import io.quorate.certificate.NodeCertificates;
import io.quorate.certificate.RequestDigest;
import io.quorate.model.InstanceId;
import io.quorate.state.PublicKeyProof;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/** Signs as a controller does, made of other code. */
public final class TestAuthority {
  private static final String P256_KEY = "3059301306072a8648ce3d020106082a8648ce3d030107";
  private static final int P256_LENGTH = 91;

  private final X509Bundle peers = ca();
  private final X509Bundle clients = ca();

  private static X509Bundle ca() {
    try {
      return new CertificateBuilder()
          .ecp256()
          .subject("CN=a test's authority")
          .setIsCertificateAuthority(true)
          .buildSelfSigned();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Who signs. */
  public AuthorityCertificates certificates() {
    return new AuthorityCertificates(peers.getCertificatePEM(), clients.getCertificatePEM());
  }

  /** A client's key and certificate, as an operator gets them for an application. */
  public X509Bundle client(String commonName) {
    try {
      return new CertificateBuilder()
          .ecp256()
          .subject("CN=" + commonName)
          .addExtendedKeyUsageClientAuth()
          .buildIssuedBy(clients);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Key and certificate of another member on this address. */
  public X509Bundle member(String address) {
    try {
      return new CertificateBuilder()
          .ecp256()
          .subject("CN=another member")
          .addSanIpAddress(address)
          .addExtendedKeyUsageServerAuth()
          .addExtendedKeyUsageClientAuth()
          .buildIssuedBy(peers);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Signs for a node. */
  public NodeCertificates sign(InstanceId instance, PublicKeyProof proof, String... addresses) {
    Instant now = Instant.now();
    return new NodeCertificates(
        instance,
        RequestDigest.of(proof),
        List.of(addresses),
        List.of(),
        leaf(peers, proof, "CN=" + instance, addresses),
        leaf(clients, proof, "O=" + instance, addresses),
        leaf(clients, proof, "CN=root", addresses),
        now,
        now.plus(NodeCertificates.LIFE));
  }

  private static String leaf(
      X509Bundle issuer, PublicKeyProof proof, String subject, String... addresses) {
    try {
      CertificateBuilder builder =
          new CertificateBuilder()
              .publicKey(keyOf(proof))
              .subject(subject)
              .addExtendedKeyUsageServerAuth()
              .addExtendedKeyUsageClientAuth();
      for (String address : addresses) {
        builder = builder.addSanIpAddress(address);
      }
      return builder.buildIssuedBy(issuer).getCertificatePEM();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** The public key in a request. */
  static PublicKey keyOf(PublicKeyProof proof) throws Exception {
    byte[] der =
        Base64.getMimeDecoder()
            .decode(proof.certificateRequest().replaceAll("-----[A-Z ]+-----", ""));
    int at = HexFormat.of().formatHex(der).indexOf(P256_KEY);
    assertThat(at).as("the request names a key on P-256").isPositive();
    return KeyFactory.getInstance("EC")
        .generatePublic(
            new X509EncodedKeySpec(Arrays.copyOfRange(der, at / 2, at / 2 + P256_LENGTH)));
  }
}
