package io.quorate.x509;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.SecureRandom;

/**
 * A key pair on P-256 and a certificate that it signed itself, for a server on 127.0.0.1 and its
 * only client: both show it, and trust nothing else. It does not expire, so that a wrong clock
 * cannot separate the two. The key is deleted with the server.
 *
 * @param privateKey PKCS #8 in PEM
 * @param certificate in PEM
 */
public record LoopbackIdentity(String privateKey, String certificate) {
  private static final byte[] LOOPBACK = {127, 0, 0, 1};
  private static final String EARLIEST = "700101000000Z";

  /** RFC 5280: a certificate that has no date of expiry. */
  private static final String NEVER = "99991231235959Z";

  private static final int SERIAL_BITS = 64;

  /** Makes one for a client of this name. */
  public static LoopbackIdentity create(String name) {
    try {
      KeyPair pair = P256.generate();
      byte[] addresses = Der.sequence(Der.ipAddress(LOOPBACK));
      byte[] content =
          Der.sequence(
              Der.VERSION_3,
              Der.integer(new BigInteger(SERIAL_BITS, new SecureRandom()).setBit(0)),
              Der.sequence(Der.ECDSA_WITH_SHA256),
              Der.name(name),
              Der.sequence(Der.utcTime(EARLIEST), Der.generalizedTime(NEVER)),
              Der.name(name),
              pair.getPublic().getEncoded(),
              Der.extensions(
                  Der.sequence(Der.sequence(Der.SUBJECT_ALTERNATIVE_NAME, Der.octets(addresses)))));
      return new LoopbackIdentity(
          P256.pem(pair.getPrivate()),
          P256.pem("CERTIFICATE", P256.signed(content, pair.getPrivate())));
    } catch (GeneralSecurityException e) {
      throw P256.impossible(e);
    }
  }

  /** Says nothing of the key. */
  @Override
  public String toString() {
    return "a private key and its certificate for 127.0.0.1";
  }
}
