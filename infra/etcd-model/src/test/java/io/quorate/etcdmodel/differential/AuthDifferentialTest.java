package io.quorate.etcdmodel.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.auth.AccessMode;
import io.quorate.auth.AuthChange;
import io.quorate.auth.KeyRange;
import io.quorate.etcdmodel.Answer;
import io.quorate.etcdmodel.AuthRead;
import io.quorate.etcdmodel.AuthStore;
import io.quorate.etcdmodel.Call;
import io.quorate.etcdmodel.CallOutcome;
import io.quorate.etcdmodel.EtcdWorld;
import io.quorate.etcdmodel.ModelDirectory;
import io.quorate.etcdmodel.ProcessSpec;
import io.quorate.etcdmodel.Timing;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The model's users and roles against those of a real etcd: the same calls, by the same users, are
 * refused with the same words, read as much, and leave the same users, roles and revision.
 */
@EnabledIfEnvironmentVariable(named = "QUORATE_ETCD_DIR", matches = ".+")
class AuthDifferentialTest {
  private static final int CALLS = 250;
  private static final long PATIENCE_MILLIS = 8_000;
  private static final Duration SERVES = Duration.ofSeconds(30);

  /** More than so many etcd sorts in an order of its own. */
  private static final int MOST_GRANTS = 11;

  private static final List<String> USERS = List.of("root", "app", "report");
  private static final List<String> ROLES = List.of("root", "app", "ops");
  private static final List<KeyRange> RANGES =
      List.of(
          KeyRange.one("a"),
          KeyRange.one("b"),
          KeyRange.prefix("a"),
          KeyRange.prefix(""),
          KeyRange.between("a", "b"),
          KeyRange.between("a", "c"),
          KeyRange.between("b", "d"),
          KeyRange.between("c", KeyRange.NO_END),
          KeyRange.between("c", "b"));

  @TempDir Path root;

  private final JsonGateway gateway = new JsonGateway();
  private final Place place = new Place("127.66.52", 0);
  private RealProcess real;
  private EtcdWorld world;
  private Random random = new Random();
  private AuthStore known = new AuthStore(false, 1, new TreeMap<>(), new TreeMap<>());

  @BeforeEach
  void bothAreNew() {
    Map<String, String> cluster = Map.of(place.name(), place.peerUrl());
    real =
        RealProcess.start(
            Path.of(System.getenv("QUORATE_ETCD_DIR"), "etcd"),
            place,
            root.resolve("data"),
            root.resolve("log"),
            cluster,
            false,
            false,
            "token");
    world = new EtcdWorld(new Random(1), (from, to, now) -> OptionalLong.of(1));
    world.start(
        new ProcessSpec(
            place.name(),
            place.peerUrl(),
            place.clientUrl(),
            new TreeMap<>(cluster),
            false,
            "token",
            false,
            new ModelDirectory(),
            new Timing(100, 1_000, 100_000, 5_000, 1L << 33)));
    world.advance(10_000);
    for (long end = System.nanoTime() + SERVES.toNanos(); !realServes(); Thread.onSpinWait()) {
      assertThat(real.running() && System.nanoTime() < end).as("a real etcd serves").isTrue();
    }
    known = store();
  }

  private boolean realServes() {
    return gateway.post(place.clientUrl(), "kv/range", Map.of("key", text("a")), PATIENCE_MILLIS)
        instanceof JsonGateway.Reply.Ok;
  }

