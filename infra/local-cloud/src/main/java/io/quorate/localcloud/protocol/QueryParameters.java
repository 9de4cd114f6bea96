package io.quorate.localcloud.protocol;

import io.quorate.localcloud.wire.HttpCall;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The parameters of an AWS query-protocol request: flat names such as {@code Tags.member.1.Key}.
 */
public final class QueryParameters {
  private static final int MAX_LIST = 1000;

  private final Map<String, String> values;
  private final String prefix;

  private QueryParameters(Map<String, String> values, String prefix) {
    this.values = values;
    this.prefix = prefix;
  }

  /** Reads the parameters of the body and of the query string. */
  public static QueryParameters of(HttpCall call) {
    Map<String, String> values = new LinkedHashMap<>();
    read(call.query(), values);
    read(new String(call.body(), StandardCharsets.UTF_8), values);
    return new QueryParameters(values, "");
  }

  private static void read(String form, Map<String, String> into) {
    for (String pair : form.split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        into.put(decode(pair.substring(0, equals)), decode(pair.substring(equals + 1)));
      }
    }
  }

  private static String decode(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  /** A parameter's text; an absent one is empty. */
  public Optional<String> text(String name) {
    return Optional.ofNullable(values.get(prefix + name));
  }

  /** A parameter that must be there; a {@code ValidationError} otherwise. */
  public String required(String name) {
    return text(name)
        .filter(value -> !value.isEmpty())
        .orElseThrow(
            () ->
                AwsError.validation(
                    "1 validation error detected: Value null at '%s%s' failed to satisfy constraint: Member must not be null"
                        .formatted(prefix, name)));
  }

  /** A whole number; a {@code ValidationError} for anything else. */
  public Optional<Integer> integer(String name) {
    return text(name).filter(value -> !value.isEmpty()).map(value -> parse(name, value));
  }

  private static Integer parse(String name, String value) {
    try {
      return Integer.valueOf(value);
    } catch (NumberFormatException e) {
      throw AwsError.validation("%s is '%s', expected a whole number".formatted(name, value));
    }
  }

  /** A flag, {@code true} or {@code false}. */
  public Optional<Boolean> flag(String name) {
    return text(name).map(Boolean::parseBoolean);
  }

  /** The values of a list, {@code name.1}, {@code name.2} and on. */
  public List<String> list(String name) {
    List<String> found = new ArrayList<>();
    for (int i = 1; i <= MAX_LIST; i++) {
      String value = values.get(prefix + name + "." + i);
      if (value == null) {
        return found;
      }
      found.add(value);
    }
    throw AwsError.validation("%s has over %d entries".formatted(name, MAX_LIST));
  }

  /** The structures of a list, each as parameters below {@code name.1.}, {@code name.2.} and on. */
  public List<QueryParameters> structures(String name) {
    List<QueryParameters> found = new ArrayList<>();
    for (int i = 1; i <= MAX_LIST; i++) {
      String start = prefix + name + "." + i + ".";
      if (values.keySet().stream().noneMatch(key -> key.startsWith(start))) {
        return found;
      }
      found.add(new QueryParameters(values, start));
    }
    throw AwsError.validation("%s has over %d entries".formatted(name, MAX_LIST));
  }

  /** The structure below {@code name.}; its parameters may all be absent. */
  public QueryParameters structure(String name) {
    return new QueryParameters(values, prefix + name + ".");
  }
}
