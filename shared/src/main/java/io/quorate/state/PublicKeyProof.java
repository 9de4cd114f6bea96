package io.quorate.state;

/**
 * A node's public key, with the proof that the node has the private one.
 *
 * @param certificateRequest PKCS #10 request in PEM, signed with the private key
 */
public record PublicKeyProof(String certificateRequest) {}
