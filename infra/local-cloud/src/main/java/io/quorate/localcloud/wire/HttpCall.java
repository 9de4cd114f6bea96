package io.quorate.localcloud.wire;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A request as the gateway received it.
 *
 * @param method upper-case HTTP method
 * @param path raw path, starting with a slash
 * @param query raw query string without the question mark, empty where there was none
 * @param headers header values by lower-case name
 * @param body the whole body, decoded of any aws-chunked framing
 * @param principal who signed it: the access key id of its Authorization header, "anonymous"
 *     without
 */
public record HttpCall(
    String method,
    String path,
    String query,
    Map<String, List<String>> headers,
    byte[] body,
    String principal) {
  /** The first value of a header, by its name in any case. */
  public Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT)))
        .flatMap(values -> values.stream().findFirst());
  }
}
