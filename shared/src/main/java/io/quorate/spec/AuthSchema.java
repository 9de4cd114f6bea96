package io.quorate.spec;

import io.quorate.auth.AccessMode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What JSON Schema can say of roles and users. */
final class AuthSchema {
  private static final Object TEXT = Map.of("type", List.of("string", "number"));

  private AuthSchema() {}

  static Map<String, Object> roles() {
    Map<String, Object> permission = new LinkedHashMap<>();
    permission.put(
        "mode", Map.of("enum", Stream.of(AccessMode.values()).map(AccessMode::word).toList()));
    permission.put("key", TEXT);
    permission.put("prefix", TEXT);
    permission.put("rangeEnd", TEXT);
    Map<String, Object> role = new LinkedHashMap<>();
    role.put("name", TEXT);
    role.put("permissions", list(object(permission, "mode")));
    return list(object(role, "name"));
  }

  static Map<String, Object> users() {
    Map<String, Object> sources = new LinkedHashMap<>();
    Stream.of(PasswordSource.Kind.values()).forEach(kind -> sources.put(kind.word(), TEXT));
    Map<String, Object> password = object(sources);
    password.put("minProperties", 1);
    password.put("maxProperties", 1);
    Map<String, Object> user = new LinkedHashMap<>();
    user.put("name", TEXT);
    user.put("roles", list(TEXT));
    user.put("passwordFrom", password);
    return list(object(user, "name"));
  }

  private static Map<String, Object> list(Object item) {
    Map<String, Object> list = new LinkedHashMap<>();
    list.put("type", "array");
    list.put("items", item);
    return list;
  }

  private static Map<String, Object> object(Map<String, Object> properties, String required) {
    Map<String, Object> object = object(properties);
    object.put("required", List.of(required));
    return object;
  }

  private static Map<String, Object> object(Map<String, Object> properties) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("type", "object");
    object.put("additionalProperties", false);
    object.put("properties", properties);
    return object;
  }
}
