package io.quorate.x509;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;

/** Keys on P-256, what they sign, and PEM. */
final class P256 {
  private static final int LINE = 64;

  private P256() {}

  static KeyPair generate() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    return generator.generateKeyPair();
  }

  /** The content, the algorithm and the signature, as certificates and requests have them. */
  static byte[] signed(byte[] content, PrivateKey key) throws GeneralSecurityException {
    Signature signature = Signature.getInstance("SHA256withECDSA");
    signature.initSign(key);
    signature.update(content);
    return Der.sequence(content, Der.sequence(Der.ECDSA_WITH_SHA256), Der.bits(signature.sign()));
  }

  static String pem(PrivateKey key) {
    return pem("PRIVATE KEY", key.getEncoded());
  }

  static String pem(String type, byte[] content) {
    String body = Base64.getMimeEncoder(LINE, "\n".getBytes(US_ASCII)).encodeToString(content);
    return "-----BEGIN " + type + "-----\n" + body + "\n-----END " + type + "-----\n";
  }

  static IllegalStateException impossible(GeneralSecurityException e) {
    return new IllegalStateException("every JDK makes keys on P-256", e);
  }
}
