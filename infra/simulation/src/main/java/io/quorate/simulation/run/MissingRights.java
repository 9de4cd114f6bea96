package io.quorate.simulation.run;

import io.quorate.auth.AccessMode;
import io.quorate.auth.AuthView;
import io.quorate.auth.KeyRange;
import io.quorate.etcdmodel.AuthStore;
import io.quorate.simulation.node.SimFleet;
import io.quorate.simulation.world.AccessControl;
import io.quorate.spec.AuthSettings;
import io.quorate.state.Condition;
import io.quorate.state.Status;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** What keeps a cluster's users and roles from being what its spec asks for, and told so. */
final class MissingRights {
  private static final Set<Condition.Type> CLOSED =
      EnumSet.of(
          Condition.Type.CLOSED_UNTIL_AUTH,
          Condition.Type.CLOSED_TOO_LONG,
          Condition.Type.AUTH_WITHOUT_IDENTITY);

  private MissingRights() {}

  /**
   * What is lacking.
   *
   * @param found as the leader has them
   */
  static List<String> of(AccessControl control, AuthStore found, Optional<Status> status) {
    Optional<AuthSettings> asked = control.asked();
    if (asked.isEmpty()) {
      return List.of();
    }
    AuthView wanted = asked.get().asked(Set.of(SimFleet.AGENT));
    List<String> missing = new ArrayList<>();
    status.stream()
        .flatMap(shown -> shown.conditions().stream())
        .filter(condition -> CLOSED.contains(condition.type()))
        .forEach(condition -> missing.add("the end of " + condition.type()));
    boolean told =
        status.stream()
            .flatMap(shown -> shown.conditions().stream())
            .anyMatch(condition -> condition.type() == Condition.Type.AUTH_DIFFERS);
    boolean differs = !given(wanted, found);
    boolean strangers =
        !wanted.users().keySet().containsAll(found.users().keySet())
            || !wanted.roles().keySet().containsAll(found.roles().keySet());
    boolean changesBack = !control.byHand() || asked.get().enforce();
    if (differs && changesBack) {
      missing.add("users and roles as the spec says; there are " + found);
    }
    if (strangers && asked.get().prune() && changesBack) {
      missing.add("the end of users or roles that the spec does not name; there are " + found);
    }
    if (told != (differs || strangers)) {
      missing.add((told ? "the end of" : "the condition") + " AUTH_DIFFERS");
    }
    return missing;
  }

  /** Whether all that the spec names is there, and is allowed no more. */
  private static boolean given(AuthView wanted, AuthStore found) {
    return found.enabled() == wanted.enabled()
        && wanted.roles().entrySet().stream()
            .allMatch(
                role ->
                    role.getKey().equals(AuthView.ROOT)
                        || (found.roles().containsKey(role.getKey())
                            && modes(found, role.getKey()).equals(role.getValue())))
        && wanted.users().entrySet().stream()
            .allMatch(user -> roles(found, user.getKey()).equals(Optional.of(user.getValue())));
  }

  private static Map<KeyRange, AccessMode> modes(AuthStore found, String role) {
    Map<KeyRange, AccessMode> modes = new TreeMap<>();
    found
        .roles()
        .getOrDefault(role, List.of())
        .forEach(grant -> modes.merge(grant.range(), grant.mode(), AccessMode::with));
    return modes;
  }

  private static Optional<Set<String>> roles(AuthStore found, String user) {
    return Optional.ofNullable(found.users().get(user)).map(has -> new HashSet<>(has.roles()));
  }
}