  @AfterEach
  void end() {
    real.kill();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void theyDoTheSame(long seed) {
    random = new Random(seed);
    Map<String, Integer> outcomes = new HashMap<>();
    List<String> history = new ArrayList<>();
    for (int i = 0; i < CALLS; i++) {
      Call call = random.nextInt(4) == 0 ? use() : random.nextInt(4) == 0 ? read() : change();
      String by = caller();
      String modelled = outcome(ask(by, call));
      String found = really(by, call);
      history.add(by + " " + call + ": " + modelled);
      outcomes.merge(modelled.replaceAll("[0-9]+", "#"), 1, Integer::sum);
      assertThat(found).as(last(history)).isEqualTo(modelled);
      known = store();
      if (call instanceof Call.ChangeAuth || call instanceof Call.SetPassword) {
        assertThat(reallyKnown()).as(last(history)).isEqualTo(known.toString());
      }
    }
    assertThat(outcomes).as("what was met").hasSizeGreaterThan(8);
  }

  private String last(List<String> history) {
    return "then %s%n%s"
        .formatted(
            known,
            String.join("\n", history.subList(Math.max(0, history.size() - 3), history.size())));
  }

  private AuthStore.User user(String name) {
    return Optional.ofNullable(known.users().get(name)).orElseThrow();
  }

  private <T> T any(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  /** Somebody who can show who he is to both: with access control on, a user with a password. */
  private String caller() {
    String user = random.nextInt(3) == 0 ? any(USERS) : "root";
    boolean logsIn =
        known.enabled()
            && Optional.ofNullable(known.users().get(user))
                .filter(found -> found.password().isPresent())
                .isPresent();
    return logsIn && random.nextInt(8) > 0 ? user : "";
  }

  private Call use() {
    return switch (random.nextInt(7)) {
      case 0, 1 -> new Call.Put(any(List.of("a", "ab", "b", "d")), "v");
      case 2, 3, 4 -> new Call.Range(random.nextBoolean(), any(RANGES.subList(0, 8)));
      case 5 -> new Call.Members(true);
      default -> any(List.of(new Call.Status(), new Call.Hash(0)));
    };
  }

  private Call read() {
    return new Call.ReadAuth(
        switch (random.nextInt(5)) {
          case 0 -> new AuthRead.Status();
          case 1 -> new AuthRead.Names();
          case 2 -> new AuthRead.OfUser(any(USERS));
          case 3 -> new AuthRead.OfRole(any(ROLES));
          default -> new AuthRead.Login(any(USERS), any(List.of("one", "two")));
        });
  }

  private Call change() {
    Optional<String> crowded =
        known.roles().entrySet().stream()
            .filter(role -> role.getValue().size() >= MOST_GRANTS)
            .map(Map.Entry::getKey)
            .findFirst();
    if (crowded.isPresent()) {
      KeyRange first = known.roles().getOrDefault(crowded.get(), List.of()).getLast().range();
      return new Call.ChangeAuth(new AuthChange.Revoke(crowded.get(), first));
    }
    return switch (random.nextInt(14)) {
      case 0, 1 -> added(any(USERS));
      case 2, 3 -> new Call.ChangeAuth(new AuthChange.GrantRole(any(USERS), any(ROLES)));
      case 4 -> new Call.ChangeAuth(new AuthChange.RevokeRole(any(USERS), any(ROLES)));
      case 5 -> new Call.ChangeAuth(new AuthChange.AddRole(any(ROLES)));
      case 6, 7, 8 ->
          new Call.ChangeAuth(
              new AuthChange.Grant(any(ROLES), any(RANGES), any(List.of(AccessMode.values()))));
      case 9 -> new Call.ChangeAuth(new AuthChange.Revoke(any(ROLES), any(RANGES)));
      case 10 ->
          new Call.ChangeAuth(
              random.nextBoolean()
                  ? new AuthChange.DeleteUser(any(USERS))
                  : new AuthChange.DeleteRole(any(ROLES)));
      case 11 -> new Call.SetPassword(any(USERS), any(List.of("one", "two")));
      case 12 ->
          new Call.ChangeAuth(
              random.nextInt(4) == 0 ? new AuthChange.Disable() : new AuthChange.Enable());
      default -> new Call.ChangeAuth(new AuthChange.Enable());
    };
  }

  private Call added(String user) {
    boolean withoutPassword = !user.equals("root") && random.nextInt(4) == 0;
    return new Call.ChangeAuth(
        new AuthChange.AddUser(user), withoutPassword ? Optional.empty() : Optional.of("one"));
  }

  private CallOutcome ask(String by, Call call) {
    List<CallOutcome> told = new ArrayList<>();
    world.call("client", by, place.clientUrl(), call, world.now() + PATIENCE_MILLIS, told::add);
    while (told.isEmpty()) {
      world.advance(world.nextEventAt().orElseThrow());
    }
    return told.get(0);
  }

  private static String outcome(CallOutcome outcome) {
    return switch (outcome) {
      case CallOutcome.Answered(Answer.Keys keys) -> "ok, keys " + keys.keys().size();
      case CallOutcome.Answered answered -> "ok";
      case CallOutcome.Refused refused -> refused.error();
      default -> throw new AssertionError(outcome);
    };
  }

  /** As whoever may read it has it: of a user without a role root nobody does. */
  private AuthStore store() {
    return Stream.of("", "root", "app", "report")
        .map(by -> ask(by, new Call.ReadAuth(new AuthRead.Names())))
        .filter(CallOutcome.Answered.class::isInstance)
        .map(told -> ((Answer.Auth) ((CallOutcome.Answered) told).answer()).store())
        .findFirst()
        .orElse(known);
  }

  private String rootUser() {
    return USERS.stream()
        .filter(user -> known.users().containsKey(user))
        .filter(user -> user(user).roles().contains("root"))
        .findFirst()
        .orElse("");
  }

  private String reallyKnown() {
    String root = known.enabled() ? rootUser() : "";
    if (known.enabled() && (root.isEmpty() || user(root).password().isEmpty())) {
      return known.toString(); // Nobody can log in to look.
    }
    Map<String, Object> status = ok(root, "auth/status", Map.of());
    TreeMap<String, AuthStore.User> users = new TreeMap<>();
    for (String user : names(ok(root, "auth/user/list", Map.of()), "users")) {
      List<String> roles = names(ok(root, "auth/user/get", Map.of("name", user)), "roles");
      // A password is told to nobody: whether it is the same, a login shows.
      Optional<String> password =
          Optional.ofNullable(known.users().get(user)).flatMap(AuthStore.User::password);
      users.put(user, new AuthStore.User(password, new TreeSet<>(roles)));
    }
    TreeMap<String, List<AuthStore.Grant>> roles = new TreeMap<>();
    for (String role : names(ok(root, "auth/role/list", Map.of()), "roles")) {
      List<AuthStore.Grant> grants = new ArrayList<>();
      for (Map<String, Object> perm :
          JsonGateway.objects(ok(root, "auth/role/get", Map.of("role", role)), "perm")) {
        String mode = JsonGateway.text(perm, "permType");
        grants.add(
            new AuthStore.Grant(
                KeyRange.of(bytes(perm, "key"), bytes(perm, "range_end")),
                mode.isEmpty() ? AccessMode.READ : AccessMode.valueOf(mode)));
      }
      roles.put(role, grants);
    }
    boolean enabled = JsonGateway.text(status, "enabled").equals("true");
    return new AuthStore(enabled, JsonGateway.number(status, "authRevision"), users, roles)
        .toString();
  }

  private static byte[] bytes(Map<String, Object> of, String field) {
    return Base64.getDecoder().decode(JsonGateway.text(of, field));
  }

  private static List<String> names(Map<String, Object> of, String field) {
    return of.get(field) instanceof List<?> list
        ? list.stream().map(String::valueOf).toList()
        : List.of();
  }

  private Map<String, Object> ok(String by, String path, Map<String, Object> body) {
    JsonGateway.Reply reply = post(by, path, body);
    assertThat(reply)
        .as(by + " " + path + " " + body + ", " + known)
        .isInstanceOf(JsonGateway.Reply.Ok.class);
    return ((JsonGateway.Reply.Ok) reply).body();
  }

  private JsonGateway.Reply post(String by, String path, Map<String, Object> body) {
    String token = "";
    if (!by.isEmpty()) {
      String password = user(by).password().orElseThrow();
      JsonGateway.Reply login =
          gateway.post(
              place.clientUrl(),
              "auth/authenticate",
              Map.of("name", by, "password", password),
              PATIENCE_MILLIS);
      assertThat(login).as(by).isInstanceOf(JsonGateway.Reply.Ok.class);
      token = JsonGateway.text(((JsonGateway.Reply.Ok) login).body(), "token");
    }
    return gateway.post(place.clientUrl(), token, path, body, PATIENCE_MILLIS);
  }

  private String really(String by, Call call) {
    return switch (call) {
      case Call.Put put ->
          words(by, "kv/put", Map.of("key", text(put.key()), "value", text(put.value())));
      case Call.Range read -> {
        JsonGateway.Reply reply =
            post(by, "kv/range", range(read.range(), Map.of("serializable", !read.linearizable())));
        yield reply instanceof JsonGateway.Reply.Ok ok
            ? "ok, keys " + JsonGateway.number(ok.body(), "count")
            : said(reply);
      }
      case Call.Members members -> words(by, "cluster/member/list", Map.of("linearizable", true));
      case Call.Status status -> words(by, "maintenance/status", Map.of());
      case Call.Hash hash -> words(by, "maintenance/hash", Map.of());
      case Call.SetPassword set ->
          words(by, "auth/user/changepw", Map.of("name", set.user(), "password", set.password()));
      case Call.ReadAuth read -> really(by, read.read());
      case Call.ChangeAuth change -> really(by, change.change(), change.password());
      default -> throw new IllegalArgumentException("not compared: " + call);
    };
  }

  private String really(String by, AuthRead read) {
    return switch (read) {
      case AuthRead.Status() -> words(by, "auth/status", Map.of());
      case AuthRead.Names() -> words(by, "auth/user/list", Map.of());
      case AuthRead.OfUser(String user) -> words(by, "auth/user/get", Map.of("name", user));
      case AuthRead.OfRole(String role) -> words(by, "auth/role/get", Map.of("role", role));
      case AuthRead.Login(String user, String password) ->
          words(by, "auth/authenticate", Map.of("name", user, "password", password));
    };
  }

  private String really(String by, AuthChange change, Optional<String> password) {
    return switch (change) {
      case AuthChange.AddRole(String role) -> words(by, "auth/role/add", Map.of("name", role));
      case AuthChange.Grant(String role, KeyRange range, AccessMode mode) ->
          words(
              by,
              "auth/role/grant",
              Map.of("name", role, "perm", range(range, Map.of("permType", mode.name()))));
      case AuthChange.AddUser(String user) ->
          words(
              by,
              "auth/user/add",
              password
                  .<Map<String, Object>>map(secret -> Map.of("name", user, "password", secret))
                  .orElseGet(() -> Map.of("name", user, "options", Map.of("no_password", true))));
      case AuthChange.GrantRole(String user, String role) ->
          words(by, "auth/user/grant", Map.of("user", user, "role", role));
      case AuthChange.RevokeRole(String user, String role) ->
          words(by, "auth/user/revoke", Map.of("name", user, "role", role));
      case AuthChange.Revoke(String role, KeyRange range) ->
          words(by, "auth/role/revoke", range(range, Map.of("role", role)));
      case AuthChange.DeleteUser(String user) ->
          words(by, "auth/user/delete", Map.of("name", user));
      case AuthChange.DeleteRole(String role) ->
          words(by, "auth/role/delete", Map.of("role", role));
      case AuthChange.Enable() -> words(by, "auth/enable", Map.of());
      case AuthChange.Disable() -> words(by, "auth/disable", Map.of());
    };
  }

  private static Map<String, Object> range(KeyRange range, Map<String, Object> more) {
    Map<String, Object> body = new HashMap<>(more);
    body.put("key", Base64.getEncoder().encodeToString(range.keyBytes()));
    body.put("range_end", Base64.getEncoder().encodeToString(range.endBytes()));
    return body;
  }

  private String words(String by, String path, Map<String, Object> body) {
    JsonGateway.Reply reply = post(by, path, body);
    return reply instanceof JsonGateway.Reply.Ok ? "ok" : said(reply);
  }

  private static String said(JsonGateway.Reply reply) {
    return ((JsonGateway.Reply.Refused) reply).error();
  }

  private static String text(String of) {
    return JsonGateway.base64(of);
  }
}
