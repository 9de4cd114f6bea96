package io.quorate.spec;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The tokens that etcd gives clients who log in with a password, where they are JSON web tokens.
 *
 * @param signMethod as in {@code ES256}
 * @param ttl how long a token is good
 * @param privateKey path of the key in PEM, the same on each node, whose public half is derived;
 *     empty: the controller makes the key, and the agents fetch it from the bucket
 */
public record JwtToken(String signMethod, Duration ttl, Optional<String> privateKey) {
  /** Whether the controller makes the key. */
  public boolean managed() {
    return privateKey.isEmpty();
  }

  /** The same with a key that lies there. */
  public JwtToken keyAt(String path) {
    return new JwtToken(signMethod, ttl, Optional.of(path));
  }

  /** The size of the curve that a method's key is on, as in P-256; empty where it is an RSA key. */
  public static OptionalInt curve(String signMethod) {
    return switch (signMethod) {
      case "ES256" -> OptionalInt.of(256);
      case "ES384" -> OptionalInt.of(384);
      case "ES512" -> OptionalInt.of(521);
      default -> OptionalInt.empty();
    };
  }
}
