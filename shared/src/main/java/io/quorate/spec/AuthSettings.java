package io.quorate.spec;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quorate.auth.AccessMode;
import io.quorate.auth.AuthView;
import io.quorate.auth.KeyRange;
import io.quorate.model.Sha256;
import io.quorate.wire.Wire;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Who may do what with the cluster's keys.
 *
 * @param enabled whether etcd holds clients to it
 * @param roles what each role allows
 * @param users which roles each user has
 * @param prune whether users and roles are deleted that are not named here
 * @param enforce whether what somebody changed by hand is changed back
 */
public record AuthSettings(
    boolean enabled, List<Role> roles, List<User> users, boolean prune, boolean enforce) {
  private static final int DIGEST_BYTES = 12;

  /** A role, and what it allows. */
  public record Role(String name, List<Permission> permissions) {
    public Role {
      permissions = List.copyOf(permissions);
    }
  }

  /**
   * What a role may do with which keys: one key, keys from one to before an end, or a prefix.
   *
   * @param mode what it may do
   * @param key the key, or the first one
   * @param prefix what all its keys begin with
   * @param rangeEnd the first key that is no longer in it
   */
  public record Permission(
      AccessMode mode, Optional<String> key, Optional<String> prefix, Optional<String> rangeEnd) {
    /** The keys, as etcd stores them. */
    public KeyRange range() {
      return prefix
          .map(KeyRange::prefix)
          .orElseGet(
              () ->
                  rangeEnd
                      .map(end -> KeyRange.between(key.orElse(""), end))
                      .orElseGet(() -> KeyRange.one(key.orElse(""))));
    }
  }

  /**
   * A user.
   *
   * @param name also the common name of its certificate
   * @param password where its password stands; empty: it has none
   */
  public record User(
      String name,
      List<String> roles,
      @Wire.Name("passwordFile") Optional<PasswordSource> password) {
    public User {
      roles = List.copyOf(roles);
    }
  }

  public AuthSettings {
    roles = List.copyOf(roles);
    users = List.copyOf(users);
  }

  /**
   * What etcd is to have.
   *
   * @param agents the users that the agents are, who need the role root
   */
  public AuthView asked(Collection<String> agents) {
    Map<String, Map<KeyRange, AccessMode>> allowed = new HashMap<>();
    for (Role role : roles) {
      allowed.put(
          role.name(),
          role.permissions().stream()
              .collect(Collectors.toMap(Permission::range, Permission::mode)));
    }
    Map<String, Set<String>> held = new HashMap<>();
    for (User user : users) {
      held.put(user.name(), new HashSet<>(user.roles()));
    }
    Set<String> roots = new HashSet<>(agents);
    if (!agents.isEmpty()) {
      roots.add(AuthView.ROOT);
      allowed.put(AuthView.ROOT, Map.of());
    }
    roots.forEach(user -> held.computeIfAbsent(user, name -> new HashSet<>()).add(AuthView.ROOT));
    return AuthView.of(enabled, allowed, held);
  }

  /** Tells one state of the section, and of the agents' names, from another. */
  public String digest(Collection<String> agents) {
    String text = this + " " + agents.stream().sorted().toList();
    return HexFormat.of().formatHex(Sha256.digest().digest(text.getBytes(UTF_8)), 0, DIGEST_BYTES);
  }
}
