package io.quorate.spec;

import java.time.Duration;

/**
 * The tokens that etcd gives clients who log in with a password, where they are JSON web tokens.
 *
 * @param signMethod as in {@code ES256}
 * @param ttl how long a token is good
 * @param privateKey path of the key in PEM, the same on each node; its public half is derived
 */
public record JwtToken(String signMethod, Duration ttl, String privateKey) {}
