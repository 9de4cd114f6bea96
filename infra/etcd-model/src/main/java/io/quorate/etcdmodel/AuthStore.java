package io.quorate.etcdmodel;

import io.quorate.auth.AccessMode;
import io.quorate.auth.AuthChange;
import io.quorate.auth.KeyRange;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * etcd's users and roles, as its {@code auth} store has them: replicated and kept beside the keys,
 * with a revision of their own that each change adds one to. Switching it on changes none.
 *
 * @param enabled whether callers are held to it
 * @param revision of users and roles
 * @param users by their names
 * @param roles what each allows, in etcd's order
 */
public record AuthStore(
    boolean enabled,
    long revision,
    SortedMap<String, User> users,
    SortedMap<String, List<Grant>> roles) {
  static final AuthStore NEW = new AuthStore(false, 1, new TreeMap<>(), new TreeMap<>());
  private static final String ROOT = "root";

  /** Keys have one character for each byte. */
  private static final String AFTER_ALL = "\uffff";

  /** A user; one without a password is known by its certificate alone. */
  public record User(Optional<String> password, SortedSet<String> roles) {
    public User {
      roles = Collections.unmodifiableSortedSet(new TreeSet<>(roles));
    }

    private User with(UnaryOperator<SortedSet<String>> change) {
      return new User(password, change.apply(new TreeSet<>(roles)));
    }
  }

  /** What a role may do with the keys of a range. */
  public record Grant(KeyRange range, AccessMode mode) {}

  public AuthStore {
    users = Collections.unmodifiableSortedMap(new TreeMap<>(users));
    TreeMap<String, List<Grant>> copy = new TreeMap<>();
    roles.forEach((role, grants) -> copy.put(role, List.copyOf(grants)));
    roles = Collections.unmodifiableSortedMap(copy);
  }

  private boolean isRoot(String user) {
    return Optional.ofNullable(users.get(user)).filter(u -> u.roles().contains(ROOT)).isPresent();
  }

  /** Why a caller may not do what only root may. */
  Optional<String> refusesAdmin(Caller caller) {
    if (!enabled || isRoot(caller.name())) {
      return Optional.empty();
    }
    return Optional.of(caller.unnamed() ? EtcdError.USER_EMPTY : EtcdError.PERMISSION_DENIED);
  }

  /** Why a caller may not do what any user may. */
  Optional<String> refusesStranger(Caller caller) {
    return enabled && caller.unnamed() ? Optional.of(EtcdError.USER_EMPTY) : Optional.empty();
  }

  /** Why a caller may not do this with these keys. */
  Optional<String> refuses(Caller caller, KeyRange keys, AccessMode mode) {
    if (!enabled) {
      return Optional.empty();
    }
    if (caller.unnamed()) {
      return Optional.of(EtcdError.USER_EMPTY);
    }
    if (caller.revision() < revision) {
      return Optional.of(EtcdError.AUTH_OLD_REVISION);
    }
    return allows(caller.name(), keys, mode)
        ? Optional.empty()
        : Optional.of(EtcdError.PERMISSION_DENIED);
  }

  /** Whether a user may do this with these keys, whether or not callers are held to it. */
  public boolean allows(String user, KeyRange keys, AccessMode mode) {
    User found = users.get(user);
    if (found == null) {
      return false;
    }
    if (found.roles().contains(ROOT)) {
      return true;
    }
    TreeSet<KeyRange> granted = new TreeSet<>();
    for (String role : found.roles()) {
      grantsOf(role).stream()
          .filter(grant -> grant.mode().includes(mode))
          .forEach(grant -> granted.add(grant.range()));
    }
    return covers(granted, keys);
  }

  private List<Grant> grantsOf(String role) {
    return roles.getOrDefault(role, List.of());
  }

  /**
   * By their first keys. etcd looks at the first of them that begins with the key: where that is of
   * another range, the range gets a second mode beside the one that it has.
   */
  private List<Grant> granted(String role, Grant added) {
    List<Grant> grants = new ArrayList<>(grantsOf(role));
    int first = 0;
    while (first < grants.size()
        && grants.get(first).range().key().compareTo(added.range().key()) < 0) {
      first++;
    }
    if (first < grants.size() && grants.get(first).range().equals(added.range())) {
      grants.set(first, added);
    } else {
      grants.add(added);
      grants.sort(Comparator.comparing(grant -> grant.range().key()));
    }
    return grants;
  }

  private List<Grant> without(String role, KeyRange range) {
    return grantsOf(role).stream().filter(grant -> !grant.range().equals(range)).toList();
  }

  /** Ranges side by side count as one. */
  private static boolean covers(SortedSet<KeyRange> granted, KeyRange keys) {
    String from = keys.key();
    String end = end(keys);
    for (KeyRange range : granted) {
      if (from.compareTo(range.key()) < 0) {
        return false;
      }
      from = from.compareTo(end(range)) < 0 ? end(range) : from;
      if (from.compareTo(end) >= 0) {
        return true;
      }
    }
    return false;
  }

  /** The first key after a range. */
  private static String end(KeyRange range) {
    if (range.end().equals(KeyRange.NO_END)) {
      return AFTER_ALL;
    }
    return range.end().isEmpty() ? range.key() + '\0' : range.end();
  }

  /** Why a change is refused, in etcd's words. */
  Optional<String> refusal(AuthChange change) {
    return Optional.ofNullable(
        switch (change) {
          case AuthChange.AddRole(String role) ->
              roles.containsKey(role) ? EtcdError.ROLE_EXISTS : null;
          case AuthChange.Grant(String role, KeyRange range, AccessMode mode) ->
              range.key().isEmpty() || range.isEmpty()
                  ? EtcdError.INVALID_AUTH_MANAGEMENT
                  : roleMissing(role);
          case AuthChange.AddUser(String user) ->
              users.containsKey(user) ? EtcdError.USER_EXISTS : null;
          case AuthChange.GrantRole(String user, String role) ->
              users.containsKey(user)
                  ? role.equals(ROOT) ? null : roleMissing(role)
                  : EtcdError.USER_NOT_FOUND;
          case AuthChange.RevokeRole(String user, String role) -> refusesRevoke(user, role);
          case AuthChange.Revoke(String role, KeyRange range) ->
              roles.containsKey(role) && without(role, range).equals(grantsOf(role))
                  ? EtcdError.PERMISSION_NOT_GRANTED
                  : roleMissing(role);
          case AuthChange.DeleteUser(String user) ->
              enabled && user.equals(ROOT)
                  ? EtcdError.INVALID_AUTH_MANAGEMENT
                  : users.containsKey(user) ? null : EtcdError.USER_NOT_FOUND;
          case AuthChange.DeleteRole(String role) ->
              enabled && role.equals(ROOT) ? EtcdError.INVALID_AUTH_MANAGEMENT : roleMissing(role);
          case AuthChange.Enable() ->
              enabled || isRoot(ROOT)
                  ? null
                  : users.containsKey(ROOT)
                      ? EtcdError.ROOT_ROLE_NOT_EXIST
                      : EtcdError.ROOT_USER_NOT_EXIST;
          case AuthChange.Disable() -> null;
        });
  }

  private @Nullable String roleMissing(String role) {
    return roles.containsKey(role) ? null : EtcdError.ROLE_NOT_FOUND;
  }

  private @Nullable String refusesRevoke(String user, String role) {
    if (enabled && user.equals(ROOT) && role.equals(ROOT)) {
      return EtcdError.INVALID_AUTH_MANAGEMENT;
    }
    User found = users.get(user);
    if (found == null) {
      return EtcdError.USER_NOT_FOUND;
    }
    return found.roles().contains(role) ? null : EtcdError.ROLE_NOT_GRANTED;
  }

  /**
   * After a change that is not refused.
   *
   * @param password of a user that is added; empty: it has none
   */
  AuthStore after(AuthChange change, Optional<String> password) {
    TreeMap<String, User> people = new TreeMap<>(users);
    TreeMap<String, List<Grant>> allowed = new TreeMap<>(roles);
    boolean held = enabled;
    boolean counts = true;
    switch (change) {
      case AuthChange.AddRole(String role) -> allowed.put(role, List.of());
      case AuthChange.Grant(String role, KeyRange range, AccessMode mode) ->
          allowed.put(role, granted(role, new Grant(range, mode)));
      case AuthChange.AddUser(String user) -> people.put(user, new User(password, new TreeSet<>()));
      case AuthChange.GrantRole(String user, String role) -> {
        counts = !has(user, role);
        people.computeIfPresent(user, (name, has) -> has.with(all -> added(all, role)));
      }
      case AuthChange.RevokeRole(String user, String role) ->
          people.computeIfPresent(user, (name, has) -> has.with(all -> removed(all, role)));
      case AuthChange.Revoke(String role, KeyRange range) ->
          allowed.put(role, without(role, range));
      case AuthChange.DeleteUser(String user) -> people.remove(user);
      case AuthChange.DeleteRole(String role) -> {
        allowed.remove(role);
        people.replaceAll((name, has) -> has.with(all -> removed(all, role)));
      }
      case AuthChange.Enable() -> {
        held = true;
        counts = false;
      }
      case AuthChange.Disable() -> {
        counts = enabled;
        held = false;
      }
    }
    return new AuthStore(held, counts ? revision + 1 : revision, people, allowed);
  }

  private boolean has(String user, String role) {
    return Optional.ofNullable(users.get(user)).filter(u -> u.roles().contains(role)).isPresent();
  }

  private static SortedSet<String> added(SortedSet<String> all, String role) {
    all.add(role);
    return all;
  }

  private static SortedSet<String> removed(SortedSet<String> all, String role) {
    all.remove(role);
    return all;
  }

  /** Why a password cannot be set. */
  Optional<String> refusesPassword(String user) {
    User found = users.get(user);
    if (found == null) {
      return Optional.of(EtcdError.USER_NOT_FOUND);
    }
    return Optional.empty();
  }

  /** After a password was set: etcd keeps none of a user that was made without one. */
  AuthStore afterPassword(String user, String password) {
    TreeMap<String, User> people = new TreeMap<>(users);
    people.computeIfPresent(
        user,
        (name, has) ->
            has.password().isEmpty() ? has : new User(Optional.of(password), has.roles()));
    return new AuthStore(enabled, revision + 1, people, roles);
  }

  /** Why a login is refused. */
  Optional<String> refusesLogin(String user, String password) {
    if (!enabled) {
      return Optional.of(EtcdError.AUTH_NOT_ENABLED);
    }
    User found = users.get(user);
    if (found != null && found.password().isEmpty()) {
      return Optional.of(EtcdError.NO_PASSWORD_USER);
    }
    return found != null && found.password().filter(password::equals).isPresent()
        ? Optional.empty()
        : Optional.of(EtcdError.AUTH_FAILED);
  }

  /** Why what is asked for is not told to a caller, after a quorum has confirmed it. */
  Optional<String> refuses(Caller caller, AuthRead read) {
    Optional<String> notRoot = refusesAdmin(caller);
    return switch (read) {
      case AuthRead.Status() -> notRoot;
      case AuthRead.Names() -> notRoot;
      case AuthRead.OfUser(String user) ->
          notRoot
              .filter(no -> !user.equals(caller.name()))
              .or(
                  () ->
                      users.containsKey(user)
                          ? Optional.empty()
                          : Optional.of(EtcdError.USER_NOT_FOUND));
      case AuthRead.OfRole(String role) ->
          notRoot
              .filter(no -> !has(caller.name(), role))
              .or(() -> Optional.ofNullable(roleMissing(role)));
      case AuthRead.Login(String user, String password) -> refusesLogin(user, password);
    };
  }
}
