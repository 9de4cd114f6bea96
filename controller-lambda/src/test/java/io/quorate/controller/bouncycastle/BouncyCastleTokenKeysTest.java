package io.quorate.controller.bouncycastle;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.secrets.KeptTokenKeys;
import io.quorate.secrets.SecretUnavailableException;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.RSAPrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BouncyCastleTokenKeysTest {
  private static final ClusterName CLUSTER = new ClusterName("demo");
  private static final ClusterUid UID = new ClusterUid("uid-1");
  private static final String BEGIN = "-----BEGIN PRIVATE KEY-----\n";
  private static final String END = "-----END PRIVATE KEY-----\n";

  private final KeptTokenKeys store = new KeptTokenKeys();
  private final BouncyCastleTokenKeys keys = new BouncyCastleTokenKeys(store);

  private PKCS8EncodedKeySpec made(String signMethod) throws SecretUnavailableException {
    keys.make(CLUSTER, UID, signMethod);
    String pem = store.read(CLUSTER, UID, signMethod);
    assertThat(pem).startsWith(BEGIN).endsWith(END);
    return new PKCS8EncodedKeySpec(
        Base64.getMimeDecoder().decode(pem.substring(BEGIN.length(), pem.length() - END.length())));
  }

  @ParameterizedTest
  @CsvSource({"ES256,256", "ES384,384", "ES512,521"})
  void aCurveIsTheMethods(String signMethod, int bits) throws Exception {
    ECPrivateKey key =
        (ECPrivateKey) KeyFactory.getInstance("EC").generatePrivate(made(signMethod));

    assertThat(key.getParams().getCurve().getField().getFieldSize()).isEqualTo(bits);
  }

  @Test
  void anRsaKeyHas2048Bits() throws GeneralSecurityException, SecretUnavailableException {
    RSAPrivateKey key =
        (RSAPrivateKey) KeyFactory.getInstance("RSA").generatePrivate(made("RS384"));

    assertThat(key.getModulus().bitLength()).isEqualTo(2048);
  }

  @Test
  void aKeyThatIsThereStays() throws SecretUnavailableException {
    made("ES256");
    String first = store.read(CLUSTER, UID, "ES256");
    made("ES256");

    assertThat(store.read(CLUSTER, UID, "ES256")).isEqualTo(first);
  }
}
