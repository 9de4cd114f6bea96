package io.quorate.cli.connect;

import java.net.URI;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** The proxy that calls go through, as the AWS SDK finds it; its password is never shown. */
final class Proxies {
  private Proxies() {}

  /** The proxy, as in {@code http://proxy.example:3128}. */
  static Optional<String> named(UnaryOperator<String> environment) {
    return property("https")
        .or(() -> property("http"))
        .or(
            () ->
                Stream.of("https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY")
                    .map(environment)
                    .filter(value -> !value.isBlank())
                    .findFirst()
                    .map(Proxies::withoutUser));
  }

  private static Optional<String> property(String scheme) {
    return Optional.ofNullable(System.getProperty(scheme + ".proxyHost"))
        .filter(host -> !host.isBlank())
        .map(host -> "http://" + host + ":" + System.getProperty(scheme + ".proxyPort", "80"));
  }

  private static String withoutUser(String url) {
    try {
      URI proxy = URI.create(url.contains("://") ? url : "http://" + url);
      return proxy.getScheme()
          + "://"
          + proxy.getHost()
          + (proxy.getPort() < 0 ? "" : ":" + proxy.getPort());
    } catch (IllegalArgumentException unreadable) {
      return "of the environment, whose URL cannot be read";
    }
  }
}
