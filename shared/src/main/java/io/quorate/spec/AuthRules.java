package io.quorate.spec;

import static io.quorate.spec.AuthFields.ENABLED;
import static io.quorate.spec.AuthFields.ENFORCE;
import static io.quorate.spec.AuthFields.PRUNE;
import static io.quorate.spec.AuthFields.ROLES;
import static io.quorate.spec.AuthFields.USERS;
import static io.quorate.spec.TlsFields.CLIENTS;
import static io.quorate.spec.TlsFields.MODE;

import io.quorate.auth.AuthView;
import io.quorate.spec.AuthSettings.Role;
import io.quorate.spec.AuthSettings.User;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** The rules between the fields of {@code auth}, and between them and {@code tls}. */
final class AuthRules {
  private AuthRules() {}

  static void check(SpecValues values, Consumer<SpecError> errors) {
    section(values, errors);
    certificates(values, errors);
    roles(values, errors);
    TokenFields.check(values, errors);
  }

  private static void section(SpecValues values, Consumer<SpecError> errors) {
    if (values.find(ENABLED).isPresent()) {
      return;
    }
    for (SpecField<?> field :
        List.<SpecField<?>>of(ROLES, USERS, PRUNE, ENFORCE, TokenFields.TYPE)) {
      if (values.find(field).isPresent() && !values.isDefault(field)) {
        errors.accept(
            SpecError.of(
                ENABLED.path(),
                null,
                "expected true or false, since " + field.path() + " is given"));
        return;
      }
    }
  }

  /** Without a certificate an agent has no identity, and could do nothing any more. */
  private static void certificates(SpecValues values, Consumer<SpecError> errors) {
    if (!values.hasAll(ENABLED, MODE, CLIENTS) || !values.get(ENABLED)) {
      return;
    }
    if (values.get(CLIENTS).equals("off")) {
      errors.accept(
          SpecError.of(
              ENABLED.path(),
              "true",
              "expected false, since tls.clients is off: with access control on etcd knows agents"
                  + " and clients by their certificates; set tls.mode and tls.clients: required"));
    }
  }

  private static void roles(SpecValues values, Consumer<SpecError> errors) {
    if (!values.hasAll(ROLES, USERS)) {
      return;
    }
    Set<String> known = new HashSet<>();
    known.add(AuthView.ROOT);
    values.get(ROLES).stream().map(Role::name).forEach(known::add);
    List<User> users = values.get(USERS);
    for (int user = 0; user < users.size(); user++) {
      List<String> roles = users.get(user).roles();
      for (int role = 0; role < roles.size(); role++) {
        if (!known.contains(roles.get(role))) {
          errors.accept(
              SpecError.of(
                  "auth.users[%d].roles[%d]".formatted(user, role),
                  roles.get(role),
                  "no such role; expected the name of one of auth.roles, or root"));
        }
      }
    }
  }
}
