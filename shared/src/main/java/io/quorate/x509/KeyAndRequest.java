package io.quorate.x509;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;

/**
 * A key pair on P-256, and the request (PKCS #10) that proves that its maker has the private key.
 *
 * @param privateKey PKCS #8 in PEM
 * @param request in PEM
 */
public record KeyAndRequest(String privateKey, String request) {
  private static final int LINE = 64;

  /** Makes one for somebody of this name. */
  public static KeyAndRequest create(String name) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      KeyPair pair = generator.generateKeyPair();
      byte[] told =
          Der.sequence(
              Der.VERSION_0,
              Der.sequence(Der.set(Der.sequence(Der.COMMON_NAME, Der.text(name)))),
              pair.getPublic().getEncoded(),
              Der.NO_ATTRIBUTES);
      Signature signature = Signature.getInstance("SHA256withECDSA");
      signature.initSign(pair.getPrivate());
      signature.update(told);
      byte[] request =
          Der.sequence(told, Der.sequence(Der.ECDSA_WITH_SHA256), Der.bits(signature.sign()));
      return new KeyAndRequest(
          pem("PRIVATE KEY", pair.getPrivate().getEncoded()), pem("CERTIFICATE REQUEST", request));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK makes keys on P-256", e);
    }
  }

  private static String pem(String type, byte[] content) {
    String body =
        Base64.getMimeEncoder(LINE, "\n".getBytes(StandardCharsets.US_ASCII))
            .encodeToString(content);
    return "-----BEGIN " + type + "-----\n" + body + "\n-----END " + type + "-----\n";
  }

  /** Says nothing of the key. */
  @Override
  public String toString() {
    return "a private key and its certificate request";
  }
}
