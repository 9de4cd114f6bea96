package io.quorate.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
        .containsExactly(
            "let role app readwrite prefix /app/",
            "let role app write keys from /app/ to before /app/?",
            "let role app write keys from /app/? to before /app0",
            "take prefix /app/ from role app",
            "let role app write prefix /app/",
            "take keys from /app/ to before /app/? from role app",
            "take keys from /app/? to before /app0 from role app");
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
      Etcd at = new Etcd(now, random);
      for (AuthChange change : changes) {
        at.make(change);
        assertThat(rights(at.view())).as("seed %d at %s", seed, change.words()).containsAll(kept);
      }
      assertThat(at.view().users()).as("seed %d", seed).containsAllEntriesOf(asked.users());
      assertThat(at.view().roles()).as("seed %d", seed).containsAllEntriesOf(asked.roles());
      assertThat(at.view().enabled()).isEqualTo(asked.enabled());

      Etcd broken = new Etcd(now, new Random(seed));
      changes.subList(0, stop).forEach(broken::make);
      AuthDifference.between(broken.view(), asked, Set.of(), prune).changes().forEach(broken::make);
      assertThat(broken.view()).as("seed %d", seed).isEqualTo(at.view());
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

  /** Without access control everybody may do everything. */
  private static Set<Right> rights(AuthView view) {
    if (!view.enabled()) {
      return USERS.stream()
          .flatMap(user -> KEYS.stream().flatMap(key -> both(user, key)))
          .collect(Collectors.toSet());
    }
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

  private static Stream<Right> both(String user, String key) {
    return Stream.of(new Right(user, key, false), new Right(user, key, true));
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
  private static final class Etcd {
    private final Map<String, List<Map.Entry<KeyRange, AccessMode>>> roles = new HashMap<>();
    private final Map<String, Set<String>> users = new HashMap<>();
    private boolean enabled;

    /** With the first range of a key now and then held twice, as etcd may. */
    Etcd(AuthView view, Random random) {
      enabled = view.enabled();
      view.users().forEach((user, has) -> users.put(user, new TreeSet<>(has)));
      view.roles()
          .forEach(
              (role, grants) -> {
                roles.put(role, new ArrayList<>());
                grants.forEach((range, mode) -> held(role).add(Map.entry(range, mode)));
                grants.forEach(
                    (range, mode) -> {
                      if (random.nextInt(3) == 0) {
                        held(role).add(Map.entry(range, mode));
                      }
                    });
                held(role).sort(Comparator.comparing(grant -> grant.getKey().key()));
              });
    }

    private List<Map.Entry<KeyRange, AccessMode>> held(String role) {
      return Optional.ofNullable(roles.get(role)).orElseThrow();
    }

    AuthView view() {
      Map<String, Map<KeyRange, AccessMode>> merged = new HashMap<>();
      roles.forEach(
          (role, grants) -> {
            Map<KeyRange, AccessMode> modes = new HashMap<>();
            grants.forEach(
                grant -> modes.merge(grant.getKey(), grant.getValue(), AccessMode::with));
            merged.put(role, modes);
          });
      return AuthView.of(enabled, merged, users);
    }

    /** Of the permissions with the same first key etcd looks at the first one alone. */
    private void grant(String role, KeyRange range, AccessMode mode) {
      List<Map.Entry<KeyRange, AccessMode>> grants = held(role);
      int first = 0;
      while (first < grants.size() && grants.get(first).getKey().key().compareTo(range.key()) < 0) {
        first++;
      }
      if (first < grants.size() && grants.get(first).getKey().equals(range)) {
        grants.set(first, Map.entry(range, mode));
      } else {
        grants.add(Map.entry(range, mode));
        grants.sort(Comparator.comparing(grant -> grant.getKey().key()));
      }
    }

    void make(AuthChange change) {
      switch (change) {
        case AuthChange.AddRole(String role) ->
            assertThat(roles.put(role, new ArrayList<>())).isNull();
        case AuthChange.Grant(String role, KeyRange range, AccessMode mode) ->
            grant(role, range, mode);
        case AuthChange.AddUser(String user) ->
            assertThat(users.put(user, new TreeSet<>())).isNull();
        case AuthChange.GrantRole(String user, String role) -> {
          assertThat(roles).containsKey(role);
          Optional.ofNullable(users.get(user)).orElseThrow().add(role);
        }
        case AuthChange.RevokeRole(String user, String role) ->
            assertThat(Optional.ofNullable(users.get(user)).orElseThrow().remove(role)).isTrue();
        case AuthChange.Revoke(String role, KeyRange range) ->
            assertThat(held(role).removeIf(grant -> grant.getKey().equals(range))).isTrue();
        case AuthChange.DeleteUser(String user) -> assertThat(users.remove(user)).isNotNull();
        case AuthChange.DeleteRole(String role) -> {
          assertThat(roles.remove(role)).isNotNull();
          users.values().forEach(has -> has.remove(role));
        }
        case AuthChange.Enable() -> enabled = true;
        case AuthChange.Disable() -> enabled = false;
      }
    }
  }
}
