package io.quorate.cli.access;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The access control of etcd-cloud-operator ({@code init-acl}), as the section {@code auth} of a
 * spec. What cannot be taken over as it was is told: passwords in clear, the user root, and a
 * {@code rangeEnd}, which etcd-cloud-operator reads and never applies.
 */
final class OperatorAcl {
  private static final String SECTION = "init-acl";
  private static final String ROOT = "root";

  private final List<String> remarks = new ArrayList<>();
  private final List<String> faults = new ArrayList<>();

  private OperatorAcl() {}

  /**
   * What became of it.
   *
   * @param auth the section {@code auth}
   * @param remarks what differs from what etcd-cloud-operator did, or is left to the reader
   * @param faults why it cannot be converted; empty where it can
   */
  record Converted(Map<String, Object> auth, List<String> remarks, List<String> faults) {}

  /** Converts a whole configuration of etcd-cloud-operator, or its section alone. */
  static Converted convert(@Nullable Object file) {
    OperatorAcl acl = new OperatorAcl();
    Map<String, Object> auth = acl.section(file);
    return new Converted(auth, acl.remarks, acl.faults);
  }

  private Map<String, Object> section(@Nullable Object file) {
    Object at = file;
    StringBuilder path = new StringBuilder();
    for (String name : List.of("eco", "etcd", SECTION)) {
      if (at instanceof Map<?, ?> map && map.containsKey(name)) {
        if (map.containsKey("jwt-auth-token-config")) {
          jwt();
        }
        at = map.get(name);
        path.append(path.isEmpty() ? "" : ".").append(name);
      }
    }
    if (at instanceof Map<?, ?> map && map.containsKey("jwt-auth-token-config")) {
      jwt();
    }
    String where = path.isEmpty() ? "the file" : path.toString();
    Map<?, ?> acl = map(where, at, Set.of("rootPassword", "roles", "users"));
    if (acl.get("roles") == null && acl.get("users") == null && faults.isEmpty()) {
      faults.add(where + ": no roles and no users: expected a section " + SECTION);
    }
    if (acl.get("rootPassword") != null) {
      remarks.add(
          "rootPassword is left out: here root has no password, agents and operators are root by"
              + " their certificates (quorate certificate issue NAME --cn root)");
    }
    Map<String, Object> auth = new LinkedHashMap<>();
    auth.put("enabled", true);
    auth.put("roles", each("roles", acl.get("roles"), this::role));
    auth.put("users", each("users", acl.get("users"), this::user));
    return auth;
  }

  private void jwt() {
    remarks.add(
        "jwt-auth-token-config is left out: auth.token does the same, with a private key that lies on"
            + " the nodes");
  }

  private interface Item {
    @Nullable Map<String, Object> of(String where, @Nullable Object given);
  }

  private List<Map<String, Object>> each(String name, @Nullable Object given, Item item) {
    List<Map<String, Object>> all = new ArrayList<>();
    if (given == null) {
      return all;
    }
    if (!(given instanceof List<?> items)) {
      faults.add(name + ": expected a list");
      return all;
    }
    for (int at = 0; at < items.size(); at++) {
      Map<String, Object> converted = item.of(name + "[" + at + "]", items.get(at));
      if (converted != null) {
        all.add(converted);
      }
    }
    return all;
  }

  private @Nullable Map<String, Object> role(String where, @Nullable Object given) {
    Map<?, ?> role = map(where, given, Set.of("name", "permissions"));
    if (ROOT.equals(role.get("name"))) {
      remarks.add(where + " is left out: the role root is etcd's own, and may do everything");
      return null;
    }
    Map<String, Object> converted = new LinkedHashMap<>();
    converted.put("name", text(where + ".name", role.get("name")));
    converted.put(
        "permissions",
        each(
            where + ".permissions",
            role.get("permissions"),
            (place, permission) -> permission(place, permission)));
    return converted;
  }

  private Map<String, Object> permission(String where, @Nullable Object given) {
    Map<?, ?> permission = map(where, given, Set.of("mode", "key", "rangeEnd", "prefix"));
    boolean prefix = Boolean.TRUE.equals(permission.get("prefix"));
    String key = permission.get("key") == null ? "" : text(where, permission.get("key"));
    Map<String, Object> converted = new LinkedHashMap<>();
    converted.put("mode", text(where + ".mode", permission.get("mode")));
    converted.put(prefix ? "prefix" : "key", key);
    Object end = permission.get("rangeEnd");
    if (end == null || end.equals("")) {
      return converted;
    }
    if (prefix) {
      remarks.add(where + ": rangeEnd is left out: beside prefix it means nothing");
    } else {
      converted.put("rangeEnd", text(where + ".rangeEnd", end));
      remarks.add(
          where
              + ": etcd-cloud-operator reads rangeEnd and never applies it: so far this allowed the"
              + " one key '"
              + key
              + "', from now on all keys before '"
              + end
              + "'; take rangeEnd out to keep it to the one key");
    }
    return converted;
  }

  private @Nullable Map<String, Object> user(String where, @Nullable Object given) {
    Map<?, ?> user = map(where, given, Set.of("name", "password", "roles"));
    if (ROOT.equals(user.get("name"))) {
      remarks.add(where + " is left out: the user root is etcd's own and the agents'");
      return null;
    }
    String name = text(where + ".name", user.get("name"));
    Map<String, Object> converted = new LinkedHashMap<>();
    converted.put("name", name);
    List<Object> roles = new ArrayList<>();
    if (user.get("roles") instanceof List<?> given2) {
      given2.forEach(role -> roles.add(text(where + ".roles", role)));
    } else if (user.get("roles") != null) {
      faults.add(where + ".roles: expected a list of names");
    }
    converted.put("roles", roles);
    if (user.get("password") != null) {
      converted.put("passwordFrom", Map.of("file", "/etc/quorate/" + name + ".password"));
      remarks.add(
          where
              + ": the password of "
              + name
              + " stands in clear in the file, and in a key of etcd; it is not taken over: put a new"
              + " one into a secret of AWS Secrets Manager (passwordFrom: {secret: ARN}) or into the"
              + " file named here, on each node");
    }
    return converted;
  }

  private Map<?, ?> map(String where, @Nullable Object given, Set<String> known) {
    if (!(given instanceof Map<?, ?> map)) {
      faults.add(where + ": expected a map with " + String.join(", ", new TreeSet<>(known)));
      return Map.of();
    }
    for (Object name : map.keySet()) {
      if (!known.contains(String.valueOf(name))) {
        faults.add(
            "%s.%s: unknown field; expected one of %s"
                .formatted(where, name, String.join(", ", new TreeSet<>(known))));
      }
    }
    return map;
  }

  private String text(String where, @Nullable Object given) {
    if (given instanceof String || given instanceof Number) {
      return String.valueOf(given);
    }
    faults.add(where + ": expected text");
    return "";
  }
}
