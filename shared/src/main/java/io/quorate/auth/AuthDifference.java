package io.quorate.auth;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What turns etcd's access control into what is asked for, call by call, so that nobody loses in
 * between a right that both have:
 *
 * <ol>
 *   <li>roles are made, root's first, and what they are to allow beyond what they allow is granted;
 *       where another mode is asked for on a range that a role has, it gets both first, for etcd
 *       puts the new mode in the old one's place;
 *   <li>users are made, the agents first, and get their roles;
 *   <li>then roles are taken from users, modes are narrowed, ranges are taken from roles; etcd may
 *       hold a range with two modes, of which a grant changes one, so that a mode is narrowed by
 *       taking the range, while other ranges of the same keys stand in for it;
 *   <li>where it is asked for, users and roles that nobody named are deleted: never root, never an
 *       agent;
 *   <li>last it is switched on; off it is switched first, for from then on everybody may do
 *       everything.
 * </ol>
 *
 * <p>A sequence that was broken off anywhere is continued by the difference that is left.
 *
 * @param changes the calls, in their order
 * @param kept what etcd has that nobody named and that stays, in words for people
 */
public record AuthDifference(List<AuthChange> changes, List<String> kept) {
  public AuthDifference {
    changes = List.copyOf(changes);
    kept = List.copyOf(kept);
  }

  /**
   * The difference.
   *
   * @param now as etcd has it
   * @param asked as it is to be, agents included
   * @param agents the users that agents are; they keep all roles that they have
   * @param prune whether users and roles are deleted that nobody named
   */
  public static AuthDifference between(
      AuthView now, AuthView asked, Set<String> agents, boolean prune) {
    List<AuthChange> changes = new ArrayList<>();
    if (now.enabled() && !asked.enabled()) {
      changes.add(new AuthChange.Disable());
    }
    grants(now, asked, changes);
    users(now, asked, agents, changes);
    takeRoles(now, asked, agents, changes);
    takeRanges(now, asked, changes);
    if (prune) {
      strangers(now, asked, agents).forEach(user -> changes.add(new AuthChange.DeleteUser(user)));
      strangeRoles(now, asked).forEach(role -> changes.add(new AuthChange.DeleteRole(role)));
    }
    if (asked.enabled() && !now.enabled()) {
      changes.add(new AuthChange.Enable());
    }
    List<String> kept =
        prune
            ? List.of()
            : Stream.concat(
                    strangers(now, asked, agents).map(user -> "user " + user),
                    strangeRoles(now, asked).map(role -> "role " + role))
                .toList();
    return new AuthDifference(changes, kept);
  }

  private static Stream<String> strangers(AuthView now, AuthView asked, Set<String> agents) {
    return now.users().keySet().stream()
        .filter(user -> !asked.users().containsKey(user))
        .filter(user -> !user.equals(AuthView.ROOT) && !agents.contains(user));
  }

  private static Stream<String> strangeRoles(AuthView now, AuthView asked) {
    return now.roles().keySet().stream()
        .filter(role -> !asked.roles().containsKey(role))
        .filter(role -> !role.equals(AuthView.ROOT));
  }

  private static void grants(AuthView now, AuthView asked, List<AuthChange> changes) {
    Comparator<String> rootFirst =
        Comparator.comparing((String role) -> !role.equals(AuthView.ROOT))
            .thenComparing(Comparator.naturalOrder());
    for (String role : asked.roles().keySet().stream().sorted(rootFirst).toList()) {
      if (!now.roles().containsKey(role)) {
        changes.add(new AuthChange.AddRole(role));
      }
      asked
          .grantsOf(role)
          .forEach(
              (range, mode) -> {
                AccessMode has = now.grantsOf(role).get(range);
                if (has == null || !has.includes(mode)) {
                  AccessMode both = has == null ? mode : mode.with(has);
                  changes.add(new AuthChange.Grant(role, range, both));
                }
              });
    }
  }

  private static void users(
      AuthView now, AuthView asked, Set<String> agents, List<AuthChange> changes) {
    Comparator<String> agentsFirst =
        Comparator.comparing((String user) -> !user.equals(AuthView.ROOT))
            .thenComparing(user -> !agents.contains(user))
            .thenComparing(Comparator.naturalOrder());
    for (String user : asked.users().keySet().stream().sorted(agentsFirst).toList()) {
      if (!now.users().containsKey(user)) {
        changes.add(new AuthChange.AddUser(user));
      }
      asked.rolesOf(user).stream()
          .filter(role -> !now.rolesOf(user).contains(role))
          .forEach(role -> changes.add(new AuthChange.GrantRole(user, role)));
    }
  }

  private static void takeRoles(
      AuthView now, AuthView asked, Set<String> agents, List<AuthChange> changes) {
    asked.users().keySet().stream()
        .filter(user -> !user.equals(AuthView.ROOT) && !agents.contains(user))
        .forEach(
            user ->
                now.rolesOf(user).stream()
                    .filter(role -> !asked.rolesOf(user).contains(role))
                    .forEach(role -> changes.add(new AuthChange.RevokeRole(user, role))));
  }

  /** A role that nobody named keeps its ranges: who has it is named by nobody either. */
  private static void takeRanges(AuthView now, AuthView asked, List<AuthChange> changes) {
    asked.roles().keySet().stream()
        .filter(role -> !role.equals(AuthView.ROOT))
        .forEach(
            role -> {
              now.grantsOf(role).keySet().stream()
                  .filter(range -> !asked.grantsOf(role).containsKey(range))
                  .forEach(range -> changes.add(new AuthChange.Revoke(role, range)));
              now.grantsOf(role)
                  .keySet()
                  .forEach(range -> narrow(now, asked, role, range, changes));
            });
  }

  /** A range that the role is to have does not stand in for another one. */
  private static void narrow(
      AuthView now, AuthView asked, String role, KeyRange range, List<AuthChange> changes) {
    AccessMode has = now.grantsOf(role).get(range);
    AccessMode mode = asked.grantsOf(role).get(range);
    if (mode == null || has == null || mode.includes(has)) {
      return;
    }
    List<KeyRange> sameKeys = range.standIns(asked.grantsOf(role).keySet());
    sameKeys.forEach(piece -> changes.add(new AuthChange.Grant(role, piece, mode)));
    if (!sameKeys.isEmpty()) {
      changes.add(new AuthChange.Revoke(role, range));
    }
    changes.add(new AuthChange.Grant(role, range, mode));
    sameKeys.forEach(piece -> changes.add(new AuthChange.Revoke(role, piece)));
  }
}
