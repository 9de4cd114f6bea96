package io.quorate.localcloud.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Parameters of a query string or of a form body, decoded, in their order. */
public record FormParameters(Map<String, List<String>> values) {
  /** Reads {@code a=1&b=2}; a name without a value has the empty one. */
  public static FormParameters parse(String encoded) {
    Map<String, List<String>> values = new LinkedHashMap<>();
    for (String pair : encoded.split("&", -1)) {
      if (pair.isEmpty()) {
        continue;
      }
      int equals = pair.indexOf('=');
      String name = equals < 0 ? pair : pair.substring(0, equals);
      String value = equals < 0 ? "" : pair.substring(equals + 1);
      values
          .computeIfAbsent(URLDecoder.decode(name, UTF_8), key -> new ArrayList<>())
          .add(URLDecoder.decode(value, UTF_8));
    }
    return new FormParameters(values);
  }

  public boolean has(String name) {
    return values.containsKey(name);
  }

  public Optional<String> first(String name) {
    return Optional.ofNullable(values.get(name)).map(all -> all.get(0));
  }
}
