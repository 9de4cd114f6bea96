package io.quorate.simulation.world;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The sections {@code auth} that an operator applies by turns. All of them let the user {@code app}
 * read and write what begins with w, each by other roles and ranges.
 */
final class AuthSections {
  /** How many there are. */
  static final int COUNT = 8;

  private static final String SECRET =
      "arn:aws:secretsmanager:eu-west-1:123456789012:secret:demo/job-AbCdEf";

  /** It begins with the same key as another one, and comes first: etcd holds that one twice. */
  private static final Map<String, Object> READ_FIRST =
      Map.of("mode", "read", "key", "w", "rangeEnd", "w5");

  private AuthSections() {}

  /** One of them. */
  static Map<String, Object> section(int variant) {
    return switch (Math.floorMod(variant, COUNT)) {
      case 0 -> on(List.of(app("readwrite")), List.of(user("app", "app")));
      case 1 ->
          on(
              List.of(app("read"), role("writer", prefix("write", "w"))),
              List.of(user("app", "app", "writer"), user("report", "app"), JOB));
      case 2 ->
          on(
              List.of(role("app", READ_FIRST, prefix("readwrite", "w"))),
              List.of(user("app", "app"), user("report", "app")));
      case 3 ->
          on(
              List.of(
                  role("app", READ_FIRST, prefix("read", "w")),
                  role("writer", prefix("write", "w"))),
              List.of(user("app", "app", "writer"), user("report", "app"), JOB));
      case 4 ->
          with(
              on(List.of(role("all", prefix("readwrite", ""))), List.of(user("app", "all"))),
              "prune",
              true);
      case 5 -> on(List.of(), List.of(user("app", "root")));
      case 6 ->
          with(
              with(on(List.of(app("readwrite")), List.of(user("app", "app"))), "prune", true),
              "enforce",
              true);
      default -> with(on(List.of(app("readwrite")), List.of(user("app", "app"))), "enabled", false);
    };
  }

  private static final Map<String, Object> JOB =
      Map.of("name", "job", "roles", List.of("app"), "passwordFrom", Map.of("secret", SECRET));

  private static Map<String, Object> on(List<?> roles, List<?> users) {
    return Map.of("enabled", true, "roles", roles, "users", users);
  }

  private static Map<String, Object> with(Map<String, Object> section, String field, Object value) {
    Map<String, Object> changed = new HashMap<>(section);
    changed.put(field, value);
    return changed;
  }

  private static Map<String, Object> app(String mode) {
    return role("app", prefix(mode, "w"));
  }

  private static Map<String, Object> role(String name, Object... permissions) {
    return Map.of("name", name, "permissions", List.of(permissions));
  }

  private static Map<String, Object> prefix(String mode, String prefix) {
    return Map.of("mode", mode, "prefix", prefix);
  }

  private static Map<String, Object> user(String name, Object... roles) {
    return Map.of("name", name, "roles", List.of(roles));
  }
}
