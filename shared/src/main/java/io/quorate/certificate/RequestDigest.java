package io.quorate.certificate;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quorate.state.PublicKeyProof;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Names the request that a certificate answers. */
public final class RequestDigest {
  private RequestDigest() {}

  /** SHA-256, in hex, of the request's PEM. */
  public static String of(PublicKeyProof proof) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(sha.digest(proof.certificateRequest().getBytes(UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
