package io.quorate.x509;

import java.security.GeneralSecurityException;
import java.security.KeyPair;

/**
 * A key pair on P-256, and the request (PKCS #10) that proves that its maker has the private key.
 *
 * @param privateKey PKCS #8 in PEM
 * @param request in PEM
 */
public record KeyAndRequest(String privateKey, String request) {
  /** Makes one for somebody of this name. */
  public static KeyAndRequest create(String name) {
    try {
      KeyPair pair = P256.generate();
      byte[] told =
          Der.sequence(
              Der.VERSION_0, Der.name(name), pair.getPublic().getEncoded(), Der.NO_ATTRIBUTES);
      return new KeyAndRequest(
          P256.pem(pair.getPrivate()),
          P256.pem("CERTIFICATE REQUEST", P256.signed(told, pair.getPrivate())));
    } catch (GeneralSecurityException e) {
      throw P256.impossible(e);
    }
  }

  /** Says nothing of the key. */
  @Override
  public String toString() {
    return "a private key and its certificate request";
  }
}
