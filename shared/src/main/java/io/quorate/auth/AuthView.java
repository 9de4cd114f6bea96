package io.quorate.auth;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Users, roles and permissions, as etcd has them or as somebody asks for them.
 *
 * @param enabled whether etcd holds clients to them
 * @param roles what each role allows
 * @param users which roles each user has
 */
public record AuthView(
    boolean enabled,
    SortedMap<String, SortedMap<KeyRange, AccessMode>> roles,
    SortedMap<String, SortedSet<String>> users) {
  /** The user and the role that etcd lets do everything. */
  public static final String ROOT = "root";

  public AuthView {
    TreeMap<String, SortedMap<KeyRange, AccessMode>> copy = new TreeMap<>();
    roles.forEach(
        (role, grants) -> copy.put(role, Collections.unmodifiableSortedMap(new TreeMap<>(grants))));
    roles = Collections.unmodifiableSortedMap(copy);
    TreeMap<String, SortedSet<String>> held = new TreeMap<>();
    users.forEach(
        (user, has) -> held.put(user, Collections.unmodifiableSortedSet(new TreeSet<>(has))));
    users = Collections.unmodifiableSortedMap(held);
  }

  /** Of maps and sets in any order. */
  public static AuthView of(
      boolean enabled,
      Map<String, Map<KeyRange, AccessMode>> roles,
      Map<String, ? extends Set<String>> users) {
    TreeMap<String, SortedMap<KeyRange, AccessMode>> sorted = new TreeMap<>();
    roles.forEach((role, grants) -> sorted.put(role, new TreeMap<>(grants)));
    TreeMap<String, SortedSet<String>> held = new TreeMap<>();
    users.forEach((user, has) -> held.put(user, new TreeSet<>(has)));
    return new AuthView(enabled, sorted, held);
  }

  /** Nobody, and nothing is held to it. */
  public static AuthView nothing() {
    return of(false, Map.of(), Map.of());
  }

  /** The same without a user. */
  public AuthView without(String user) {
    TreeMap<String, SortedSet<String>> left = new TreeMap<>(users);
    left.remove(user);
    return new AuthView(enabled, roles, left);
  }

  /** The roles that a user has; none where there is no such user. */
  public SortedSet<String> rolesOf(String user) {
    SortedSet<String> has = users.get(user);
    return has == null ? Collections.emptySortedSet() : has;
  }

  /** What a role allows; nothing where there is no such role. */
  public SortedMap<KeyRange, AccessMode> grantsOf(String role) {
    SortedMap<KeyRange, AccessMode> grants = roles.get(role);
    return grants == null ? Collections.emptySortedMap() : grants;
  }
}
