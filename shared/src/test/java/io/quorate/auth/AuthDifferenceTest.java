package io.quorate.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class AuthDifferenceTest {
  private static final KeyRange APP = KeyRange.prefix("/app/");
  private static final List<KeyRange> RANGES =
      List.of(
          KeyRange.one("a"),
          KeyRange.prefix("a"),
          KeyRange.between("a", "c"),
          KeyRange.between("b", KeyRange.NO_END),
          KeyRange.prefix(""));
  private static final List<String> KEYS = List.of("a", "aa", "b", "c", "z");
  private static final List<String> ROLES = List.of("r1", "r2", "r3");
  private static final List<String> USERS = List.of("u1", "u2", "u3");
  private static final List<AccessMode> MODES = List.of(AccessMode.values());
  private static final Set<String> AGENTS = Set.of("node");

  /** What a user may do with a key. */
  private record Right(String user, String key, boolean writes) {}

  private static AuthView view(
      boolean enabled,
      Map<String, Map<KeyRange, AccessMode>> roles,
      Map<String, Set<String>> users) {
    return AuthView.of(enabled, roles, users);
  }

  private static List<String> words(AuthView now, AuthView asked, boolean prune) {
    return AuthDifference.between(now, asked, AGENTS, prune).changes().stream()
        .map(AuthChange::words)
        .toList();
  }

  @Test
  void rootComesFirstAndTheSwitchLast() {
    AuthView asked =
        view(
            true,
            Map.of("root", Map.of(), "app", Map.of(APP, AccessMode.READWRITE)),
            Map.of("root", Set.of("root"), "node", Set.of("root"), "app", Set.of("app")));

    assertThat(words(AuthView.nothing(), asked, false))
        .containsExactly(
            "add role root",
            "add role app",
            "let role app readwrite prefix /app/",
            "add user root",
            "give user root role root",
            "add user node",
            "give user node role root",
            "add user app",
            "give user app role app",
            "switch access control on");
  }

  @Test
  void aModeThatNeitherIncludesIsBothInBetween() {
    AuthView now =
        view(true, Map.of("app", Map.of(APP, AccessMode.READ)), Map.of("app", Set.of("app")));
    AuthView asked =
        view(true, Map.of("app", Map.of(APP, AccessMode.WRITE)), Map.of("app", Set.of("app")));

    assertThat(words(now, asked, false))
        .containsExactly("let role app readwrite prefix /app/", "let role app write prefix /app/");
  }

  @Test
  void aRoleIsGivenBeforeAnotherIsTaken() {
    Map<String, Map<KeyRange, AccessMode>> roles =
        Map.of("old", Map.of(APP, AccessMode.READ), "new", Map.of(APP, AccessMode.READ));
    AuthView now = view(true, roles, Map.of("app", Set.of("old")));
    AuthView asked = view(true, roles, Map.of("app", Set.of("new")));

    assertThat(words(now, asked, false))
        .containsExactly("give user app role new", "take role old from user app");
  }

  @Test
  void whatNobodyNamedIsKeptAndToldOrPruned() {
    AuthView now =
        view(
            true,
            Map.of("root", Map.of(), "mine", Map.of(APP, AccessMode.READ)),
            Map.of(
                "root", Set.of("root", "mine"),
                "node", Set.of("root", "mine"),
                "me", Set.of("mine")));
    AuthView asked =
        view(
            true, Map.of("root", Map.of()), Map.of("root", Set.of("root"), "node", Set.of("root")));

    AuthDifference kept = AuthDifference.between(now, asked, AGENTS, false);
    assertThat(kept.changes()).isEmpty();
    assertThat(kept.kept()).containsExactly("user me", "role mine");
    assertThat(words(now, asked, true)).containsExactly("delete user me", "delete role mine");
  }

  @Test
  void rootAndTheAgentsAreNeverPrunedEvenWhereNobodyAsksForThem() {
    AuthView now =
        view(
            true, Map.of("root", Map.of()), Map.of("root", Set.of("root"), "node", Set.of("root")));

    assertThat(words(now, view(true, Map.of(), Map.of()), true)).isEmpty();
  }

  @Test
  void itIsSwitchedOffOnlyWhereThatIsAskedFor() {
    AuthView on = view(true, Map.of(), Map.of());

    assertThat(words(on, view(false, Map.of(), Map.of()), false))
        .containsExactly("switch access control off");
    assertThat(words(on, on, false)).isEmpty();
  }

  @Test
  void nobodyLosesInBetweenARightThatBothHaveAndWhereverItIsBrokenOffTheRestFollows() {
    for (int seed = 0; seed < 2_000; seed++) {
      Random random = new Random(seed);
      AuthView now = random(random);
      AuthView asked = random(random);
      boolean prune = random.nextBoolean();
      Set<Right> kept = rights(now);
      kept.retainAll(rights(asked));
      List<AuthChange> changes = AuthDifference.between(now, asked, Set.of(), prune).changes();
      int stop = changes.isEmpty() ? 0 : random.nextInt(changes.size());
      AuthView at = now;
      for (AuthChange change : changes) {
        at = after(at, change);
        assertThat(rights(at)).as("seed %d at %s", seed, change.words()).containsAll(kept);
      }
      assertThat(at.users()).as("seed %d", seed).containsAllEntriesOf(asked.users());
      assertThat(at.roles()).as("seed %d", seed).containsAllEntriesOf(asked.roles());
      assertThat(at.enabled()).isEqualTo(asked.enabled());

      AuthView broken = now;
      for (AuthChange change : changes.subList(0, stop)) {
        broken = after(broken, change);
      }
      for (AuthChange change : AuthDifference.between(broken, asked, Set.of(), prune).changes()) {
        broken = after(broken, change);
      }
      assertThat(broken).as("seed %d", seed).isEqualTo(at);
    }
  }

  private static AuthView random(Random random) {
    Map<String, Map<KeyRange, AccessMode>> roles = new HashMap<>();
    for (String role : ROLES) {
      if (random.nextInt(4) > 0) {
        Map<KeyRange, AccessMode> grants = new HashMap<>();
        RANGES.stream()
            .filter(range -> random.nextBoolean())
            .forEach(range -> grants.put(range, MODES.get(random.nextInt(MODES.size()))));
        roles.put(role, grants);
      }
    }
    Map<String, Set<String>> users = new HashMap<>();
    for (String user : USERS) {
      if (random.nextInt(4) > 0) {
        users.put(
            user,
            roles.keySet().stream()
                .filter(role -> random.nextBoolean())
                .collect(Collectors.toSet()));
      }
    }
    return view(random.nextInt(4) > 0, roles, users);
  }

  /** Without access control anybody may do anything: then nobody has a right to lose. */
  private static Set<Right> rights(AuthView view) {
    Set<Right> rights = new HashSet<>();
    view.users()
        .forEach(
            (user, roles) ->
                roles.forEach(
                    role ->
                        view.grantsOf(role)
                            .forEach(
                                (range, mode) ->
                                    KEYS.stream()
                                        .filter(range::contains)
                                        .forEach(key -> add(rights, user, key, mode)))));
    return rights;
  }

  private static void add(Set<Right> rights, String user, String key, AccessMode mode) {
    if (mode.reads()) {
      rights.add(new Right(user, key, false));
    }
    if (mode.writes()) {
      rights.add(new Right(user, key, true));
    }
  }

  /** As etcd does it; a call that it would refuse fails. */
  private static AuthView after(AuthView before, AuthChange change) {
    Map<String, Map<KeyRange, AccessMode>> roles = new HashMap<>();
    before.roles().forEach((role, grants) -> roles.put(role, new HashMap<>(grants)));
    Map<String, Set<String>> users = new HashMap<>();
    before.users().forEach((user, has) -> users.put(user, new TreeSet<>(has)));
    boolean enabled = before.enabled();
    switch (change) {
      case AuthChange.AddRole(String role) -> assertThat(roles.put(role, new HashMap<>())).isNull();
      case AuthChange.Grant(String role, KeyRange range, AccessMode mode) ->
          Optional.ofNullable(roles.get(role)).orElseThrow().put(range, mode);
      case AuthChange.AddUser(String user) -> assertThat(users.put(user, new TreeSet<>())).isNull();
      case AuthChange.GrantRole(String user, String role) -> {
        assertThat(roles).containsKey(role);
        Optional.ofNullable(users.get(user)).orElseThrow().add(role);
      }
      case AuthChange.RevokeRole(String user, String role) ->
          assertThat(Optional.ofNullable(users.get(user)).orElseThrow().remove(role)).isTrue();
      case AuthChange.Revoke(String role, KeyRange range) ->
          assertThat(Optional.ofNullable(roles.get(role)).orElseThrow().remove(range)).isNotNull();
      case AuthChange.DeleteUser(String user) -> assertThat(users.remove(user)).isNotNull();
      case AuthChange.DeleteRole(String role) -> {
        assertThat(roles.remove(role)).isNotNull();
        users.values().forEach(has -> has.remove(role));
      }
      case AuthChange.Enable() -> enabled = true;
      case AuthChange.Disable() -> enabled = false;
    }
    return AuthView.of(enabled, roles, users);
  }
}
