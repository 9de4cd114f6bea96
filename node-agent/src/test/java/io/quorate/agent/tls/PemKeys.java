package io.quorate.agent.tls;

import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;

/** Keys to sign tokens with. */
public final class PemKeys {
  private PemKeys() {}

  /** A new one on this curve, in PEM. */
  public static String pem(String curve) {
    try {
      KeyPairGenerator keys = KeyPairGenerator.getInstance("EC");
      keys.initialize(new ECGenParameterSpec(curve));
      return pem("PRIVATE KEY", keys.generateKeyPair().getPrivate().getEncoded());
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  static String pem(String type, byte[] der) {
    return "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n"
        .formatted(type, Base64.getMimeEncoder().encodeToString(der));
  }
}
