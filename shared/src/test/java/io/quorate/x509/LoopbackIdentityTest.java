package io.quorate.x509;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoopbackIdentityTest {
  private final LoopbackIdentity identity = LoopbackIdentity.create("root");

  private X509Certificate certificate() throws Exception {
    return (X509Certificate)
        CertificateFactory.getInstance("X.509")
            .generateCertificate(new ByteArrayInputStream(identity.certificate().getBytes(UTF_8)));
  }

  private PrivateKey key() throws Exception {
    String body = identity.privateKey().replaceAll("-----[A-Z ]+-----", "");
    return KeyFactory.getInstance("EC")
        .generatePrivate(new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(body)));
  }

  @Test
  void namesItsOwnerAndTheLoopbackAddress() throws Exception {
    assertThat(certificate().getSubjectX500Principal().getName()).isEqualTo("CN=root");
    assertThat(certificate().getSubjectAlternativeNames()).containsExactly(List.of(7, "127.0.0.1"));
  }

  @Test
  void isSignedByItsOwnKey() throws Exception {
    certificate().verify(certificate().getPublicKey());
    Signature signature = Signature.getInstance("SHA256withECDSA");
    signature.initSign(key());
    signature.update(new byte[] {1});
    byte[] signed = signature.sign();
    signature.initVerify(certificate().getPublicKey());
    signature.update(new byte[] {1});
    assertThat(signature.verify(signed)).isTrue();
  }

  @Test
  void isValidWhateverTheClockSays() throws Exception {
    certificate().checkValidity(Date.from(Instant.EPOCH));
    certificate().checkValidity(Date.from(Instant.parse("2999-01-01T00:00:00Z")));
  }

  @Test
  void eachHasASerialNumberAndAKeyOfItsOwn() throws Exception {
    LoopbackIdentity other = LoopbackIdentity.create("root");
    assertThat(other.privateKey()).isNotEqualTo(identity.privateKey());
    assertThat(PemCertificate.read(other.certificate()).serial())
        .isNotEqualTo(PemCertificate.read(identity.certificate()).serial());
  }

  @Test
  void doesNotShowItsKey() {
    assertThat(identity.toString()).doesNotContain("BEGIN");
  }
}
