package io.quorate.localcloud.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a request's signature (version 4) says of itself: {@code Credential=ID/date/region/service}.
 * It is believed, not checked: whoever reaches this machine's loopback address may be anyone.
 *
 * @param principal the access key id
 * @param service the service it was signed for, as in {@code dynamodb}
 */
record Signature(String principal, String service) {
  private static final Pattern SCOPE =
      Pattern.compile("([^/=, &]+)/\\d{8}/[^/]*/([a-z0-9-]+)/aws4_request");

  static Optional<Signature> of(Map<String, List<String>> headers, String query) {
    String header = String.join(" ", headers.getOrDefault("authorization", List.of()));
    return find(header).or(() -> find(URLDecoder.decode(query, UTF_8)));
  }

  private static Optional<Signature> find(String text) {
    Matcher scope = SCOPE.matcher(text);
    return scope.find()
        ? Optional.of(new Signature(scope.group(1), scope.group(2)))
        : Optional.empty();
  }
}
