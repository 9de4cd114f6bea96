package io.quorate.spec;

import java.util.Optional;

/**
 * Where an operator's own certificates lie, in PEM; on every node under the same paths.
 *
 * @param peer what members show one another
 * @param peerCa who must have signed what other members show
 * @param server what members show clients
 * @param clientCa who must have signed what clients show, and what the agent trusts in its own
 *     calls
 * @param agent what the agent's own calls show; empty: what members show clients
 */
public record TlsFilePaths(
    Pair peer, String peerCa, Pair server, String clientCa, Optional<Pair> agent) {
  /**
   * A certificate, with the rest of its chain, and its private key.
   *
   * @param certificate path of the certificate
   * @param key path of the key
   */
  public record Pair(String certificate, String key) {}
}
