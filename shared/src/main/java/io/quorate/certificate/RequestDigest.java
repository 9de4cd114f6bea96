package io.quorate.certificate;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quorate.model.Sha256;
import io.quorate.state.PublicKeyProof;

/** Names the request that a certificate answers. */
public final class RequestDigest {
  private RequestDigest() {}

  /** SHA-256, in hex, of the request's PEM. */
  public static String of(PublicKeyProof proof) {
    return Sha256.of(proof.certificateRequest().getBytes(UTF_8));
  }
}
