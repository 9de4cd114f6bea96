package io.quorate.state;

import io.quorate.wire.Wire;

/**
 * Where a node's etcd is reached.
 *
 * @param peerUrl for other members, such as {@code http://10.0.1.7:2380}
 * @param clientUrl for clients, such as {@code http://10.0.1.7:2379}
 */
public record Endpoints(
    @Wire.Longest(Wire.WORDS) String peerUrl, @Wire.Longest(Wire.WORDS) String clientUrl) {
  /** The same over TLS. */
  public Endpoints secure() {
    return new Endpoints(secure(peerUrl), secure(clientUrl));
  }

  private static String secure(String url) {
    return url.replaceFirst("^http:", "https:");
  }
}
