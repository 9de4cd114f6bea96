package io.quorate.spec;

import io.quorate.spec.AuthSettings.Role;
import io.quorate.spec.AuthSettings.User;
import io.quorate.spec.SpecField.Effect;
import io.quorate.spec.SpecField.Presence;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The fields of the section {@code auth}. Without {@code auth.enabled} there is no such section,
 * and etcd's access control is left alone.
 */
final class AuthFields {
  static final SpecField<Boolean> ENABLED =
      field(
          "enabled",
          ScalarKind.truth(),
          new Presence.Derived("nothing: access control is left as etcd has it"),
          auth -> Optional.of(auth.enabled()),
          "Whether etcd's access control is on, with the users and roles of this section"
              + " (access-control.md); `false` switches it off.");

  static final SpecField<List<Role>> ROLES =
      field(
          "roles",
          new RoleListKind(),
          new Presence.Default(List.of()),
          auth -> Optional.of(auth.roles()).filter(roles -> !roles.isEmpty()),
          "What each role allows. A `rangeEnd` is the first key that is no longer in the range,"
              + " \"\\0\" for all from `key` on; the prefix \"\" stands for all keys.");

  static final SpecField<List<User>> USERS =
      field(
          "users",
          new UserListKind(),
          new Presence.Default(List.of()),
          auth -> Optional.of(auth.users()).filter(users -> !users.isEmpty()),
          "Who has which roles. A user without a password is whoever shows a certificate with its"
              + " name.");

  static final SpecField<Boolean> PRUNE =
      field(
          "prune",
          ScalarKind.truth(),
          new Presence.Default("false"),
          auth -> Optional.of(auth.prune()).filter(prune -> prune),
          "Whether users and roles are deleted that this section does not name; `root` and the"
              + " agents' users never are.");

  static final SpecField<Boolean> ENFORCE =
      field(
          "enforce",
          ScalarKind.truth(),
          new Presence.Default("false"),
          auth -> Optional.of(auth.enforce()).filter(enforce -> enforce),
          "Whether what somebody changed by hand is changed back, access control that was switched"
              + " off included; else AUTH_DIFFERS tells of it.");

  static final List<SpecField<?>> ALL =
      Stream.<SpecField<?>>concat(
              Stream.of(ENABLED, ROLES, USERS, PRUNE, ENFORCE), TokenFields.ALL.stream())
          .toList();

  private AuthFields() {}

  static Optional<AuthSettings> read(SpecValues values) {
    return values
        .find(ENABLED)
        .map(
            enabled ->
                new AuthSettings(
                    enabled,
                    values.get(ROLES),
                    values.get(USERS),
                    values.get(PRUNE),
                    values.get(ENFORCE)));
  }

  private static <T> SpecField<T> field(
      String name,
      FieldKind<T> kind,
      Presence presence,
      Function<AuthSettings, Optional<T>> of,
      String meaning) {
    return new SpecField<>(
        "auth." + name, kind, presence, Effect.AT_ONCE, meaning, spec -> spec.auth().flatMap(of));
  }
}
