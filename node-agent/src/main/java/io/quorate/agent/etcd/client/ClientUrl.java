package io.quorate.agent.etcd.client;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;

/** Where a client URL leads. A member advertises whatever a person gave it. */
record ClientUrl(String host, int port) {
  private static final int PORT_MAX = 65_535;

  /** Reads it; empty for a URL without a host and a port that Java knows to read. */
  static Optional<ClientUrl> of(String url) {
    try {
      URI uri = new URI(url);
      return Optional.ofNullable(uri.getHost())
          .filter(host -> uri.getPort() > 0 && uri.getPort() <= PORT_MAX)
          .map(host -> new ClientUrl(host, uri.getPort()));
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }

  /** Why a URL cannot be called. */
  static String expected(String url) {
    return url
        + ": expected http or https, a host of letters, digits, '.' and '-', and a port: this"
        + " member cannot be called";
  }
}
